package import Foundation
import Synchronization

/// The WebVTT file of thumbnails that a client names for an asset, and its image sheets, as far as they are loaded. Thread-safe.
///
/// All users of the asset share one, so that each file is requested once, and the sheets in memory have one limit. Errors are reported to the
/// observers; a file that failed is not requested again.
package final class ThumbnailFiles: Sendable {
    /// The limits for files that may come from anywhere.
    package enum Limits {
        static let trackBytes: Int64 = 8 << 20
        static let sheetBytes: Int64 = 16 << 20
        /// The bytes of the files that are retained, as they were received.
        static let cachedBytes = 24 << 20
        static let cachedFiles = 64
        /// The requests at the same time; a further one cancels the oldest.
        static let requests = 4
        /// The number of sheets that cannot be used after which the whole file is ignored.
        package static let failedSheets = 8
    }

    struct File: Sendable {
        let bytes: [UInt8]
        /// The URL after redirects: the base of relative URLs in the file.
        let url: URL
    }

    private struct State: Sendable {
        var files = BoundedCache<URL, File>(
            maximumCount: Limits.cachedFiles, maximumWeight: Limits.cachedBytes)
        var failures: [URL: MediaError] = [:]
        /// The requests that have not been answered, the oldest first.
        var pending: [(url: URL, fetch: ResourceFetch?)] = []
        /// The reported errors, for later observers.
        var reported: [MediaError] = []
        var observers: [Int: @Sendable (MediaError) -> Void] = [:]
        var nextObserver = 0

        var isGivenUp: Bool { failures.count >= Limits.failedSheets }
    }

    /// The URL of the WebVTT file.
    let url: URL
    private let media: MediaLocator
    /// Sends the headers and cookies of the media.
    private let ownLoader: ResourceLoader
    private let otherLoader: ResourceLoader
    private let monitor = Monitor(State())

    /// - Parameter media: the locator of the asset. Its headers and cookies are sent to the server of the media only, its rules for addresses
    ///   apply to all requests.
    package init(_ url: URL, for media: MediaLocator) {
        self.url = url
        self.media = media
        ownLoader = ResourceLoader(locator: media.companion(at: media.url))
        var other = media.companion(at: url)
        (other.headers, other.cookies) = ([:], [])
        otherLoader = ResourceLoader(locator: other)
    }

    // MARK: - Files

    /// Returns a file; blocks while it is loading.
    /// - Throws: the error of the file, also of an earlier request; `cancelled` while the access is cancelled. The request then continues, so
    ///   that the file is there for the next access.
    fileprivate func file(_ url: URL, for access: Access) throws(MediaError) -> File {
        let isTrack = url == self.url
        let mustStart = monitor.withLock { state -> Bool in
            if state.files.value(for: url) != nil || state.failures[url] != nil { return false }
            if state.pending.contains(where: { $0.url == url }) || access.isCancelled { return false }
            state.pending.append((url, nil))
            return true
        }
        if mustStart { start(url, limit: isTrack ? Limits.trackBytes : Limits.sheetBytes) }
        let outcome: Result<File, MediaError> = monitor.wait(on: SystemHostClock()) { state in
            if let file = state.files.value(for: url) { return .done(.success(file)) }
            if let error = state.failures[url] { return .done(.failure(error)) }
            guard !access.isCancelled, state.pending.contains(where: { $0.url == url }) else {
                return .done(.failure(MediaError(.cancelled, "Loading was cancelled.", url: url)))
            }
            return .wait(until: nil)
        }
        return try outcome.get()
    }

    private func start(_ url: URL, limit: Int64) {
        var request = ResourceRequest(url: url, kind: .other)
        request.isBackground = true
        request.maximumBytes = limit
        // The frames of the media take the place of a sheet that cannot be loaded at once.
        request.isRepeated = false
        request.isRepeatedAfterSilence = false
        let fetch = (media.isSameServer(as: url) ? ownLoader : otherLoader).fetch(request) { [self] result in
            ended(url, result)
        }
        let surplus = monitor.withLock { state -> ResourceFetch? in
            if let index = state.pending.firstIndex(where: { $0.url == url }) { state.pending[index].fetch = fetch }
            return state.pending.count > Limits.requests ? state.pending.first?.fetch : nil
        }
        surplus?.cancel()
    }

    private func ended(_ url: URL, _ result: Result<FetchedResource, MediaError>) {
        // In one step, so that no access finds a file that is neither pending, loaded nor failed.
        let report = monitor.withLock { state -> Report in
            state.pending.removeAll { $0.url == url }
            switch result {
            case .success(let fetched):
                let file = File(bytes: fetched.bytes, url: fetched.url)
                state.files.put(file, for: url, weight: file.bytes.count)
                return Report()
            case .failure(let error):
                return error.code == .cancelled ? Report() : noteFailure(url, error, &state)
            }
        }
        report.send()
        monitor.broadcast()
    }

    /// Marks a file as unusable, and reports the error once.
    func fail(_ url: URL, _ error: MediaError) {
        monitor.withLock { noteFailure(url, error, &$0) }.send()
    }

    /// Errors for the observers.
    private struct Report {
        var errors: [MediaError] = []
        var observers: [@Sendable (MediaError) -> Void] = []

        func send() {
            for error in errors { for observer in observers { observer(error) } }
        }
    }

    private func noteFailure(_ url: URL, _ error: MediaError, _ state: inout State) -> Report {
        guard state.failures[url] == nil, !state.isGivenUp else { return Report() }
        state.failures[url] = error
        state.files.remove(url)
        var errors = [error]
        if state.isGivenUp, url != self.url {
            errors.append(
                MediaError(
                    .malformed,
                    "\(Limits.failedSheets) image sheets of “\(self.url.lastPathComponent)” cannot be used; thumbnails are made "
                        + "from the frames of the media.", url: self.url))
        }
        state.reported += errors
        return Report(errors: errors, observers: Array(state.observers.values))
    }

    /// Whether so many files failed that no more are requested.
    var isGivenUp: Bool { monitor.withLock { $0.isGivenUp } }

    // MARK: - Errors

    /// Removes its observer when it is released.
    package final class Observation: Sendable {
        private let remove: @Sendable () -> Void
        fileprivate init(_ remove: @escaping @Sendable () -> Void) { self.remove = remove }
        deinit { remove() }
    }

    /// Calls `observer` with each error so far, and with each further one on the thread that detects it.
    package func observe(_ observer: @escaping @Sendable (MediaError) -> Void) -> Observation {
        let (number, reported) = monitor.withLock { state in
            defer { state.nextObserver += 1 }
            state.observers[state.nextObserver] = observer
            return (state.nextObserver, state.reported)
        }
        for error in reported { observer(error) }
        return Observation { [weak self] in _ = self?.monitor.withLock { $0.observers.removeValue(forKey: number) } }
    }

    // MARK: - Access

    /// The access of one thread to the files, which another thread can cancel.
    final class Access: Sendable {
        let files: ThumbnailFiles
        private let isStopped = Atomic<Bool>(false)

        init(_ files: ThumbnailFiles) { self.files = files }

        var isCancelled: Bool { isStopped.load(ordering: .acquiring) }

        func file(_ url: URL) throws(MediaError) -> File { try files.file(url, for: self) }

        /// Ends the pending call with `cancelled`, and every later one until `resume`.
        func cancel() {
            isStopped.store(true, ordering: .releasing)
            files.monitor.broadcast()
        }

        func resume() { isStopped.store(false, ordering: .releasing) }
    }
}

extension ThumbnailFiles: Hashable {
    package static func == (left: ThumbnailFiles, right: ThumbnailFiles) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
