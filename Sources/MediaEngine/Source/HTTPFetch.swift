import Foundation
import HTTPRules

/// The state of an `HTTPSource`: a window of bytes around the read position, which a transfer fills.
///
/// Used by one reader thread and by the network thread.
final class HTTPFetch: HTTPTransferReader, Sendable {
    static let readAhead = 8 << 20
    /// Forward skips up to this length are read through, because a new request costs a round trip.
    static let readThrough: Int64 = 256 << 10

    let log = TransferLog()
    private let locator: MediaLocator
    private let timeouts: NetworkTimeouts
    private let transfer: HTTPTransfer
    private let monitor = Monitor(State())

    private struct State: Sendable {
        var window = ReadWindow(ahead: HTTPFetch.readAhead)
        var file = RemoteFile()
        var phase = Phase.idle
        var progress = Progress()
        /// The number of the current request; data of an earlier request is ignored.
        var generation = 0
        var isCancelled = false

        /// The first byte of the next or the current request.
        var requestOffset: Int64 { file.isEncoded ? 0 : window.end }
        /// Whether everything up to the known end has been received.
        var hasReachedEnd: Bool { file.size.map { window.end >= $0 } ?? false }
    }

    /// The properties of the resource according to the responses.
    private struct RemoteFile: Sendable {
        var hasAnswered = false
        /// The head of the first accepted response.
        var head = HTTPHead()
        /// The size in bytes: declared, or determined by reading to the end.
        var size: Int64?
        var mimeType: String?
        var resolvedURL: URL?
        var acceptsRanges = false
        /// Whether the server encodes the body, so that it cannot be resumed with a range.
        var isEncoded = false
        var validator = ResourceValidator()
    }

    private enum Phase: Sendable {
        /// No request is under way.
        case idle
        case requesting(Body)
        case waitingToRetry
        /// The last request has received the last byte of the resource.
        case atEnd
        /// Reported by the next read after the window, and then cleared.
        case failed(MediaError)

        var isActive: Bool {
            switch self {
            case .requesting, .waitingToRetry: true
            case .idle, .atEnd, .failed: false
            }
        }
    }

    /// The state of the pending response's body.
    private enum Body: Sendable {
        /// The response head has not been received.
        case expected
        /// - Parameter skip: bytes at the start of the body that were received before.
        case receiving(skip: Int64, isPaused: Bool)
        /// The body is discarded because of this failure; without a failure, because the resource ends before the requested range.
        case discarded(HTTPFailure?, status: Int)
    }

    /// The last time at which a sufficient number of bytes had been received, and the failures since then.
    private struct Progress: Sendable {
        var failures = 0
        var lastTime: Int64 = 0
        /// The end of the window at `lastTime`. A few bytes do not count as progress; otherwise a very slow server would never time out.
        var mark: Int64 = 0
    }

    private var now: Int64 { SystemHostClock().now }

    init(_ locator: MediaLocator, timeouts: NetworkTimeouts) {
        self.locator = locator
        self.timeouts = timeouts
        transfer = HTTPTransfer(locator: locator, timeouts: timeouts)
    }

    func close() {
        monitor.withLock {
            $0.generation += 1
            $0.isCancelled = true
        }
        monitor.broadcast()
        NetworkThread.shared.perform { [transfer] in transfer.close() }
    }

    // MARK: - Properties

    var url: URL { locator.url }

    var size: Int64? { monitor.withLock { $0.file.size } }
    var isSeekable: Bool { monitor.withLock { $0.file.acceptsRanges && $0.file.size != nil } }
    var resolvedURL: URL? { monitor.withLock { $0.file.resolvedURL } }
    var mimeType: String? { monitor.withLock { $0.file.mimeType } }
    var bufferedAhead: Int { monitor.withLock { Int(clamping: $0.window.bytesAhead) } }

    /// Returns the first response's head, and the record of the last transfer. Blocks until no transfer is in flight; call only after the
    /// last byte was read.
    func completed() -> (head: HTTPHead, record: TransferRecord?) {
        let head = monitor.wait(on: SystemHostClock()) { state -> Monitor<State>.Attempt<HTTPHead> in
            state.phase.isActive && !state.isCancelled ? .wait(until: nil) : .done(state.file.head)
        }
        return (head, log.records.last)
    }

    // MARK: - The reader

