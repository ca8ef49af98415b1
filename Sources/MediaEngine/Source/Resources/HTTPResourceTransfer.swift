import Foundation

/// The attempts to get one resource from a web server. Confined to the network thread, `init` and `start` apart.
final class HTTPResourceTransfer: HTTPTransferReader, @unchecked Sendable {  // Confined to the network thread.
    /// The most that is read and thrown away where a server sends the whole for a range.
    static let longestSkip: Int64 = 256 << 20
    /// The body of an error is read to its end up to here, as that keeps the connection.
    static let shortBody: Int64 = 64 << 10
    /// Memory is not set aside for what a server only promises.
    static let largestReserve: Int64 = 16 << 20
    /// An attempt that brought so much before it failed was no failure of the server.
    static let countableBytes = 16 << 10

    private let request: ResourceRequest
    private let rule: FetchPolicy.Rule
    private let locator: MediaLocator
    private let log: TransferLog
    private let report: ResourceLoader.Report
    private let hasAnswered: ResourceLoader.Answered
    private let fetch: ResourceFetch
    private let patience: NetworkPatience
    private var transfer: HTTPTransfer?

    private var attempt = 0
    /// Attempts that have failed since one brought enough to count as going on.
    private var failures = 0
    private var started: Int64 = 0
    /// When the last bytes of the body came; at first, when it was started.
    private var lastBytesAt: Int64 = 0
    /// What was there when the attempt began.
    private var countBefore = 0
    private var response = HTTPResponse()
    private var bytes: [UInt8] = []
    private var skip: Int64 = 0
    private var expected: Int64?
    private var problem: MediaError?
    private var hasConnected = false
    private var isUnreachable = false
    /// How much of an open range is wanted, where that is known.
    private var limit: Int64?
    /// All that was asked for is there, though the server may have more.
    private var isComplete = false
    /// What the attempts so far brought is kept, and the next one goes on behind it; the whole has so many bytes.
    private var resumption: (total: Int64, tag: String?)?
    /// Asked for the rest of a body that seemed too short, the server says that there is none.
    private var hasNoMore = false
    private var brokenPromise = BrokenPromise()

