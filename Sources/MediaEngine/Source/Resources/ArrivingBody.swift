import Synchronization

/// The body of a resource while it arrives: a transfer writes, one reader consumes the bytes in order.
///
/// Bytes are stored in the chunks in which they arrived. They are retained until `freeRead()`, so that the whole body remains available.
/// After `freeRead()`, consumed chunks are freed, and a transfer that is too far ahead of the reader is paused. Thread-safe; `read` and
/// `whole` block the reader.
final class ArrivingBody: Sendable {
    /// The maximum number of unread bytes before the transfer is paused.
    static let maximumAhead: Int64 = 8 << 20

    private struct State {
        var chunks: [[UInt8]] = []
        var end: Int64 = 0
        /// The position of the next byte to read: the chunk, and the offset in the chunk.
        var next = 0
        var place = 0
        var position: Int64 = 0
        var freesRead = false
        var outcome: Result<Void, MediaError>?
        var structure = SegmentStructure()
        /// Resumes the paused transfer.
        var resume: (@Sendable () -> Void)?

        var ahead: Int64 { end - position }
    }

    private let state = Monitor(State())
    private let clock = SystemHostClock()
    private let maximumAhead: Int64

    init(maximumAhead: Int64 = ArrivingBody.maximumAhead) { self.maximumAhead = maximumAhead }

    // MARK: - The transfer

    /// Appends bytes of the resource; bytes that an earlier attempt already received are skipped.
    /// - Parameter offset: the offset of the first byte, at most `count`.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
        state.withLock { state in
            let known = Int(clamping: state.end - offset)
            guard known >= 0, known < bytes.count, state.outcome == nil else { return }
            let fresh = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(known))
            state.chunks.append(Array(fresh))
            state.end += Int64(fresh.count)
            state.structure.append(fresh)
        }
        state.broadcast()
    }

    /// Returns whether the transfer may write. If not, `resume` is called once it may.
    func hasRoom(orElse resume: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard state.freesRead, state.ahead >= maximumAhead, state.outcome == nil else { return true }
            state.resume = resume
            return false
        }
    }

    /// Ends the body; later calls have no effect.
    func finish(_ result: Result<Void, MediaError>) {
        let resume = state.withLock { state in
            defer { state.resume = nil }
            if state.outcome == nil { state.outcome = result }
            return state.resume
        }
        state.broadcast()
        resume?()
    }

    var count: Int64 { state.withLock { $0.end } }

    /// Whether the bytes received so far are a complete segment.
    var isAtEndOfSegment: Bool { state.withLock { $0.structure.isAtEnd } }

    // MARK: - The reader

    var hasUnread: Bool { state.withLock { $0.ahead > 0 } }

    /// Frees consumed chunks from now on.
    func freeRead() {
        state.withLock { state in
            state.freesRead = true
            for index in 0..<state.next { state.chunks[index] = [] }
        }
    }

    /// Blocks until at least one byte is available.
    /// - Returns: 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
        let (result, resume) = state.wait(on: clock) { state -> Attempt in
            guard state.ahead > 0 else {
                return state.outcome.map { .done(($0.map { 0 }, nil)) } ?? .wait(until: nil)
            }
            var count = 0
            while count < buffer.count, state.next < state.chunks.count {
                let chunk = state.chunks[state.next]
                let taken = min(buffer.count - count, chunk.count - state.place)
                chunk.withUnsafeBytes { bytes in
                    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: bytes[state.place..<state.place + taken]))
                }
                count += taken
                state.place += taken
                guard state.place == chunk.count else { continue }
                if state.freesRead { state.chunks[state.next] = [] }
                state.next += 1
                state.place = 0
            }
            state.position += Int64(count)
            guard state.ahead <= maximumAhead / 2 else { return .done((.success(count), nil)) }
            defer { state.resume = nil }
            return .done((.success(count), state.resume))
        }
        resume?()
        return try result.get()
    }

    private typealias Attempt = Monitor<State>.Attempt<(Result<Int, MediaError>, (@Sendable () -> Void)?)>

    /// Blocks until all bytes have arrived. Must not be called after `freeRead()`.
    func whole() throws(MediaError) -> [UInt8] {
        let result = state.wait(on: clock) { state -> Monitor<State>.Attempt<Result<[UInt8], MediaError>> in
            guard let outcome = state.outcome else { return .wait(until: nil) }
            return .done(
                outcome.map {
                    var bytes: [UInt8] = []
                    bytes.reserveCapacity(Int(state.end))
                    for index in state.chunks.indices {
                        bytes += state.chunks[index]
                        state.chunks[index] = []
                    }
                    return bytes
                })
        }
        return try result.get()
    }
}
