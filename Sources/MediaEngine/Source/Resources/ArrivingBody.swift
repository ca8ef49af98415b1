import Synchronization

/// The body of a resource while it arrives: a transfer writes, one reader takes the bytes in order.
///
/// Bytes lie in the chunks in which they came. They stay until `freeRead()`, so that the whole can still be had. From then on what was read
/// is freed, and a transfer that is too far ahead of the reader waits. Any thread; `read` and `head` block their one reader.
final class ArrivingBody: Sendable {
    /// Bytes that a transfer may be ahead of a reader that frees what it has read.
    static let maximumAhead: Int64 = 8 << 20

    private struct State {
        var chunks: [[UInt8]] = []
        var end: Int64 = 0
        /// Of the next byte to read: its chunk, and its place there.
        var next = 0
        var place = 0
        var position: Int64 = 0
        var freesRead = false
        var outcome: Result<Void, MediaError>?
        var structure = SegmentStructure()
        /// Lets the transfer continue that waits.
        var resume: (@Sendable () -> Void)?

        var ahead: Int64 { end - position }
    }

    private let state = Monitor(State())
    private let clock = SystemHostClock()
    private let maximumAhead: Int64

    init(maximumAhead: Int64 = ArrivingBody.maximumAhead) { self.maximumAhead = maximumAhead }

    // MARK: - The transfer

    /// Appends bytes of the resource; those that came before, of an earlier attempt, are left out.
    /// - Parameter offset: of the first byte, at most `count`.
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

    /// Whether the transfer may write; where it may not, `resume` is called once it may.
    func hasRoom(orElse resume: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard state.freesRead, state.ahead >= maximumAhead, state.outcome == nil else { return true }
            state.resume = resume
            return false
        }
    }

    /// Ends the body; later calls change nothing.
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

    /// Whether the bytes so far are a segment that ends with them.
    var isAtEndOfSegment: Bool { state.withLock { $0.structure.isAtEnd } }

    // MARK: - The reader

    var hasUnread: Bool { state.withLock { $0.ahead > 0 } }

    /// Frees what has been read from now on.
    func freeRead() {
        state.withLock { state in
            state.freesRead = true
            for index in 0..<state.next { state.chunks[index] = [] }
        }
    }

    /// Blocks until there is at least one byte.
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

    /// Blocks until all bytes are here. Not after `freeRead()`.
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
