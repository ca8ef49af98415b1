/// Bytes of a picture with the way to give them back.
final class PixelMemory: Sendable {
    // Written only before the picture that owns it is handed out, read only after.
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

    /// Transparent black, rows aligned for vector instructions.
    static func allocate(width: Int, height: Int) -> PixelMemory {
        let bytesPerRow = (width * 4 + 15) / 16 * 16
        let count = bytesPerRow * height
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        // The pointer is freed once, by the only owner.
        nonisolated(unsafe) let owned = memory
        return PixelMemory(base: memory, count: count, bytesPerRow: bytesPerRow) { owned.deallocate() }
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    /// Only for memory from `allocate`, before anybody else sees it.
    var mutable: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(mutating: base), count: count)
    }
}
