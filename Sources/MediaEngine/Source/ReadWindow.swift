/// The bytes of a resource around the reader's position, in a circle of memory. A value of one owner: copies share the memory.
struct ReadWindow: Sendable {
    /// Bytes behind the reader that stay readable.
    static let retainedBehind: Int64 = 1 << 20

    private let memory: CircularMemory
    /// The offset in the resource of the first byte that is here, and of the one behind the last.
    private(set) var start: Int64 = 0
    private(set) var end: Int64 = 0
    /// The offset of the next byte to read.
    var position: Int64 = 0

    /// - Parameter ahead: bytes in front of the reader.
    init(ahead: Int) { memory = CircularMemory(capacity: ahead + Int(Self.retainedBehind)) }

    var hasPosition: Bool { position >= start && position < end }
    /// Bytes from the position on.
    var bytesAhead: Int64 { max(0, end - max(position, start)) }

    mutating func restart(at offset: Int64) { (start, end) = (offset, offset) }

    /// Copies bytes from the position on and moves it behind them.
    /// - Returns: the number of bytes; 0 where the position is outside.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard hasPosition else { return 0 }
        let count = Int(min(Int64(buffer.count), end - position))
        memory.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count)), at: position)
        position += Int64(count)
        return count
    }

    /// Appends bytes, overwriting those that lie too far behind the position.
    /// - Returns: false where there is no room for all of them; nothing is appended then.
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

/// Memory in which the byte at offset o lies at o modulo the capacity. Pages that are never written take no memory.
private final class CircularMemory: @unchecked Sendable {
    // Safe: only a `ReadWindow` has it, whose one owner guards every access.
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
