public import Foundation
public import FoundationNetworking
import Synchronization

/// Downloads streams, so that they play without a network (semantics section 13).
///
/// A session continues the unfinished downloads of an earlier session with the same identifier, also after its process has ended:
/// `getAllTasks` returns them, and a new task for the same asset continues its partial download. Any thread may use it.
open class AVAssetDownloadURLSession: URLSession, @unchecked Sendable {
    // Sendable: the mutable state is behind the lock of `downloads`.
    private let downloads: Mutex<(number: Int, tasks: [AVAssetDownloadTask])> = Mutex((0, []))
    let library: DownloadLibrary

    /// - Parameters:
    ///   - configuration: its identifier groups downloads; without an identifier the program's name is used.
    ///   - delegate: retained until the session is invalidated.
    ///   - delegateQueue: the queue on which the delegate is called; nil: a queue of the session.
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

    /// - Parameter options: `AVAssetDownloadTaskMinimumRequiredMediaBitrateKey` and the related keys.
    /// - Returns: nil where the asset's URL is not HTTP or HTTPS.
    open func makeAssetDownloadTask(
        asset URLAsset: AVURLAsset, assetTitle title: String, assetArtworkData artworkData: Data?,
        options: [String: Any]? = nil
    ) -> AVAssetDownloadTask? {
        guard Self.canDownload(URLAsset) else { return nil }
        let order = DownloadOrder(asset: URLAsset, title: title, artwork: artworkData, options: options)
        return add { AVAssetDownloadTask(order, session: self, number: $0) }
    }

    /// Creates a task. Where the asset cannot be downloaded, the task fails when it is resumed.
    open func makeAssetDownloadTask(downloadConfiguration: AVAssetDownloadConfiguration) -> AVAssetDownloadTask {
        add { AVAssetDownloadTask(DownloadOrder(downloadConfiguration), session: self, number: $0) }
    }

    /// Creates a task that downloads several media selections.
    ///
    /// Apple: downloads one after the other. Here: all together; the delegate is notified of each selection when everything is complete.
    /// - Returns: nil where the asset's URL is not HTTP or HTTPS.
    open func aggregateAssetDownloadTask(
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

    /// Returns the unfinished tasks of this session, and suspended ones for the unfinished downloads of an earlier session.
    open override func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {
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

    open override func invalidateAndCancel() {
        for task in downloads.withLock({ $0.tasks }) { task.cancel() }
        super.invalidateAndCancel()
    }

    /// Calls the delegate on its queue.
    func callDelegate(_ body: @escaping @Sendable (any AVAssetDownloadDelegate) -> Void) {
        guard let delegate = delegate as? any AVAssetDownloadDelegate else { return }
        delegateQueue.addOperation { body(delegate) }
    }
}