    init(
        _ request: ResourceRequest, _ rule: FetchPolicy.Rule, _ locator: MediaLocator, _ jar: HTTPCookieJar,
        _ log: TransferLog, _ report: @escaping ResourceLoader.Report, _ hasAnswered: ResourceLoader.Answered,
        _ fetch: ResourceFetch
    ) {
        self.request = request
        self.rule = rule
        self.locator = locator
        self.log = log
        self.report = report
        self.hasAnswered = hasAnswered
        self.fetch = fetch
        var patience = NetworkPatience()
        patience.stallSeconds = rule.stallSeconds
        patience.connectSeconds = min(FetchPolicy.connectSeconds, rule.firstByteSeconds)
        self.patience = patience
        transfer = HTTPTransfer(locator: locator, patience: patience, jar: jar, reader: self)
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
            started = SystemHostClock().now
            lastBytesAt = started
            send()
        }
    }

    private func close() {
        if let unfinished = transfer?.close() { note(unfinished, .cancelled) }
        transfer = nil
    }

    /// So much of an open range is enough: it may be here already, and the server busy with what comes behind it.
    private func limited(to count: Int64) {
        limit = count
        guard count > 0, Int64(bytes.count) >= count, problem == nil, !fetch.hasEnded, let record = transfer?.close()
        else {
            return
        }
        transfer = nil
        note(record, .whole)
        bytes.removeLast(bytes.count - Int(count))
        succeed(record)
    }

    private func note(_ record: TransferRecord, _ outcome: StreamTransfer.Outcome) {
        log.append(record)
        report(
            StreamTransfer(
                content: request.kind.content, kind: request.mediaKind, mediaSeconds: request.duration,
                outcome: outcome, record: record))
    }

    /// While nothing comes.
    private var secondsLeft: Double {
        let total = isUnreachable ? min(rule.totalSeconds, rule.unreachableSeconds) : rule.totalSeconds
        return min(total - Double(SystemHostClock().now &- lastBytesAt) / 1e9, flowSecondsLeft)
    }

    /// While something comes.
    private var flowSecondsLeft: Double {
        rule.totalSeconds * max(rule.flowFactor, 1) - Double(SystemHostClock().now &- started) / 1e9
    }

    private func send() {
        guard !fetch.hasEnded else { return }
        attempt += 1
        response = HTTPResponse()
        if resumption == nil { bytes = [] }
        countBefore = bytes.count
        skip = 0
        expected = nil
        problem = nil
        isComplete = false
        hasNoMore = false
        fetch.report(received: Int64(bytes.count), expected: resumption?.total)
        var ask = HTTPAsk(
            url: request.url, headers: request.headers, acceptsGzip: rule.acceptsGzip && request.byteRange == nil,
            connectSeconds: min(patience.connectSeconds, secondsLeft),
            answerSeconds: min(rule.firstByteSeconds, secondsLeft),
            totalSeconds: flowSecondsLeft, isBackground: request.isBackground)
        if let range = request.byteRange {
            ask.range = "\(range.lowerBound)-\(range.upperBound - 1)"
            ask.firstByteOffset = range.lowerBound
        } else if let start = request.openStart {
            ask.range = "\(start)-\(ResourceRequest.openEnd)"
            ask.firstByteOffset = start
        } else if let resumption {
            ask.range = "\(bytes.count)-"
            ask.firstByteOffset = Int64(bytes.count)
            if let tag = resumption.tag { ask.headers["If-Range"] = tag }
        }
        transfer?.begin(ask, generation: attempt)
    }

    // MARK: - HTTPTransferReader

    func began(_ response: HTTPResponse, generation: Int) {
        guard generation == attempt else { return }
        hasAnswered.set()
        self.response = response
        problem = judge(response)
        guard problem == nil else { return }
        if let expected, expected > rule.maximumBytes {
            problem = ResourceLimits.error(request, expected, rule.maximumBytes)
        }
        bytes.reserveCapacity(Int(min(expected ?? 0, rule.maximumBytes, Self.largestReserve)))
    }

    private func judge(_ response: HTTPResponse) -> MediaError? {
        let length = response.isPacked ? nil : response.contentLength
        let wanted = request.byteRange.map { $0.upperBound - $0.lowerBound }
        switch response.status {
        case 206 where resumption != nil && request.byteRange == nil:
            let (start, total) = (response.contentRange?.start, response.contentRange?.total)
            guard start == Int64(bytes.count), total == resumption?.total, !response.isPacked else {
                return MediaError(
                    .malformed, "The server went on with another file than it began with.",
                    detail: response.headers["content-range"], url: request.url, byteOffset: Int64(bytes.count),
                    httpStatus: 206)
            }
            expected = total
        case 206:
            let start = request.start
            guard let answered = response.contentRange, answered.start == start,
                // Whoever asked for the whole can use a part only where it is the whole.
                request.isRange || (answered.total != nil && answered.total == length)
            else {
                return MediaError(
                    .malformed, "The server sent other bytes than were asked for.",
                    detail: response.headers["content-range"], url: request.url, byteOffset: start, httpStatus: 206)
            }
            guard !request.isRange || !response.isPacked else {
                return MediaError(
                    .rangesNotSupported, "The server packs the parts of files, so that they cannot be used.",
                    detail: response.headers["content-encoding"], url: request.url, byteOffset: start, httpStatus: 206)
            }
            expected = wanted ?? length
        case 200...299:
            // Whoever sends the whole again begins anew.
            if resumption != nil { bytes = [] }
            skip = request.start
            guard skip <= Self.longestSkip else {
                return MediaError(
                    .rangesNotSupported, "The server cannot send from the middle of a file that is so large.",
                    url: request.url, byteOffset: skip, httpStatus: response.status)
            }
            expected = wanted ?? length
        case 416 where resumption != nil && request.byteRange == nil:
            // It promised more than it has: what came is the whole, or all is asked for once more.
            hasNoMore = response.contentRange?.total == Int64(bytes.count)
            return hasNoMore ? nil : BrokenPromise.error(request)
        default:
            return HTTPErrors.error(status: response.status, retryAfter: response.retryAfter, url: request.url)
        }
        return nil
    }

    func received(_ piece: UnsafeRawBufferPointer, generation: Int) -> DataAnswer {
        guard generation == attempt else { return .stop }
        guard problem == nil, !hasNoMore else {
            return response.contentLength.map { $0 <= Self.shortBody } == true ? .taken : .stop
        }
        let skipped = min(Int64(piece.count), skip)
        skip -= skipped
        var rest = piece.dropFirst(Int(skipped))
        if let range = request.byteRange {
            rest = rest.prefix(Int(range.upperBound - range.lowerBound) - bytes.count)
        } else if let limit {
            rest = rest.prefix(Int(clamping: max(0, limit - Int64(bytes.count))))
        }
        guard Int64(bytes.count + rest.count) <= rule.maximumBytes else {
            problem = ResourceLimits.error(request, nil, rule.maximumBytes)
            return .stop
        }
        bytes.append(contentsOf: rest)
        if !rest.isEmpty {
            lastBytesAt = SystemHostClock().now
            fetch.report(received: Int64(bytes.count), expected: expected)
        }
        // Of a whole file that came for a range, what follows the range is not waited for.
        let wanted = request.byteRange.map { $0.upperBound - $0.lowerBound } ?? limit
        isComplete = wanted.map { Int64(bytes.count) == $0 } ?? false
        let hasMore = limit != nil || response.status != 206 && rest.endIndex < piece.endIndex
        return isComplete && hasMore ? .stop : .taken
    }

    func ended(_ record: TransferRecord, _ error: MediaError?, generation: Int) {
        guard generation == attempt, !fetch.hasEnded else { return note(record, .cancelled) }
        hasConnected = hasConnected || record.hasConnected
        isUnreachable = !hasConnected && !hasAnswered.isSet
        var problem = self.problem ?? (isComplete || hasNoMore ? nil : error)
        if problem?.code == .wrongLength, self.problem == nil, request.kind == .segment, request.byteRange == nil,
            brokenPromise.isAll(bytes)
        {
            problem = nil
        }
        if problem == nil, request.byteRange != nil || limit != nil, !isComplete {
            problem = ResourceLimits.isShort(request, Int64(bytes.count))
        }
        guard var problem else {
            note(record, .whole)
            return succeed(record)
        }
        problem.url = request.url
        problem.httpStatus = problem.httpStatus ?? (record.status == 0 ? nil : record.status)
        if !response.headers.isEmpty { problem.httpHeaders = response.headers }
        problem.serverAddress = record.serverAddress
        note(record, .failed(problem))
        fail(problem)
    }

    private func succeed(_ record: TransferRecord) {
        // An answer that brings nothing tells nothing of what came before it.
        let type = (hasNoMore ? nil : response.headers["content-type"]).map {
            $0.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        }
        let resource = FetchedResource(
            bytes: bytes, url: record.url ?? request.url,
            mimeType: request.url == locator.url ? locator.mimeType ?? type : type,
            status: hasNoMore ? 200 : record.status,
            totalLength: response.contentRange?.total,
            age: response.headers["age"].flatMap(Double.init).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil },
            dates: response.dates, record: record)
        bytes = []
        fetch.end(.success(resource))
    }

    /// Whether what came of a segment can be kept: the server has parts, and has told how large the whole is.
    private var resumable: (total: Int64, tag: String?)? {
        guard request.kind == .segment, !request.isRange, problem == nil, !response.isPacked,
            response.status == 206 || response.status == 200 && response.headers["accept-ranges"] == "bytes",
            let expected, !bytes.isEmpty, bytes.count < expected
        else { return nil }
        // A weak tag does not tell one byte from another.
        let tag = response.headers["etag"].flatMap { $0.hasPrefix("\"") ? $0 : nil }
        return (expected, tag ?? resumption?.tag)
    }

    /// Tries again, or gives up.
    private func fail(_ error: MediaError) {
        resumption = resumable
        if resumption == nil { bytes = [] }
        let delays = rule.delays
        let isSilence = error.code == .networkTimedOut
        // Only where the next attempt goes on behind it has what came been of use.
        if resumption != nil, bytes.count - countBefore >= Self.countableBytes { failures = 0 }
        failures += 1
        guard request.isRepeated, patience.isRetryable(error, hasAnswered: hasAnswered.isSet),
            failures <= delays.count, request.isRepeatedAfterSilence || !isSilence
        else {
            return fetch.end(.failure(error))
        }
        let delay = max(delays[failures - 1], error.code == .httpStatus ? response.retryAfter ?? 0 : 0)
        guard delay + FetchPolicy.attemptSeconds < secondsLeft else { return fetch.end(.failure(error)) }
        let failed = attempt
        NetworkThread.shared.after(seconds: delay) { [weak self] in
            guard let self, self.attempt == failed else { return }
            self.send()
        }
    }
}

extension ResourceRequest.Kind {
    fileprivate var content: StreamTransfer.Content {
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
    /// The first byte that is wanted.
    fileprivate var start: Int64 { byteRange?.lowerBound ?? openStart ?? 0 }
}
