import Foundation
import HTTPRules

/// The attempts to load one resource from a web server. Confined to the network thread, except `init` and `start`.
final class HTTPResourceTransfer: HTTPTransferReader, @unchecked Sendable {  // Confined to the network thread.
    /// An error response's body up to this length is read to its end, which allows the connection to be reused.
    static let shortBody: Int64 = 64 << 10
    /// The maximum memory reserved because of a declared length.
    static let largestReserve: Int64 = 16 << 20
    /// An attempt that received at least this much before it failed does not count as a failure of the server.
    static let countableBytes = 16 << 10

    /// The loader's resources for each transfer.
    struct Context {
        var locator: MediaLocator
        var jar: HTTPCookieJar
        var log: TransferLog
        var report: ResourceLoader.Report
        var hasAnswered: ResourceLoader.Answered
    }

    /// The current attempt.
    private struct Attempt {
        var number = 0
        var request = BodyRequest(.whole)
        var head = HTTPHead()
        var skip: Int64 = 0
        /// The length of the resource or range, if the server declares it.
        var expected: Int64?
        var outcome = Outcome.open
        /// The number of bytes received before the attempt.
        var countBefore = 0
    }

    /// The result of an attempt before its transfer ends.
    private enum Outcome {
        case open
        /// All requested bytes have been received; the server may send more.
        case complete
        /// The server responded to the request for the rest of a seemingly short body that there is no more.
        case nothingMore
        case failed(Failure)
    }

    /// A failure, with its HTTP cause, if any, that decides about retries.
    private struct Failure {
        var error: MediaError
        var cause: HTTPFailure?
    }

    /// The start times of the limits, in nanoseconds of the monotonic clock.
    private struct Times {
        var started: Int64 = 0
        /// When the last bytes of the body were received; initially the start time.
        var lastBytes: Int64 = 0
    }

    /// The results of previous attempts.
    private struct History {
        /// The number of failed attempts since one received enough to count as progress.
        var failures = 0
        var hasConnected = false
        var isUnreachable = false
        /// Set if the next attempt continues after the bytes received so far: the total size, the entity tag, and the header fields of
        /// the response with the bytes.
        var resumption: (total: Int64, tag: String?, fields: [String: String])?
        var declaredLength = DeclaredLengthCheck()
    }

    private let request: ResourceRequest
    private let rule: FetchPolicy.Rule
    private let context: Context
    private let fetch: ResourceFetch
    private let timeouts: NetworkTimeouts
    private var transfer: HTTPTransfer?
    private var attempt = Attempt()
    private var history = History()
    private var times = Times()
    /// The number of received bytes of the resource or range; stored in `fetch.body` if there is one, else in `bytes`.
    private var count = 0
    private var bytes: [UInt8] = []
    /// The number of bytes needed of an open range, once it is known.
    private var limit: Int64?

    init(_ request: ResourceRequest, _ rule: FetchPolicy.Rule, _ context: Context, _ fetch: ResourceFetch) {
        self.request = request
        self.rule = rule
        self.context = context
        self.fetch = fetch
        timeouts = NetworkTimeouts(
            retries: RetryPolicy(delays: rule.delays, attemptSeconds: FetchPolicy.attemptSeconds),
            totalSeconds: rule.totalSeconds, connectSeconds: min(FetchPolicy.connectSeconds, rule.firstByteSeconds),
            stallSeconds: rule.stallSeconds)
        transfer = HTTPTransfer(locator: context.locator, timeouts: timeouts, jar: context.jar)
    }

    /// Starts the first attempt. May be called on any thread. The transfer retains itself until the fetch has ended.
    func start() {
        fetch.atEnd { [self] in NetworkThread.shared.perform { [self] in close() } }
        if request.openStart != nil {
            fetch.atLimit { [weak self] count in
                NetworkThread.shared.perform { [weak self] in self?.limited(to: count) }
            }
        }
        NetworkThread.shared.perform { [self] in
            let now = SystemHostClock().now
            times = Times(started: now, lastBytes: now)
            send()
        }
    }

    private func close() {
        if let unfinished = transfer?.close() { note(unfinished, .cancelled) }
        transfer = nil
    }

    /// Limits an open range. The bytes may have been received already, while the server still sends the rest.
    private func limited(to count: Int64) {
        limit = count
        if case .failed = attempt.outcome { return }
        guard count > 0, Int64(bytes.count) >= count, !fetch.hasEnded, let record = transfer?.close() else { return }
        transfer = nil
        note(record, .whole)
        bytes.removeLast(bytes.count - Int(count))
        self.count = bytes.count
        succeed(record)
    }

    private func note(_ record: TransferRecord, _ outcome: StreamTransfer.Outcome) {
        context.log.append(record)
        context.report(
            StreamTransfer(
                content: request.kind.content, kind: request.mediaKind, mediaSeconds: request.duration,
                outcome: outcome, record: record))
    }

    /// The remaining time while no bytes arrive.
    private var secondsLeft: Double {
        let total = history.isUnreachable ? min(rule.totalSeconds, rule.unreachableSeconds) : rule.totalSeconds
        return min(total - Double(SystemHostClock().now &- times.lastBytes) / 1e9, flowSecondsLeft)
    }

