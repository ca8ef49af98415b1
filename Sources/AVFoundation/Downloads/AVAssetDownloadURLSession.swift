public import Foundation
public import FoundationNetworking
import Synchronization

/// Downloads streams so that they play without a network (semantics section 13).
///
/// A session goes on with what an earlier one of the same identifier left unfinished, its process's death included: `getAllTasks` has those
/// downloads, and asking for the same film again finds what is here of it. Any thread.
public final class AVAssetDownloadURLSession: URLSession, @unchecked Sendable {
    // Sendable: what changes is behind the lock of `tasks`.
    private let downloads: Mutex<(number: Int, tasks: [AVAssetDownloadTask])> = Mutex((0, []))
    let library: DownloadLibrary

    /// - Parameters:
    ///   - configuration: its identifier names what belongs together; without one the program's name does.
    ///   - assetDownloadDelegate: held until the session is invalidated.
    ///   - delegateQueue: where the delegate is called; nil: a queue of the session's.
    public convenience init(
        configuration: URLSessionConfiguration, assetDownloadDelegate delegate: (any AVAssetDownloadDelegate)?,
        delegateQueue: OperationQueue?
    ) {
        self.init(
            configuration: configuration, delegate: delegate, delegateQueue: delegateQueue,
            library: DownloadLibrary(session: configuration.identifier))
    }

    init(
        configuration: URLSessionConfiguration, delegate: (any AVAssetDownloadDelegate)?,
        delegateQueue: OperationQueue?,
        library: DownloadLibrary
    ) {
        self.library = library
        super.init(configuration: configuration, delegate: delegate, delegateQueue: delegateQueue)
        library.removeExpired()
    }

    /// - Parameter options: `AVAssetDownloadTaskMinimumRequiredMediaBitrateKey` and its neighbours.
    /// - Returns: nil for what is no stream of a web server.
    public func makeAssetDownloadTask(
        asset URLAsset: AVURLAsset, assetTitle title: String, assetArtworkData artworkData: Data?,
        options: [String: Any]? = nil
    ) -> AVAssetDownloadTask? {
        guard Self.canDownload(URLAsset) else { return nil }
        let order = DownloadOrder(asset: URLAsset, title: title, artwork: artworkData, options: options)
        return add { AVAssetDownloadTask(order, session: self, number: $0) }
    }

    /// What cannot be downloaded fails when the task is resumed.
    public func makeAssetDownloadTask(downloadConfiguration: AVAssetDownloadConfiguration) -> AVAssetDownloadTask {
        add { AVAssetDownloadTask(DownloadOrder(downloadConfiguration), session: self, number: $0) }
    }

    /// A download of several selections.
    ///
    /// Apple: one after the other. Here: all at once; the delegate hears of each when everything is here.
    /// - Returns: nil for what is no stream of a web server.
    public func aggregateAssetDownloadTask(
        with URLAsset: AVURLAsset, mediaSelections: [AVMediaSelection], assetTitle title: String,
        assetArtworkData artworkData: Data?, options: [String: Any]? = nil
    ) -> AVAggregateAssetDownloadTask? {
        guard Self.canDownload(URLAsset) else { return nil }
        var order = DownloadOrder(asset: URLAsset, title: title, artwork: artworkData, options: options)
        order.selections = mediaSelections
        return add { AVAggregateAssetDownloadTask(order, session: self, number: $0) }
    }

    static func canDownload(_ asset: AVURLAsset) -> Bool {
        ["http", "https"].contains(asset.url.scheme?.lowercased() ?? "")
    }

    private func add<Task: AVAssetDownloadTask>(_ make: (Int) -> Task) -> Task {
        downloads.withLock { downloads in
            downloads.number += 1
            let task = make(downloads.number)
            downloads.tasks.append(task)
            return task
        }
    }

    /// Downloads that are not over, and suspended ones for what an earlier session left unfinished.
    public override func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
        let open = downloads.withLock { $0.tasks.filter { $0.state != .completed } }
        let known = Set(open.compactMap(\.package))
        let left = library.unfinished.filter { !known.contains($0.package) }.map { left in
            add {
                AVAssetDownloadTask(
                    DownloadOrder(asset: AVURLAsset(url: left.source), title: left.title, package: left.package),
                    session: self, number: $0)
            }
        }
        delegateQueue.addOperation { completionHandler(open + left) }
    }

    public override func invalidateAndCancel() {
        for task in downloads.withLock({ $0.tasks }) { task.cancel() }
        super.invalidateAndCancel()
    }

    /// Calls the delegate on its queue.
    func tell(_ body: @escaping @Sendable (any AVAssetDownloadDelegate) -> Void) {
        guard let delegate = delegate as? any AVAssetDownloadDelegate else { return }
        delegateQueue.addOperation { body(delegate) }
    }
}
