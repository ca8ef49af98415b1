import Dispatch
import Foundation
import Synchronization

/// Loads complete playlists, keys, initialization sections and segments of one asset. Thread-safe.
///
/// Connections, cookies and TLS sessions are reused between requests; temporary failures are retried according to the policy.
final class ResourceLoader: Sendable {
    /// The log of all attempts over the network, including failed ones.
    let log = TransferLog()
    typealias Report = @Sendable (StreamTransfer) -> Void
    private let report: Report
    private let locator: MediaLocator
    private let policy: FetchPolicy
    private let jar = HTTPCookieJar()
    private let completions = DispatchQueue(label: "media resources")
    private let files = DispatchQueue(label: "media resource files", attributes: .concurrent)
    private let hasAnswered = Answered()

    /// Whether a server has ever responded. If so, an unreachable server is assumed to recover.
    final class Answered: Sendable {
        private let flag = Atomic<Bool>(false)
        var isSet: Bool { flag.load(ordering: .relaxed) }
        func set() { flag.store(true, ordering: .relaxed) }
    }

    /// - Parameters:
    ///   - locator: its headers, cookies, user agent and trusted authorities apply to every request.
    ///   - report: called after every attempt over the network, on the network thread; must return quickly.
    init(locator: MediaLocator, policy: FetchPolicy = .standard, report: @escaping Report = { _ in }) {
        self.locator = locator
        self.policy = policy
        self.report = report
    }

    /// - Parameters:
    ///   - body: receives the bytes of an HTTP response as they arrive; the result of `completion` then has none. For other sources the
    ///     body stays empty, and the result has the bytes. The caller finishes the body.
    ///   - progress: called for each part of a response, with the bytes of this attempt and the bytes expected; on the network thread, or
    ///     on a queue for files, so it must be quick. Not called after `completion`, except after a cancellation.
    ///   - part: receives bytes that a provider supplies before the result, in order, on the provider's thread; the result has them too.
    ///   - completion: called once, on a serial queue of the loader, also when the fetch and the loader are no longer referenced.
    @discardableResult
    func fetch(
        _ request: ResourceRequest, body: ArrivingBody? = nil,
        progress: (@Sendable (_ received: Int64, _ expected: Int64?) -> Void)? = nil,
        part: (@Sendable ([UInt8]) -> Void)? = nil,
        completion: @escaping @Sendable (Result<FetchedResource, MediaError>) -> Void
    ) -> ResourceFetch {
        let queue = completions
        let fetch = ResourceFetch(url: request.url, body: body, progress: progress, part: part) { result in
            queue.async { completion(result) }
        }
        start(request, fetch)
        return fetch
    }

    /// Blocks until the fetch ends, at most for the policy's total time plus one file system call. Must not be called on the network
    /// thread.
    /// - Parameter onStarted: receives the fetch before the wait, so that another thread can `cancel` it.
    func fetchBlocking(
        _ request: ResourceRequest, onStarted: ((ResourceFetch) -> Void)? = nil
    ) throws(MediaError) -> FetchedResource {
        let gate = Condition()
        let answer = Mutex<Result<FetchedResource, MediaError>?>(nil)
        let fetch = ResourceFetch(url: request.url, progress: nil) { result in
            gate.withLock {
                answer.withLock { $0 = result }
                gate.broadcast()
            }
        }
        start(request, fetch)
        onStarted?(fetch)
        gate.lock()
        defer { gate.unlock() }
        while true {
            if let result = answer.withLock({ $0 }) { return try result.get() }
            gate.wait()
        }
    }

