import CoreMedia
public import Foundation
import Synchronization

/// The result of a Core Video function; 0 is success.
public typealias CVReturn = Int32

public let kCVReturnSuccess: CVReturn = 0
public let kCVReturnError: CVReturn = -6660
public let kCVReturnInvalidArgument: CVReturn = -6661
public let kCVReturnAllocationFailed: CVReturn = -6662
public let kCVReturnUnsupported: CVReturn = -6663
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
public let kCVReturnInvalidSize: CVReturn = -6681

public typealias CVImageBuffer = CVBuffer
public typealias CVPixelBuffer = CVBuffer

/// An image in memory whose bytes can be read and written while it is locked.
///
/// Lock it with `CVPixelBufferLockBaseAddress` before getting addresses; they are nil otherwise. Concurrent readers and writers must
/// synchronize themselves: the lock is a counter and does not exclude others.
public final class CVBuffer: NSObject, @unchecked Sendable {
    // Sendable: the memory is plain bytes that live as long as the object; attachments and the lock count are guarded by a mutex.

    /// One plane: its offset, its size in its own pixels, and its bytes per row.
    struct Plane: Sendable {
        var offset: Int
        var width: Int
        var height: Int
        var bytesPerRow: Int
    }

    private struct State {
        var lockCount = 0
        var attachments: [String: NSObject] = [:]
    }

    let width: Int
    let height: Int
    let pixelFormat: OSType
    let planes: [Plane]
    let byteCount: Int
    private let memory: UnsafeMutableRawPointer
    private let state = Mutex(State())

    /// The maximum width and height.
    static let maximumSide = 32_768
    /// The alignment of rows, for vector instructions.
    static let rowAlignment = 64

    /// Allocates an image of zeros. nil for unknown formats, invalid sizes, and when memory is exhausted.
    package init?(width: Int, height: Int, pixelFormat: OSType) {
        guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height),
            let layout = PixelFormatLayout(pixelFormat)
        else { return nil }
        var planes: [Plane] = []
        var size = 0
        for part in layout.planes {
            let planeWidth = (width + part.horizontalFactor - 1) / part.horizontalFactor
            let planeHeight = (height + part.verticalFactor - 1) / part.verticalFactor
            let rowBytes = planeWidth * part.bytesPerPixel
            let bytesPerRow = (rowBytes + Self.rowAlignment - 1) / Self.rowAlignment * Self.rowAlignment
            planes.append(Plane(offset: size, width: planeWidth, height: planeHeight, bytesPerRow: bytesPerRow))
            size += bytesPerRow * planeHeight
        }
        var allocated: UnsafeMutableRawPointer?
        guard posix_memalign(&allocated, Self.rowAlignment, size) == 0, let allocated else { return nil }
        memset(allocated, 0, size)
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
        self.planes = planes
        byteCount = size
        memory = allocated
        super.init()
    }

    deinit { free(memory) }

    var isPlanar: Bool { planes.count > 1 }

    func lock() { state.withLock { $0.lockCount += 1 } }

    /// - Returns: false if it was not locked.
    func unlock() -> Bool {
        state.withLock { state in
            guard state.lockCount > 0 else { return false }
            state.lockCount -= 1
            return true
        }
    }

    /// nil unless locked, or where there is no such plane.
    func address(ofPlane index: Int) -> UnsafeMutableRawPointer? {
        guard planes.indices.contains(index), state.withLock({ $0.lockCount > 0 }) else { return nil }
        return memory + planes[index].offset
    }

    /// Calls `body` with the first plane for writing: bytes and bytes per row.
    package func withPixels<Result>(_ body: (UnsafeMutableRawBufferPointer, _ bytesPerRow: Int) throws -> Result)
        rethrows
        -> Result
    {
        let plane = planes[0]
        return try body(
            UnsafeMutableRawBufferPointer(start: memory, count: plane.bytesPerRow * plane.height), plane.bytesPerRow)
    }

    /// The first byte and the bytes per row of each plane, for reading while the buffer exists.
    package var readablePlanes: [(base: UnsafeRawPointer, bytesPerRow: Int)] {
        planes.map { (UnsafeRawPointer(memory + $0.offset), $0.bytesPerRow) }
    }

    func attachment(_ key: String) -> NSObject? {
        let box = state.withLock { UncheckedAttachment(object: $0.attachments[key]) }
        return box.object
    }

    func setAttachment(_ value: NSObject?, for key: String) {
        let box = UncheckedAttachment(object: value)
        state.withLock { $0.attachments[key] = box.object }
    }

    private struct UncheckedAttachment: @unchecked Sendable {
        // Attachments are immutable Foundation objects, as the caller must ensure.
        let object: NSObject?
    }
}
