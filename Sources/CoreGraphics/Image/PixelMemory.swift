/// The bytes of an image with their deallocator.
final class PixelMemory: Sendable {
    // Written only before the owning image is published, and only read afterwards.
    private nonisolated(unsafe) let base: UnsafeRawPointer
    private let count: Int
    let bytesPerRow: Int
    private let release: @Sendable () -> Void

    init(base: UnsafeRawPointer, count: Int, bytesPerRow: Int, release: @escaping @Sendable () -> Void) {
        self.base = base
        self.count = count
        self.bytesPerRow = bytesPerRow
        self.release = release
    }

    deinit { release() }

    /// Allocates transparent black pixels, with rows aligned for vector instructions.
    static func allocate(width: Int, height: Int) -> PixelMemory {
        let bytesPerRow = (width * 4 + 15) / 16 * 16
        let count = bytesPerRow * height
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        // The pointer is freed once, by its only owner.
        nonisolated(unsafe) let owned = memory
        return PixelMemory(base: memory, count: count, bytesPerRow: bytesPerRow) { owned.deallocate() }
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    /// The memory as mutable, only for memory from `allocate` before it is shared.
    var mutable: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(mutating: base), count: count)
    }
}
