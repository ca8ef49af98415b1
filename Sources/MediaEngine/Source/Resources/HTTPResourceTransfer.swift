import Foundation
import HTTPRules

/// The attempts to get one resource from a web server. Confined to the network thread, `init` and `start` apart.
final class HTTPResourceTransfer: HTTPTransferReader, @unchecked Sendable {  // Confined to the network thread.
    /// The body of an error is read to its end up to here, as that keeps the connection.
    static let shortBody: Int64 = 64 << 10
    /// Memory is not reserved for what a server only declares.
    static let largestReserve: Int64 = 16 << 20
    /// An attempt that brought so much before it failed was no failure of the server.
    static let countableBytes = 16 << 10

    /// What the loader gives to each transfer.
    struct Context {
        var locator: MediaLocator
        var jar: HTTPCookieJar
        var log: TransferLog
        var report: ResourceLoader.Report
        var hasAnswered: ResourceLoader.Answered
    }

    /// The attempt under way.
    private struct Attempt {
        var number = 0
        var request = BodyRequest(.whole)
        var head = HTTPHead()
        var skip: Int64 = 0
        /// Bytes of the resource or range, where the server says so.
        var expected: Int64?
        var outcome = Outcome.open
        /// Bytes that were here when the attempt began.
        var countBefore = 0
    }

    /// What is known of an attempt before its transfer ends.
    private enum Outcome {
        case open
        /// All requested bytes are here, though the server may have more.
        case complete
        /// Requested to send the rest of a body that seemed too short, the server says that there is none.
        case nothingMore
        case failed(Failure)
    }

    /// A failure with the judgement that decides about retries, where it is one of the transfer.
    private struct Failure {
        var error: MediaError
        var cause: HTTPFailure?
    }

    /// The times that limits count from, in nanoseconds of the machine's monotonic clock.
    private struct Times {
        var started: Int64 = 0
        /// When the last bytes of the body came; at first, when it was started.
        var lastBytes: Int64 = 0
    }

    /// How far the attempts so far have come.
    private struct History {
        /// Attempts that have failed since one brought enough to count as progress.
        var failures = 0
        var hasConnected = false
        var isUnreachable = false
        /// What the attempts so far brought stays, and the next one continues behind it; the whole has so many bytes.
        var resumption: (total: Int64, tag: String?)?
        var brokenPromise = BrokenPromise()
    }

    private let request: ResourceRequest
    private let rule: FetchPolicy.Rule
    private let context: Context
    private let fetch: ResourceFetch
    private let patience: NetworkPatience
    private var transfer: HTTPTransfer?
    private var attempt = Attempt()
    private var history = History()
    private var times = Times()
    /// Bytes of the resource or range that are here; in `fetch.body` where there is one, else in `bytes`.
    private var count = 0
    private var bytes: [UInt8] = []
    /// How much of an open range is wanted, where that is known.
    private var limit: Int64?

    init(_ request: ResourceRequest, _ rule: FetchPolicy.Rule, _ context: Context, _ fetch: ResourceFetch) {
        self.request = request
        self.rule = rule
        self.context = context
        self.fetch = fetch
        patience = NetworkPatience(
            retries: RetryPolicy(delays: rule.delays, attemptSeconds: FetchPolicy.attemptSeconds),
            totalSeconds: rule.totalSeconds, connectSeconds: min(FetchPolicy.connectSeconds, rule.firstByteSeconds),
            stallSeconds: rule.stallSeconds)
        transfer = HTTPTransfer(locator: context.locator, patience: patience, jar: context.jar)
    }

    /// Any thread. The transfer keeps itself until the fetch has ended.
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

    /// So much of an open range is enough: it may be here already, and the server busy with what follows.
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

    /// While nothing comes.
    private var secondsLeft: Double {
        let total = history.isUnreachable ? min(rule.totalSeconds, rule.unreachableSeconds) : rule.totalSeconds
        return min(total - Double(SystemHostClock().now &- times.lastBytes) / 1e9, flowSecondsLeft)
    }

    /// While something comes.
    private var flowSecondsLeft: Double {
        rule.totalSeconds * max(rule.flowFactor, 1) - Double(SystemHostClock().now &- times.started) / 1e9
    }

