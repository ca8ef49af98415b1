/// Random access to the bytes of a container, for its metadata. Bytes that the demuxer has read already are not read again.
///
/// Used by the thread that opens the media only.
final class ContainerBytes {
    /// Reads bytes at an offset; nil after an error, empty at the end.
    typealias Read = (_ offset: Int64, _ count: Int) -> [UInt8]?

    /// The maximum number of bytes that are recorded while the demuxer opens the media.
    static let maximumRecordedBytes = 16 << 20
    /// The maximum number of bytes that are read for metadata; includes embedded pictures.
    static let maximumReadBytes = 64 << 20
    /// The number of bytes of one read, unless more are requested.
    private static let blockBytes = 16 << 10

    private struct Block {
        var start: Int64
        var bytes: [UInt8]
        var end: Int64 { start &+ Int64(bytes.count) }
    }

    /// In the order in which they were read.
    private var blocks: [Block] = []
    private var recordedBytes = 0
    private var read: Read?
    private(set) var readBytes = 0
    private(set) var readCount = 0

    init() {}

    /// - Parameter read: reads bytes that were not recorded.
    init(read: @escaping Read) { self.read = read }

    /// The bytes of a whole file in memory.
    convenience init(_ bytes: [UInt8]) {
        self.init { offset, count in
            guard offset >= 0, offset < bytes.count else { return [] }
            return Array(bytes[Int(offset)..<min(bytes.count, Int(offset) + count)])
        }
    }

    /// Adds bytes that the demuxer has read.
    func record(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
        guard recordedBytes + bytes.count <= Self.maximumRecordedBytes else { return }
        recordedBytes += bytes.count
        blocks.append(Block(start: offset, bytes: Array(bytes)))
    }

    /// Sets the function that reads bytes that were not recorded. Without it, only recorded bytes are available.
    func readMissing(_ read: @escaping Read) { self.read = read }

    /// Releases the recorded bytes, and ends reading.
    func close() {
        blocks = []
        read = nil
    }

    /// Returns that many bytes; nil if there are fewer, and after an error.
    func bytes(at offset: Int64, count: Int) -> [UInt8]? {
        let found = prefix(at: offset, count: count)
        return found.count == count ? found : nil
    }

    func bytes(in range: Range<Int64>) -> [UInt8]? {
        bytes(at: range.lowerBound, count: Int(clamping: range.upperBound - range.lowerBound))
    }

    /// Returns up to that many bytes.
    func prefix(at offset: Int64, count: Int) -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        let (end, overflowed) = offset.addingReportingOverflow(Int64(count))
        guard !overflowed else { return [] }
        var result: [UInt8] = []
        var position = offset
        while position < end {
            guard let block = blocks.last(where: { $0.start <= position && position < $0.end }) ?? load(position, end)
            else { break }
            let from = Int(position - block.start)
            let count = min(block.bytes.count - from, Int(end - position))
            result += block.bytes[from..<from + count]
            position += Int64(count)
        }
        return result
    }

    private func load(_ position: Int64, _ end: Int64) -> Block? {
        // A lying size must not cause a large allocation: large ranges are read in steps.
        let count = min(max(Int(clamping: end - position), Self.blockBytes), 1 << 20)
        guard let read, readBytes + count <= Self.maximumReadBytes else { return nil }
        guard let bytes = read(position, count), !bytes.isEmpty else { return nil }
        readBytes += bytes.count
        readCount += 1
        let block = Block(start: position, bytes: bytes)
        blocks.append(block)
        return block
    }
}
