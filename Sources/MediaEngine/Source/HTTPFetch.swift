import Foundation

/// The state of an `HTTPSource`: a window of bytes around the read position that a transfer fills.
final class HTTPFetch: HTTPTransferReader, @unchecked Sendable {  // `gate` guards every variable.
    static let readAhead = 8 << 20
    static let keptBehind: Int64 = 1 << 20
    /// Skips up to here are read through, as a new request costs a round trip.
    static let readThrough: Int64 = 256 << 10
    /// The most that is read and thrown away to resume where a server knows no ranges.
    static let longestSkip: Int64 = 256 << 20

    let gate = Condition()
    let log = TransferLog()
    private let locator: MediaLocator
    private let patience: NetworkPatience
    private var transfer: HTTPTransfer?

    // A circle of memory: the byte at offset o lies at o % capacity. Touched pages only are real.
    private let memory: UnsafeMutableRawPointer
    private let capacity = Int64(HTTPFetch.readAhead) + HTTPFetch.keptBehind
    private(set) var windowStart: Int64 = 0
    private(set) var windowEnd: Int64 = 0
    private(set) var position: Int64 = 0

    /// What is known of the length: the server's word, until it shows to be wrong.
    private(set) var size: Int64?
    /// The server's word alone, by which a file is known that was exchanged.
    private var announced: Int64?
    private(set) var mimeType: String?
    private(set) var resolvedURL: URL?
    private(set) var acceptsRanges = false
    private var entityTag: String?
    private var hasAnswered = false
    private var isFetching = false
    private var isPaused = false
    private var isAtEnd = false
    private var isCancelled = false
    private var failure: MediaError?
    private var pendingError: MediaError?
    private var generation = 0
    private var attempts = 0
    private var lastProgress: Int64 = 0
    /// What a server wants to be waited for before the next attempt, in seconds.
    private var pendingDelay: Double?
    /// Where bytes enough had come to count as progress.
    private var progressMark: Int64 = 0
    /// Whether the server packs what it sends, so that only whole answers are of use.
    private var isPacked = false
    /// Bytes at the start of an answer without ranges that are already known.
    private var skip: Int64 = 0

    private var now: Int64 { SystemHostClock().now }

    init(_ locator: MediaLocator, patience: NetworkPatience) {
        self.locator = locator
        self.patience = patience
        memory = .allocate(byteCount: Int(capacity), alignment: 4096)
        transfer = HTTPTransfer(locator: locator, patience: patience, reader: self)
    }

    deinit { memory.deallocate() }

    func close() {
        let transfer = gate.withLock {
            generation += 1
            isCancelled = true
            gate.broadcast()
            return self.transfer
        }
        NetworkThread.shared.perform { transfer?.close() }
    }

    // MARK: - The reader

    func open() throws(MediaError) {
        gate.lock()
        defer { gate.unlock() }
        if !hasAnswered { start(at: 0) }
        while !hasAnswered {
            if let failure { throw failure }
            if isCancelled { throw MediaError.readingWasCancelled(locator.url) }
            gate.wait()
        }
        if let failure { throw failure }
        if size == 0 {
            throw MediaError(.empty, "The server sent an empty file; there is nothing in it to play.", url: locator.url)
        }
    }

    func seek(to offset: Int64) throws(MediaError) {
        guard offset >= 0 else { throw MediaError.negativeOffset(offset, locator.url) }
        gate.withLock { position = offset }
    }

    func setCancelled(_ cancelled: Bool) {
        gate.withLock {
            isCancelled = cancelled
            gate.broadcast()
        }
    }