    func open() throws(MediaError) {
        monitor.withLock { if !$0.file.hasAnswered { start(at: 0, &$0) } }
        let outcome: Result<Int64?, MediaError> = monitor.wait(on: SystemHostClock()) { state in
            if case .failed(let error) = state.phase { return .done(.failure(error)) }
            if state.file.hasAnswered { return .done(.success(state.file.size)) }
            if state.isCancelled { return .done(.failure(MediaError.readingWasCancelled(self.locator.url))) }
            return .wait(until: nil)
        }
        if try outcome.get() == 0 {
            throw MediaError(.empty, "The server sent an empty file; there is nothing in it to play.", url: locator.url)
        }
    }

    func seek(to offset: Int64) throws(MediaError) {
        guard offset >= 0 else { throw MediaError.negativeOffset(offset, locator.url) }
        monitor.withLock { $0.window.position = offset }
    }

    func setCancelled(_ cancelled: Bool) {
        monitor.withLock { $0.isCancelled = cancelled }
        monitor.broadcast()
    }

    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
        guard buffer.count > 0 else { return 0 }
        let outcome: Result<Int, MediaError> = monitor.wait(on: SystemHostClock()) { self.attempt(buffer, &$0) }
        return try outcome.get()
    }

    /// Reads buffered bytes, or makes sure that the missing bytes are requested.
    private func attempt(
        _ buffer: UnsafeMutableRawBufferPointer, _ state: inout State
    ) -> Monitor<State>.Attempt<Result<Int, MediaError>> {
        let position = state.window.position
        if state.isCancelled { return .done(.failure(MediaError.readingWasCancelled(locator.url))) }
        if let size = state.file.size, position >= size { return .done(.success(0)) }
        if state.window.hasPosition {
            let count = state.window.read(into: buffer)
            resumeIfRoom(&state)
            return .done(.success(count))
        }
        let isBehindWindow = position >= state.window.end
        let isNear = isBehindWindow && position - state.window.end <= Self.readThrough
        if case .failed(let error) = state.phase {
            // A failure is reported once: the next read retries. A failure at another offset does not prevent a request here.
            state.phase = .idle
            if isNear { return .done(.failure(error)) }
        }
        if case .atEnd = state.phase, isBehindWindow { return .done(.success(0)) }
        if state.phase.isActive, isNear || (!state.file.acceptsRanges && isBehindWindow) {
            resumeIfRoom(&state)
        } else {
            state.progress.failures = 0
            start(at: position, &state)
        }
        return .wait(until: nil)
    }

    private func resumeIfRoom(_ state: inout State) {
        guard case .requesting(.receiving(let skip, isPaused: true)) = state.phase,
            state.window.end - state.window.position < Int64(Self.readAhead / 2)
        else { return }
        state.phase = .requesting(.receiving(skip: skip, isPaused: false))
        NetworkThread.shared.perform { [transfer] in transfer.unpause() }
    }

    /// Starts a request with an empty window.
    private func start(at offset: Int64, _ state: inout State) {
        state.window.restart(at: offset)
        state.progress.mark = offset
        state.progress.lastTime = now
        request(&state)
    }

    /// Requests the bytes after the window's end.
    private func request(_ state: inout State) {
        state.generation += 1
        state.phase = .requesting(.expected)
        let (generation, left) = (state.generation, secondsLeft(state))
        let seconds = max(timeouts.retries.attemptSeconds, min(timeouts.connectSeconds, left))
        let ask = HTTPTransferRequest(
            url: locator.url, body: body(at: state.requestOffset), connectSeconds: seconds,
            responseSeconds: max(seconds, left))
        NetworkThread.shared.perform { [transfer] in transfer.begin(ask, for: self, generation: generation) }
    }

    private func body(at offset: Int64) -> BodyRequest { BodyRequest(.from(offset), acceptsEncodedRange: offset == 0) }

    private func secondsLeft(_ state: State) -> Double {
        timeouts.totalSeconds - Double(now - state.progress.lastTime) / 1e9
    }

    // MARK: - The network thread

    func began(_ head: HTTPHead, url: String, generation: Int) {
        monitor.withLock { state in
            guard generation == state.generation else { return }
            let body = judge(head, &state)
            state.phase = .requesting(body)
            if case .discarded(.some, _) = body { return }
            if !state.file.hasAnswered { state.file.head = head }
            state.file.hasAnswered = true
            state.file.resolvedURL = URL(string: url)
            state.file.mimeType =
                locator.mimeType ?? head.fields["content-type"].map { String($0.prefix { $0 != ";" }) }
        }
        monitor.broadcast()
    }

    private func judge(_ head: HTTPHead, _ state: inout State) -> Body {
        func discarded(_ failure: HTTPFailure?) -> Body { .discarded(failure, status: head.status) }
        let end = state.window.end
        let offset = state.requestOffset
        let body: BodyRequest.Body
        switch self.body(at: offset).answer(head, now: Date().timeIntervalSince1970) {
        case .failure(let failure):
            // A server that starts to encode responses sends another representation.
            let isOther = failure.kind == .encodedRange && state.file.hasAnswered
            return discarded(isOther ? HTTPFailure(.changed, detail: failure.detail) : failure)
        case .pastEnd(let length):
            // The file ends earlier than declared.
            state.file.size = length
            return discarded(nil)
        case .body(let good): body = good
        }
        // An encoded body cannot be resumed; it restarts at its first byte.
        let skip = body.skip + (end - offset)
        if head.isEncoded, body.isPartial, !state.file.isEncoded, state.file.hasAnswered {
            return discarded(HTTPFailure(.changed, detail: head.fields["content-encoding"]))
        }
        guard skip <= BodyRequest.usualSkip else { return discarded(HTTPFailure(.rangesUnsupported)) }
        if head.isEncoded { state.file.isEncoded = true }
        if state.file.isEncoded {
            state.file.acceptsRanges = false
        } else if body.isPartial {
            state.file.acceptsRanges = true
        } else if end > 0 {
            state.file.acceptsRanges = false
        } else if !state.file.hasAnswered {
            state.file.acceptsRanges = head.acceptsRanges
        }
        let length = state.file.isEncoded ? nil : body.resourceLength
        guard state.file.validator.accept(head, length: length, known: state.file.size) else {
            return discarded(HTTPFailure(.changed))
        }
        state.file.size = state.file.size ?? length
        return .receiving(skip: skip, isPaused: false)
    }

    func received(_ bytes: UnsafeRawBufferPointer, generation: Int) -> ReceiveOutcome {
        let answer = monitor.withLock { state -> ReceiveOutcome in
            guard generation == state.generation, case .requesting(.receiving(let skip, _)) = state.phase else {
                return .taken
            }
            let known = Int(min(Int64(bytes.count), skip))
            var rest = bytes.dropFirst(known)
            if let size = state.file.size { rest = rest.prefix(Int(clamping: max(0, size - state.window.end))) }
            guard state.window.append(UnsafeRawBufferPointer(rebasing: rest)) else {
                state.phase = .requesting(.receiving(skip: skip, isPaused: true))
                return .pause
            }
            state.phase = .requesting(.receiving(skip: skip - Int64(known), isPaused: false))
            let end = state.window.end
            if end - state.progress.mark >= NetworkTimeouts.stallBytes || end == state.file.size {
                state.progress = Progress(failures: 0, lastTime: now, mark: end)
            }
            return .taken
        }
        monitor.broadcast()
        return answer
    }

    func ended(_ record: TransferRecord, _ failure: HTTPFailure?, generation: Int) {
        log.append(record)
        monitor.withLock { state in
            guard generation == state.generation, case .requesting(let body) = state.phase else { return }
            var failure = failure
            var status = record.status
            if case .discarded(let judged, let answered) = body {
                status = answered
                failure = judged
            }
            if state.hasReachedEnd { failure = nil }
            if failure == nil, let size = state.file.size, state.window.end < size {
                failure = HTTPFailure(.endedEarly, detail: "\(state.window.end) of \(size) bytes")
            }
            guard let failure else {
                state.phase = .atEnd
                state.file.size = state.file.size ?? state.window.end
                state.file.hasAnswered = true
                return
            }
            fail(failure, at: record.url ?? locator.url, status: status, &state)
        }
        monitor.broadcast()
    }

    /// Retries, or reports the failure to the reader.
    private func fail(_ failure: HTTPFailure, at url: URL, status: Int, _ state: inout State) {
        let decision = timeouts.retries.decision(
            after: failure, failures: state.progress.failures + 1, hasAnswered: state.file.hasAnswered,
            secondsLeft: secondsLeft(state))
        guard case .retry(let delay) = decision else {
            var error = MediaError(failure, url: url, status: status == 0 ? nil : status)
            error.byteOffset = state.window.end
            state.phase = .failed(error)
            return
        }
        state.progress.failures += 1
        state.phase = .waitingToRetry
        let generation = state.generation
        NetworkThread.shared.after(seconds: delay) { [weak self] in
            guard let self else { return }
            self.monitor.withLock { if generation == $0.generation { self.request(&$0) } }
        }
    }
}
