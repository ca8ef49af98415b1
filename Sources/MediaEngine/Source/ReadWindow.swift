/// The bytes of a resource around the reader's position, in a ring buffer. Has one owner, because copies share the memory.
struct ReadWindow: Sendable {
    /// The number of bytes before the position that remain readable.
    static let retainedBehind: Int64 = 1 << 20

    private let memory: CircularMemory
    /// The offsets in the resource of the first buffered byte, and of the end of the buffered range.
    private(set) var start: Int64 = 0
    private(set) var end: Int64 = 0
    /// The offset of the next byte to read.
    var position: Int64 = 0

    /// - Parameter ahead: the capacity in bytes ahead of the position.
    init(ahead: Int) { memory = CircularMemory(capacity: ahead + Int(Self.retainedBehind)) }

    var hasPosition: Bool { position >= start && position < end }
    /// The number of buffered bytes from the position on.
    var bytesAhead: Int64 { max(0, end - max(position, start)) }

    mutating func restart(at offset: Int64) { (start, end) = (offset, offset) }

    /// Copies bytes from the position and advances it.
    /// - Returns: the number of bytes; 0 if the position is outside of the window.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard hasPosition else { return 0 }
        let count = Int(min(Int64(buffer.count), end - position))
        memory.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count)), at: position)
        position += Int64(count)
        return count
    }

    /// Appends bytes, overwriting the oldest ones before the position.
    /// - Returns: false if there is not enough room; nothing is appended then.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let oldest = max(start, min(position, end) - Self.retainedBehind)
        guard end + Int64(bytes.count) - oldest <= Int64(memory.capacity) else { return false }
        guard !bytes.isEmpty else { return true }
        start = oldest
        memory.write(bytes, at: end)
        end += Int64(bytes.count)
        return true
    }
}

/// A ring buffer in which the byte at offset o is stored at o modulo the capacity. Unused pages take no memory.
private final class CircularMemory: @unchecked Sendable {
    // Sendable because only a `ReadWindow` uses it, whose owner synchronizes every access.
    let capacity: Int
    private let base: UnsafeMutableRawPointer

    init(capacity: Int) {
        self.capacity = capacity
        base = .allocate(byteCount: capacity, alignment: 4096)
    }

    deinit { base.deallocate() }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) {
        guard let target = buffer.baseAddress else { return }
        let (place, first) = split(offset, buffer.count)
        target.copyMemory(from: base + place, byteCount: first)
        (target + first).copyMemory(from: base, byteCount: buffer.count - first)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
        guard let source = bytes.baseAddress else { return }
        let (place, first) = split(offset, bytes.count)
        (base + place).copyMemory(from: source, byteCount: first)
        base.copyMemory(from: source + first, byteCount: bytes.count - first)
    }

    private func split(_ offset: Int64, _ count: Int) -> (place: Int, first: Int) {
        let place = Int(offset % Int64(capacity))
        return (place, min(count, capacity - place))
    }
}