    private func send() {
        guard !fetch.hasEnded else { return }
        if history.resumption == nil { discard() }
        attempt = Attempt(number: attempt.number + 1, request: body, countBefore: count)
        fetch.report(received: Int64(count), expected: history.resumption?.total)
        var ask = HTTPAsk(
            url: request.url, body: attempt.request, headers: request.headers, acceptsGzip: rule.acceptsGzip,
            connectSeconds: min(patience.connectSeconds, secondsLeft),
            answerSeconds: min(rule.firstByteSeconds, secondsLeft),
            totalSeconds: flowSecondsLeft, isBackground: request.isBackground)
        if isResuming, let tag = history.resumption?.tag { ask.headers["If-Range"] = tag }
        transfer?.begin(ask, for: self, generation: attempt.number)
    }

    /// The next bytes are the first ones again; a body that arrives leaves out what it has.
    private func discard() {
        bytes = []
        count = 0
    }

    private var isResuming: Bool { history.resumption != nil && !request.isRange }

    private var body: BodyRequest {
        if let range = request.byteRange { return BodyRequest(.range(range)) }
        if let start = request.openStart { return BodyRequest(.range(start..<ResourceRequest.openEnd + 1)) }
        // A server that ignores the range sends the whole again, which replaces what is here.
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
            // The server declared more than it has: what came is the whole.
            attempt.outcome = .nothingMore
        case .pastEnd: fail(HTTPFailure(.status(head.status, retryAfter: nil)))
        case .failure(let failure): fail(failure)
        }
    }

    private func fail(_ failure: HTTPFailure) {
        // A server that declared more than it has is requested to send all of it once more.
        let error =
            isResuming && failure.status == 416
            ? BrokenPromise.error(request)
            : MediaError(failure, url: request.url, status: attempt.head.status == 0 ? nil : attempt.head.status)
        let cause = isResuming && failure.status == 416 ? HTTPFailure(.endedEarly) : failure
        attempt.outcome = .failed(Failure(error: error, cause: cause))
    }

    func received(_ chunk: UnsafeRawBufferPointer, generation: Int) -> DataAnswer {
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
        // Of a whole file that came for a range, what follows the range is not waited for.
        let hasMore = limit != nil || attempt.head.status != 206 && rest.endIndex < chunk.endIndex
        return hasMore ? .stop : .taken
    }

    /// Any thread: the reader of the body has caught up.
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

    /// Why the attempt did not bring what was requested; nil where it did.
    private func problem(_ record: TransferRecord, _ failure: HTTPFailure?) -> Failure? {
        switch attempt.outcome {
        case .failed(let problem): return problem
        case .complete, .nothingMore: return nil
        case .open:
            let isWholeAnyway =
                failure?.kind == .endedEarly && request.kind == .segment && request.byteRange == nil
                && history.brokenPromise.isAll(
                    count, isAtEnd: fetch.body?.isAtEndOfSegment ?? SegmentEnd.isAtEnd(of: bytes))
            if let failure, !isWholeAnyway {
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
            // A response without a body says nothing about what came before it.
            head.fields["content-type"] = nil
            status = 200
        }
        let locator = context.locator
        let resource = FetchedResource(
            bytes: bytes, url: record.url ?? request.url,
            mimeType: request.url == locator.url ? locator.mimeType ?? head.mediaType : head.mediaType,
            status: status, totalLength: head.contentRange?.total,
            age: head.age, dates: head.dates, record: record)
        discard()
        fetch.end(.success(resource))
    }

    /// Whether what came of a segment can stay: the server sends ranges, and has declared how large the whole is.
    private var resumable: (total: Int64, tag: String?)? {
        if case .failed = attempt.outcome { return nil }
        let head = attempt.head
        guard request.kind == .segment, !request.isRange, !head.isEncoded,
            head.status == 206 || head.status == 200 && head.acceptsRanges,
            let expected = attempt.expected, count > 0, count < expected
        else { return nil }
        return (expected, head.strongEntityTag ?? history.resumption?.tag)
    }

    private func retryOrEnd(_ problem: Failure) {
        history.resumption = resumable
        if history.resumption == nil { discard() }
        // Only where the next attempt continues behind it has what came been of use.
        if history.resumption != nil, count - attempt.countBefore >= Self.countableBytes { history.failures = 0 }
        history.failures += 1
        let isSilence = problem.error.code == .networkTimedOut
        guard request.isRepeated, request.isRepeatedAfterSilence || !isSilence, let cause = problem.cause,
            case .retry(let delay) = patience.retries.decision(
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
