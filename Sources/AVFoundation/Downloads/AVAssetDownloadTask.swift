public import Foundation
public import FoundationNetworking
import CoreMedia
import MediaEngine
import Synchronization

/// A download of one stream. Starts with `resume`. Any thread may use it.
///
/// The inherited `currentRequest` and `response` have no values, because a download makes many requests.
open class AVAssetDownloadTask: URLSessionTask, @unchecked Sendable {
    // Sendable: the mutable state is behind the lock of `inner`.
    private struct Inner {
        var state = URLSessionTask.State.suspended
        var download: StreamDownload?
        var error: (any Error)?
        var loaded: [CMTimeRange] = []
        var taskDescription: String?
    }

    /// The number of units into which the download's `Progress` is divided.
    private static let units: Int64 = 1_000

    private let inner = Mutex(Inner())
    let order: DownloadOrder
    weak var session: AVAssetDownloadURLSession?
    private let number: Int
    let package: URL?

    init(_ order: DownloadOrder, session: AVAssetDownloadURLSession, number: Int) {
        self.order = order
        self.session = session
        self.number = number
        package =
            order.package
            ?? session.library.package(title: order.title, source: order.asset.url, choice: order.name)
        super.init()
        progress.totalUnitCount = Self.units
    }

    open var urlAsset: AVURLAsset { order.asset }
    open var options: [String: Any]? { order.options }
    /// The downloaded time ranges, as `CMTimeRange` values.
    open var loadedTimeRanges: [NSValue] { inner.withLock { $0.loaded }.map { NSValue(timeRange: $0) } }

    open override var taskIdentifier: Int { number }
    open override var state: URLSessionTask.State { inner.withLock { $0.state } }
    open override var error: (any Error)? { inner.withLock { $0.error } }
    open override var taskDescription: String? {
        get { inner.withLock { $0.taskDescription } }
        set { inner.withLock { $0.taskDescription = newValue } }
    }

    /// Starts the download, or continues it after `suspend`.
    open override func resume() {
        guard let package else { return }
        let (fresh, old) = inner.withLock { inner -> (StreamDownload?, StreamDownload?) in
            guard inner.state == .suspended else { return (nil, nil) }
            inner.state = .running
            if let download = inner.download { return (nil, download) }
            var options = StreamDownload.Options()
            if let library = session?.library {
                options.makeRoom = { library.makeRoom(for: $0, except: package) }
            }
            let download = StreamDownload(
                order.asset.mediaAsset.locator, to: package, title: order.title,
                choice: order.package == nil ? order.choice : nil, options: options)
            inner.download = download
            return (download, nil)
        }
        old?.resume()
        guard AVAssetDownloadURLSession.canDownload(order.asset) else {
            return finish(AVError(.operationNotSupportedForAsset), hasContent: false)
        }
        // The closure retains the task while the download runs.
        fresh?.start { self.handle($0) }
    }

    /// Stops making requests; the requests in progress complete.
    open override func suspend() {
        let download = inner.withLock { inner -> StreamDownload? in
            guard inner.state == .running else { return nil }
            inner.state = .suspended
            return inner.download
        }
        download?.suspend()
    }

    /// Cancels the download. The downloaded part stays on disk, and a later task can continue it.
    open override func cancel() {
        let (download, wasOver) = inner.withLock { inner -> (StreamDownload?, Bool) in
            defer { if inner.state != .completed { inner.state = .canceling } }
            return (inner.download, inner.state == .completed || inner.state == .canceling)
        }
        guard !wasOver else { return }
        if let download { download.cancel() } else { finish(URLError(.cancelled), hasContent: false) }
    }

    // MARK: - Events of the engine

