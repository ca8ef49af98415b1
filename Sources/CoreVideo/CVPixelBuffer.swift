package import CoreMedia
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
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689

public typealias CVImageBuffer = CVBuffer
public typealias CVPixelBuffer = CVBuffer

/// An image in memory whose bytes can be read and written while it is locked.
///
/// Lock it with `CVPixelBufferLockBaseAddress` before getting addresses; they are nil otherwise. Concurrent readers and writers must
/// synchronize themselves: the lock is a counter and does not exclude others.
public final class CVBuffer: NSObject, @unchecked Sendable {
    // Sendable: the memory is plain bytes that live as long as the object; attachments, attributes and the lock count are guarded by mutexes.

    /// One plane: its offset, its size in its own pixels, and its bytes per row.
    struct Plane: Sendable {
        var offset: Int
        var width: Int
        var height: Int
        var bytesPerRow: Int
    }

    private struct State {
        var lockCount = 0
        var creationAttributes = PixelBufferAttributes(nil)
    }

    let width: Int
    let height: Int
    let pixelFormat: OSType
    let planes: [Plane]
    let byteCount: Int
    package let attachmentStore = AttachmentStore()
    private let memory: PixelMemory
    /// The pool's store, which takes the memory back.
    private let store: PixelMemoryStore?
    private let state = Mutex(State())

    /// The maximum width and height.
    static let maximumSide = 32_768

    /// Allocates an image of zeros. nil for unknown formats, invalid sizes, and when memory is exhausted.
    package convenience init?(width: Int, height: Int, pixelFormat: OSType) {
        guard let layout = PixelLayout(width: width, height: height, pixelFormat: pixelFormat) else { return nil }
        self.init(width: width, height: height, pixelFormat: pixelFormat, layout: layout)
    }

    /// Allocates an image of zeros. nil when memory is exhausted.
    convenience init?(width: Int, height: Int, pixelFormat: OSType, layout: PixelLayout) {
        guard let memory = PixelMemory(byteCount: layout.byteCount, alignment: PixelLayout.minimumAlignment) else {
            return nil
        }
        self.init(width: width, height: height, pixelFormat: pixelFormat, layout: layout, memory: memory)
    }

    /// Creates an image in existing memory.
    /// - Parameter store: takes the memory back at the end.
    init(
        width: Int, height: Int, pixelFormat: OSType, layout: PixelLayout, memory: PixelMemory,
        store: PixelMemoryStore? = nil
    ) {
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
        planes = layout.planes
        byteCount = layout.byteCount
        self.memory = memory
        self.store = store
        super.init()
    }

    deinit { store?.giveBack(memory) }

    /// The attributes with which the buffer was created.
    var creationAttributes: PixelBufferAttributes {
        get { state.withLock { $0.creationAttributes } }
        set { state.withLock { $0.creationAttributes = newValue } }
    }

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
        return memory.base + planes[index].offset
    }

    /// Calls `body` with the first plane for writing: bytes and bytes per row.
    package func withPixels<Result>(_ body: (UnsafeMutableRawBufferPointer, _ bytesPerRow: Int) throws -> Result)
        rethrows
        -> Result
    {
        let plane = planes[0]
        return try body(
            UnsafeMutableRawBufferPointer(start: memory.base, count: plane.bytesPerRow * plane.height),
            plane.bytesPerRow)
    }

    /// The first byte and the bytes per row of each plane, for reading while the buffer exists.
    package var readablePlanes: [(base: UnsafeRawPointer, bytesPerRow: Int)] {
        planes.map { (UnsafeRawPointer(memory.base + $0.offset), $0.bytesPerRow) }
    }
}

extension CVBuffer: AttachmentBearing {}