    /// The remaining time while bytes arrive.
    private var flowSecondsLeft: Double {
        rule.totalSeconds * max(rule.flowFactor, 1) - Double(SystemHostClock().now &- times.started) / 1e9
    }

    private func send() {
        guard !fetch.hasEnded else { return }
        if history.resumption == nil { discard() }
        attempt = Attempt(number: attempt.number + 1, request: body, countBefore: count)
        fetch.report(received: Int64(count), expected: history.resumption?.total)
        var ask = HTTPTransferRequest(
            url: request.url, body: attempt.request, headers: request.headers, acceptsGzip: rule.acceptsGzip,
            connectSeconds: min(timeouts.connectSeconds, secondsLeft),
            responseSeconds: min(rule.firstByteSeconds, secondsLeft),
            totalSeconds: flowSecondsLeft, isBackground: request.isBackground)
        if isResuming, let tag = history.resumption?.tag { ask.headers["If-Range"] = tag }
        transfer?.begin(ask, for: self, generation: attempt.number)
    }

    /// Discards the received bytes, because the next attempt starts at the first byte. An `ArrivingBody` skips bytes that it has.
    private func discard() {
        bytes = []
        count = 0
    }

    private var isResuming: Bool { history.resumption != nil && !request.isRange }

    private var body: BodyRequest {
        if let range = request.byteRange { return BodyRequest(.range(range)) }
        if let start = request.openStart { return BodyRequest(.range(start..<ResourceRequest.openEnd + 1)) }
        // A server that ignores the range sends the whole resource again, which replaces the received bytes.
        return isResuming ? BodyRequest(.from(Int64(count)), maximumSkip: .max) : BodyRequest(.whole)
    }

    // MARK: - HTTPTransferReader

    func began(_ head: HTTPHead, url: String, generation: Int) {
        guard generation == attempt.number else { return }
        context.hasAnswered.set()
        attempt.head = head
        judge(head)
        guard case .open = attempt.outcome else { return }
        let expected = attempt.expected ?? 0
        if expected > rule.maximumBytes {
            attempt.outcome = .failed(Failure(error: ResourceLimits.error(request, expected, rule.maximumBytes)))
        }
        if fetch.body == nil { bytes.reserveCapacity(Int(min(expected, rule.maximumBytes, Self.largestReserve))) }
    }

    private func judge(_ head: HTTPHead) {
        switch attempt.request.answer(head, now: Date().timeIntervalSince1970) {
        case .body(let body) where isResuming:
            if !body.isPartial {
                discard()
            } else if body.resourceLength != history.resumption?.total {
                return fail(HTTPFailure(.changed, detail: head.fields["content-range"]))
            }
            attempt.expected = body.resourceLength
        case .body(let body):
            attempt.skip = body.skip
            attempt.expected = request.byteRange.map { $0.upperBound - $0.lowerBound } ?? body.length
        case .pastEnd(let length) where isResuming && length == Int64(count):
            // The server declared more than it has: the received bytes are complete.
            attempt.outcome = .nothingMore
        case .pastEnd: fail(HTTPFailure(.status(head.status, retryAfter: nil)))
        case .failure(let failure): fail(failure)
        }
    }

    private func fail(_ failure: HTTPFailure) {
        // The server declared more than it has: request the whole resource once more.
        let error =
            isResuming && failure.status == 416
            ? DeclaredLengthCheck.error(request)
            : MediaError(failure, url: request.url, status: attempt.head.status == 0 ? nil : attempt.head.status)
        let cause = isResuming && failure.status == 416 ? HTTPFailure(.endedEarly) : failure
        attempt.outcome = .failed(Failure(error: error, cause: cause))
    }

    func received(_ chunk: UnsafeRawBufferPointer, generation: Int) -> ReceiveOutcome {
        guard generation == attempt.number else { return .stop }
        switch attempt.outcome {
        case .open, .complete: break
        case .nothingMore, .failed:
            return attempt.head.contentLength.map { $0 <= Self.shortBody } == true ? .taken : .stop
        }
        if let body = fetch.body, !body.hasRoom(orElse: { [weak self] in self?.continueReceiving() }) { return .pause }
        let skipped = min(Int64(chunk.count), attempt.skip)
        attempt.skip -= skipped
        var rest = chunk.dropFirst(Int(skipped))
        let wanted = request.byteRange.map { $0.upperBound - $0.lowerBound } ?? limit
        if let wanted { rest = rest.prefix(Int(clamping: max(0, wanted - Int64(count)))) }
        guard Int64(count + rest.count) <= rule.maximumBytes else {
            attempt.outcome = .failed(Failure(error: ResourceLimits.error(request, nil, rule.maximumBytes)))
            return .stop
        }
        if let body = fetch.body {
            body.write(UnsafeRawBufferPointer(rebasing: rest), at: Int64(count))
        } else {
            bytes.append(contentsOf: rest)
        }
        count += rest.count
        if !rest.isEmpty {
            times.lastBytes = SystemHostClock().now
            fetch.report(received: Int64(count), expected: attempt.expected)
        }
        guard let wanted, Int64(count) == wanted else { return .taken }
        attempt.outcome = .complete
        // If the server sent the whole file instead of the range, do not wait for the bytes after the range.
        let hasMore = limit != nil || attempt.head.status != 206 && rest.endIndex < chunk.endIndex
        return hasMore ? .stop : .taken
    }