    /// - Parameter isProvided: whether a provider was already called and returned this URL.
    private func start(_ request: ResourceRequest, _ fetch: ResourceFetch, isProvided: Bool = false) {
        let rule = policy[request.kind].extended(by: request.duration).limited(to: request.maximumBytes)
        let scheme = request.url.scheme?.lowercased()
        if let error = Self.fault(of: request, rule) { return fetch.end(.failure(error)) }
        if let known = opened(request) { return fetch.end(.success(known)) }
        if let provider = locator.provider?.provider, !isProvided {
            let provided = ProvidedRequest(request, maximumBytes: rule.maximumBytes, fetch) { [self] moved in
                start(moved, fetch, isProvided: true)
            }
            if provider.load(provided) { return }
        }
        switch scheme {
        case "http", "https":
            let context = HTTPResourceTransfer.Context(
                locator: locator, jar: jar, log: log, report: report, hasAnswered: hasAnswered)
            HTTPResourceTransfer(request, rule, context, fetch).start()
        case "data":
            files.async {
                fetch.end(Self.local(request) { () throws(MediaError) in try DataURL(request, rule).resource })
            }
        case "file" where locator.url.isFileURL:
            files.async {
                fetch.end(Self.local(request) { () throws(MediaError) in try FileResource.read(request, rule, fetch) })
            }
        case "file":
            fetch.end(
                .failure(
                    MediaError(
                        .noPermission,
                        "A playlist from the network must not refer to local files; the playlist is wrong or malicious.",
                        url: request.url)))
        default:
            fetch.end(
                .failure(
                    MediaError(
                        .unsupportedScheme,
                        "URLs that begin with “\(scheme?.prefix(20) ?? ""):” cannot be loaded; use file, http, https or data.",
                        url: request.url)))
        }
    }

    /// Returns the response received for the locator's URL before the loader was created; only once.
    private func opened(_ request: ResourceRequest) -> FetchedResource? {
        guard request.url == locator.url, request.kind == .multivariant, request.byteRange == nil,
            let known = locator.opened?.takePlaylist()
        else { return nil }
        log.append(known.record)
        report(StreamTransfer(content: request.kind.content, outcome: .whole, record: known.record))
        return known
    }

    private static func fault(of request: ResourceRequest, _ rule: FetchPolicy.Rule) -> MediaError? {
        guard let range = request.byteRange else { return nil }
        guard range.lowerBound >= 0, !range.isEmpty else {
            return MediaError(
                .malformed, "The playlist contains an invalid byte range; it is damaged.",
                detail: "\(range)", url: request.url)
        }
        let length = range.upperBound - range.lowerBound
        return length > rule.maximumBytes ? ResourceLimits.error(request, length, rule.maximumBytes) : nil
    }

    private static func local(
        _ request: ResourceRequest, _ read: () throws(MediaError) -> (bytes: [UInt8], mimeType: String?)
    ) -> Result<FetchedResource, MediaError> {
        let start = SystemHostClock().now
        do throws(MediaError) {
            let (bytes, mimeType) = try read()
            let end = SystemHostClock().now
            let record = TransferRecord(
                url: request.url, status: 200, firstByteOffset: request.byteRange?.lowerBound ?? 0,
                byteCount: Int64(bytes.count), wireByteCount: Int64(bytes.count), start: start, firstByte: start,
                end: end, reusedConnection: false,
                serverAddress: nil)
            return .success(
                FetchedResource(bytes: bytes, url: request.url, mimeType: mimeType, status: 200, record: record))
        } catch {
            return .failure(error)
        }
    }
}

enum ResourceLimits {
    static func error(_ request: ResourceRequest, _ count: Int64?, _ limit: Int64) -> MediaError {
        MediaError(
            .resourceTooLarge,
            "“\(request.url.lastPathComponent.prefix(80))” is larger than the limit for such a resource; check that the playlist lists the right one.",
            detail: "\(request.kind): \(count.map { "\($0) bytes, " } ?? "")\(limit) allowed", url: request.url)
    }

    static func isShort(_ request: ResourceRequest, _ count: Int64) -> MediaError {
        MediaError(
            .wrongLength, "The resource has fewer bytes than the playlist declares.",
            detail: "\(count) bytes of \(request.byteRange.map { "\($0)" } ?? "the whole resource")", url: request.url)
    }
}
