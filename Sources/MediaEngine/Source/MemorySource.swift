import Foundation
import Synchronization

/// Bytes in memory.
public final class MemorySource: ByteSource {
    private let bytes: [UInt8]
    private let offset = Atomic<Int64>(0)
    private let isCancelled = Atomic<Bool>(false)

    public let mimeType: String?
    public let isSeekable: Bool
    public let bufferedAhead: Int? = nil
    public var size: Int64? { Int64(bytes.count) }

    /// - Parameter isSeekable: if false, the source only supports sequential reads.
    public init(_ bytes: [UInt8], mimeType: String? = nil, isSeekable: Bool = true) {
        self.bytes = bytes
        self.isSeekable = isSeekable
        self.mimeType = mimeType
    }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
        if isCancelled.load(ordering: .acquiring) { throw MediaError.readingWasCancelled(nil) }
        let start = Int(clamping: min(offset.load(ordering: .relaxed), Int64(bytes.count)))
        let count = min(buffer.count, bytes.count - start)
        guard count > 0 else { return 0 }
        bytes.withUnsafeBytes { all in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[start..<start + count]))
        }
        offset.store(Int64(start + count), ordering: .relaxed)
        return count
    }

    public func seek(to target: Int64) throws(MediaError) {
        guard target >= 0 else { throw MediaError.negativeOffset(target, nil) }
        offset.store(target, ordering: .relaxed)
    }

    public func cancel() { isCancelled.store(true, ordering: .releasing) }
    public func resume() { isCancelled.store(false, ordering: .releasing) }
}
