import Foundation

/// The bytes of an image, released when the last reference is gone. Their contents are not synchronized.
final class PixelMemory: @unchecked Sendable {
    // Sendable: both properties are constant; the bytes are synchronized by the clients of the buffer.
    let base: UnsafeMutableRawPointer
    let byteCount: Int
    private let release: @Sendable () -> Void

    /// Allocates zeros; nil when memory is exhausted.
    init?(byteCount: Int, alignment: Int) {
        var allocated: UnsafeMutableRawPointer?
        guard posix_memalign(&allocated, alignment, byteCount) == 0, let allocated else { return nil }
        memset(allocated, 0, byteCount)
        base = allocated
        self.byteCount = byteCount
        let address = UInt(bitPattern: allocated)
        release = { free(UnsafeMutableRawPointer(bitPattern: address)) }
    }

    /// Uses the bytes of a client, and calls `release` when they are no longer needed.
    init(base: UnsafeMutableRawPointer, byteCount: Int, release: @escaping @Sendable () -> Void) {
        self.base = base
        self.byteCount = byteCount
        self.release = release
    }

    deinit { release() }
}