    private func handle(_ event: DownloadEvent) {
        switch event {
        case .located(let location):
            writeArtwork(to: location)
            reportLocation(location)
        case .warning: break
        case .chosen(let stream, _):
            if let stream { reportVariant(AVAssetVariant(stream, of: order.asset.url)) }
            if let selection = order.selections.first { reportSelection(selection) }
        case .progress(let now):
            inner.withLock { $0.loaded = now.total }
            progress.completedUnitCount = Int64((now.fraction * Double(Self.units)).rounded(.down))
            reportProgress(now)
        case .finished:
            progress.completedUnitCount = Self.units
            finish(nil, hasContent: true)
        case .failed(let error):
            let reported: any Error = error.code == .cancelled ? URLError(.cancelled) : error.publicError
            finish(reported, hasContent: package.map(DownloadedPackage.hasContent) ?? false)
        }
    }

    private func writeArtwork(to location: URL) {
        guard let artwork = order.artwork else { return }
        try? artwork.write(to: location.appendingPathComponent("artwork"), options: .atomic)
    }

    private func finish(_ error: (any Error)?, hasContent: Bool) {
        let isFirst = inner.withLock { inner -> Bool in
            guard inner.state != .completed else { return false }
            inner.state = .completed
            inner.error = error
            return true
        }
        guard isFirst, let session else { return }
        if error == nil { reportSelections() }
        if hasContent, let package { reportFinished(package) }
        session.callDelegate { $0.urlSession(session, task: self, didCompleteWithError: error) }
    }

    // MARK: - Delegate calls, which aggregate tasks override

    func reportLocation(_ location: URL) {
        session?.callDelegate { [weak self] delegate in
            guard let self, let session else { return }
            delegate.urlSession(session, assetDownloadTask: self, willDownloadTo: location)
        }
    }

    func reportVariant(_ variant: AVAssetVariant) {
        session?.callDelegate { [weak self] delegate in
            guard let self, let session else { return }
            delegate.urlSession(session, assetDownloadTask: self, willDownloadVariants: [variant])
        }
    }

    func reportSelection(_ selection: AVMediaSelection) {
        session?.callDelegate { [weak self] delegate in
            guard let self, let session else { return }
            delegate.urlSession(session, assetDownloadTask: self, didResolve: selection)
        }
    }

    func reportProgress(_ progress: DownloadProgress) {
        session?.callDelegate { [weak self] delegate in
            guard let self, let session else { return }
            delegate.urlSession(
                session, assetDownloadTask: self, didLoad: progress.loaded,
                totalTimeRangesLoaded: progress.total.map { NSValue(timeRange: $0) },
                timeRangeExpectedToLoad: progress.expected)
        }
    }

    func reportSelections() {}

    func reportFinished(_ location: URL) {
        session?.callDelegate { [weak self] delegate in
            guard let self, let session else { return }
            delegate.urlSession(session, assetDownloadTask: self, didFinishDownloadingTo: location)
        }
    }
}

/// A download of several media selections of a stream. Any thread may use it.
open class AVAggregateAssetDownloadTask: AVAssetDownloadTask, @unchecked Sendable {
    // Apple: a subclass of URLSessionTask. Here: a subclass of AVAssetDownloadTask, reported to delegates by the aggregate methods only.

    override func reportLocation(_ location: URL) {
        session?.callDelegate { [weak self] delegate in
            guard let self, let session else { return }
            delegate.urlSession(session, aggregateAssetDownloadTask: self, willDownloadTo: location)
        }
    }

    override func reportVariant(_ variant: AVAssetVariant) {}
    override func reportSelection(_ selection: AVMediaSelection) {}
    override func reportFinished(_ location: URL) {}

    override func reportProgress(_ progress: DownloadProgress) {
        guard let selection = order.selections.first else { return }
        session?.callDelegate { [weak self] delegate in
            guard let self, let session else { return }
            delegate.urlSession(
                session, aggregateAssetDownloadTask: self, didLoad: progress.loaded,
                totalTimeRangesLoaded: progress.total.map { NSValue(timeRange: $0) },
                timeRangeExpectedToLoad: progress.expected, for: selection)
        }
    }

    override func reportSelections() {
        for selection in order.selections {
            session?.callDelegate { [weak self] delegate in
                guard let self, let session else { return }
                delegate.urlSession(session, aggregateAssetDownloadTask: self, didCompleteFor: selection)
            }
        }
    }
}