    func read(_ buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
        guard let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
        gate.lock()
        defer { gate.unlock() }
        while true {
            if isCancelled { throw MediaError.readingWasCancelled(locator.url) }
            if let size, position >= size { return 0 }
            if position >= windowStart, position < windowEnd {
                let count = min(Int64(buffer.count), windowEnd - position)
                copy(to: base, from: position, Int(count))
                position += count
                resumeIfRoom()
                return Int(count)
            }
            let isAhead = position >= windowEnd && position - windowEnd <= Self.readThrough
            if let failure {
                // Told once: whoever asks again wants another attempt. A fault elsewhere in the file does not forbid to try here.
                self.failure = nil
                if isAhead { throw failure }
            }
            if isAtEnd, position >= windowEnd { return 0 }
            if isFetching, isAhead || (!acceptsRanges && position >= windowEnd) {
                resumeIfRoom()
                gate.wait()
                continue
            }
            attempts = 0
            start(at: position)
        }
    }

    private func copy(to base: UnsafeMutableRawPointer, from offset: Int64, _ count: Int) {
        let at = Int(offset % capacity)
        let first = min(count, Int(capacity) - at)
        base.copyMemory(from: memory + at, byteCount: first)
        (base + first).copyMemory(from: memory, byteCount: count - first)
    }

    private func resumeIfRoom() {
        guard isPaused, windowEnd - position < Int64(Self.readAhead / 2) else { return }
        isPaused = false
        let transfer = transfer
        NetworkThread.shared.perform { transfer?.unpause() }
    }

    /// Begins a request with an empty window. `gate` is held.
    private func start(at offset: Int64) {
        windowStart = offset
        windowEnd = offset
        progressMark = offset
        lastProgress = now
        request()
    }

    /// The byte from which the next request asks, or the one under way asked.
    private var requestOffset: Int64 { isPacked ? 0 : windowEnd }

    /// Asks for the bytes from the window's end on. `gate` is held.
    private func request() {
        generation += 1
        isFetching = true
        isPaused = false
        isAtEnd = false
        failure = nil
        skip = 0
        let (url, offset, generation, transfer) = (locator.url, requestOffset, generation, transfer)
        let left = patience.totalSeconds - Double(now - lastProgress) / 1e9
        let seconds = max(patience.attemptSeconds, min(patience.connectSeconds, left))
        NetworkThread.shared.perform {
            let ask = HTTPAsk(
                url: url, range: "\(offset)-", firstByteOffset: offset, connectSeconds: seconds,
                answerSeconds: max(seconds, left))
            transfer?.begin(ask, generation: generation)
        }
    }

    // MARK: - The network thread

    func began(_ response: HTTPResponse, generation: Int) {
        gate.withLock {
            guard generation == self.generation else { return }
            pendingError = judge(response)
            pendingDelay = pendingError == nil ? nil : response.retryAfter
            if pendingError == nil {
                hasAnswered = true
                resolvedURL = URL(string: response.url)
                mimeType = locator.mimeType ?? response.headers["content-type"].map { String($0.prefix { $0 != ";" }) }
            }
            gate.broadcast()
        }
    }

    private func judge(_ response: HTTPResponse) -> MediaError? {
        var total: Int64?
        switch response.status {
        case 206:
            if response.isPacked, !isPacked {
                guard !hasAnswered, requestOffset == 0 else { return Self.changed(locator.url, windowEnd) }
                isPacked = true
            }
            guard let range = response.contentRange, range.start == requestOffset else {
                return MediaError(
                    .malformed, "The server sent other bytes than were asked for.",
                    detail: response.headers["content-range"], url: locator.url, byteOffset: windowEnd, httpStatus: 206)
            }
            acceptsRanges = !isPacked
            if !isPacked { total = range.total ?? response.contentLength.map { windowEnd &+ $0 } }
            skip = isPacked ? windowEnd : 0
        case 200...299:
            if !hasAnswered { acceptsRanges = response.headers["accept-ranges"] == "bytes" }
            if response.isPacked {
                isPacked = true
                acceptsRanges = false
            }
            total = isPacked ? nil : response.contentLength
            guard windowEnd <= Self.longestSkip else {
                return MediaError(
                    .rangesNotSupported,
                    "The server cannot send from the middle of a file, so there is no seeking in it.",
                    url: locator.url, byteOffset: windowEnd, httpStatus: response.status)
            }
            if windowEnd > 0 { acceptsRanges = false }
            skip = windowEnd
        case 416:
            guard let real = response.contentRange?.total, windowEnd >= real else {
                return HTTPErrors.error(status: 416, url: locator.url)
            }
            // The file ends earlier than was promised: that is its end.
            size = real
            isAtEnd = true
            return nil
        default: return HTTPErrors.error(status: response.status, retryAfter: response.retryAfter, url: locator.url)
        }
        let tag = response.headers["etag"]
        let isOther = entityTag.map { known in tag.map { $0 != known } ?? false } ?? false
        let known = announced ?? size
        if hasAnswered, isOther || (known != nil && total != nil && known != total) {
            return Self.changed(locator.url, windowEnd)
        }
        entityTag = entityTag ?? tag
        announced = announced ?? total
        size = size ?? total
        return nil
    }