    /// Resumes the transfer after the reader of the body has caught up. May be called on any thread.
    private func continueReceiving() {
        NetworkThread.shared.perform { [weak self] in
            guard let self else { return }
            times.lastBytes = SystemHostClock().now
            transfer?.unpause()
        }
    }

    func ended(_ record: TransferRecord, _ failure: HTTPFailure?, generation: Int) {
        guard generation == attempt.number, !fetch.hasEnded else { return note(record, .cancelled) }
        history.hasConnected = history.hasConnected || record.hasConnected
        history.isUnreachable = !history.hasConnected && !context.hasAnswered.isSet
        guard let problem = problem(record, failure) else {
            note(record, .whole)
            return succeed(record)
        }
        var error = problem.error
        error.url = request.url
        error.httpStatus = error.httpStatus ?? (record.status == 0 ? nil : record.status)
        if !attempt.head.fields.isEmpty { error.httpHeaders = attempt.head.fields }
        error.serverAddress = record.serverAddress
        note(record, .failed(error))
        retryOrEnd(Failure(error: error, cause: problem.cause))
    }

    /// Returns the reason why the attempt has not loaded the request; nil if it has.
    private func problem(_ record: TransferRecord, _ failure: HTTPFailure?) -> Failure? {
        switch attempt.outcome {
        case .failed(let problem): return problem
        case .complete, .nothingMore: return nil
        case .open:
            let isCompleteWithoutRange =
                failure?.kind == .endedEarly && request.kind == .segment && request.byteRange == nil
                && history.declaredLength.isAll(
                    count, isAtEnd: fetch.body?.isAtEndOfSegment ?? SegmentEnd.isAtEnd(of: bytes))
            if let failure, !isCompleteWithoutRange {
                return Failure(error: MediaError(failure, url: record.url ?? request.url), cause: failure)
            }
            guard request.byteRange != nil || limit != nil else { return nil }
            return Failure(
                error: ResourceLimits.isShort(request, Int64(count)), cause: HTTPFailure(.endedEarly))
        }
    }

    private func succeed(_ record: TransferRecord) {
        var head = attempt.head
        var status = record.status
        if case .nothingMore = attempt.outcome {
            // This response has no body, so the fields of the one with the bytes apply.
            head.fields = history.resumption?.fields ?? [:]
            head.fields["content-range"] = nil
            head.fields["content-length"] = history.resumption.map { "\($0.total)" }
            status = 200
        }
        let locator = context.locator
        let resource = FetchedResource(
            bytes: bytes, url: record.url ?? request.url,
            mimeType: request.url == locator.url ? locator.mimeType ?? head.mediaType : head.mediaType,
            status: status, totalLength: head.contentRange?.total,
            age: head.age, dates: head.dates, fields: head.fields, record: record)
        discard()
        fetch.end(.success(resource))
    }

    /// Set if the received part of a segment can be continued: the server supports ranges and declared the total size.
    private var resumable: (total: Int64, tag: String?, fields: [String: String])? {
        if case .failed = attempt.outcome { return nil }
        let head = attempt.head
        guard request.kind == .segment, !request.isRange, !head.isEncoded,
            head.status == 206 || head.status == 200 && head.acceptsRanges,
            let expected = attempt.expected, count > 0, count < expected
        else { return nil }
        return (expected, head.strongEntityTag ?? history.resumption?.tag, head.fields)
    }

    private func retryOrEnd(_ problem: Failure) {
        history.resumption = resumable
        if history.resumption == nil { discard() }
        // The received bytes only count as progress if the next attempt continues after them.
        if history.resumption != nil, count - attempt.countBefore >= Self.countableBytes { history.failures = 0 }
        history.failures += 1
        let isSilence = problem.error.code == .networkTimedOut
        guard request.isRepeated, request.isRepeatedAfterSilence || !isSilence, let cause = problem.cause,
            case .retry(let delay) = timeouts.retries.decision(
                after: cause, failures: history.failures, hasAnswered: context.hasAnswered.isSet,
                secondsLeft: secondsLeft)
        else { return fetch.end(.failure(problem.error)) }
        let failed = attempt.number
        NetworkThread.shared.after(seconds: delay) { [weak self] in
            guard let self, self.attempt.number == failed else { return }
            self.send()
        }
    }
}

extension ResourceRequest.Kind {
    var content: StreamTransfer.Content {
        switch self {
        case .multivariant: .multivariant
        case .playlist: .playlist
        case .segment: .media
        case .initSection: .initSection
        case .key: .key
        case .interstitialList, .other: .other
        }
    }
}

extension ResourceRequest {
    fileprivate var isRange: Bool { byteRange != nil || openStart != nil }
}