    private static func changed(_ url: URL, _ offset: Int64) -> MediaError {
        MediaError(
            .contentChanged, "The file on the server was changed while it was being played; open it again.", url: url,
            byteOffset: offset)
    }

    func received(_ bytes: UnsafeRawBufferPointer, generation: Int) -> DataAnswer {
        gate.withLock {
            guard generation == self.generation, pendingError == nil, !isAtEnd else { return .taken }
            let known = Int(min(Int64(bytes.count), skip))
            var count = bytes.count - known
            if let size { count = min(count, Int(clamping: max(0, size - windowEnd))) }
            let oldest = max(windowStart, min(position, windowEnd) - Self.keptBehind)
            if windowEnd + Int64(count) - oldest > capacity {
                isPaused = true
                return .pause
            }
            skip -= Int64(known)
            guard count > 0, let base = bytes.baseAddress else { return .taken }
            windowStart = oldest
            let at = Int(windowEnd % capacity)
            let first = min(count, Int(capacity) - at)
            (memory + at).copyMemory(from: base + known, byteCount: first)
            memory.copyMemory(from: base + known + first, byteCount: count - first)
            windowEnd += Int64(count)
            // A byte now and then is no progress: it would be waited for without end.
            if windowEnd - progressMark >= NetworkPatience.stallBytes || windowEnd == size {
                progressMark = windowEnd
                lastProgress = now
                attempts = 0
            }
            gate.broadcast()
            return .taken
        }
    }

    func ended(_ record: TransferRecord, _ error: MediaError?, generation: Int) {
        log.append(record)
        gate.withLock {
            guard generation == self.generation else { return }
            isFetching = false
            var problem = pendingError ?? error
            pendingError = nil
            if isAtEnd || (size.map { windowEnd >= $0 } ?? false) { problem = nil }
            if problem == nil {
                if let size, windowEnd < size {
                    problem = MediaError(
                        .wrongLength, "The server sent fewer bytes than it had promised.",
                        detail: "\(windowEnd) of \(size) bytes", url: locator.url)
                } else {
                    isAtEnd = true
                    size = size ?? windowEnd
                    hasAnswered = true
                }
            }
            if var problem {
                problem.byteOffset = problem.byteOffset ?? windowEnd
                fail(problem)
            }
            gate.broadcast()
        }
    }

    /// Tries again, or gives up. `gate` is held.
    private func fail(_ error: MediaError) {
        let idle = Double(now - lastProgress) / 1e9
        let wanted = attempts < patience.delays.count ? patience.delays[attempts] : nil
        let asked = pendingDelay
        pendingDelay = nil
        guard patience.isRetryable(error, hasAnswered: hasAnswered), let delay = wanted.map({ max($0, asked ?? 0) }),
            idle + delay < patience.totalSeconds - patience.attemptSeconds
        else {
            failure = error
            return
        }
        attempts += 1
        isFetching = true
        let generation = generation
        NetworkThread.shared.after(seconds: delay) { [weak self] in
            guard let self else { return }
            self.gate.withLock { if generation == self.generation { self.request() } }
        }
    }
}
