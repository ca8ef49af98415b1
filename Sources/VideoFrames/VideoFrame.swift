public import CoreMedia

/// A decoded video frame: its pixels, and how they are displayed.
///
/// A value that shares its pixels: copies refer to the same read-only memory, which `owner` releases with the last copy. Consumers convert
/// or upload the pixels; the frame is independent of the decoder and of the drawing library.
public struct VideoFrame: Sendable {
    /// Where the pixels are.
    public enum Storage: Sendable {
        /// In main memory.
        case planes([FramePlane])
        /// In the memory of a video device.
        case surface(any HardwareSurface)
    }

    public var storage: Storage
    public var format: PixelFormat
    /// The size of the stored pixels, before the crop.
    public var width: Int
    public var height: Int
    /// The edges of the stored pixels that are not displayed.
    public var crop = CropInsets.none
    public var color = ColorDescription()
    /// How the cropped pixels are turned for display.
    public var orientation = FrameOrientation.upright
    /// The width of a pixel divided by its height.
    public var sampleAspectRatio = 1.0
    /// Invalid if unknown.
    public var presentationTime = CMTime.invalid
    /// The owner of the pixels. The memory stays valid and unchanged while a copy of the frame exists.
    public let owner: any AnyObject & Sendable

    public init(storage: Storage, format: PixelFormat, width: Int, height: Int, owner: any AnyObject & Sendable) {
        self.storage = storage
        self.format = format
        self.width = width
        self.height = height
        self.owner = owner
    }

    /// The frame with its pixels in main memory: the frame itself, or a copy of its surface.
    /// - Returns: nil if the device fails.
    public func inMemory() -> VideoFrame? {
        guard case .surface(let surface) = storage else { return self }
        guard var copy = surface.download() else { return nil }
        copy.crop = crop
        copy.color = color
        copy.orientation = orientation
        copy.sampleAspectRatio = sampleAspectRatio
        copy.presentationTime = presentationTime
        return copy
    }

    public var isOpaque: Bool { !format.hasAlpha }

    /// The width of the pixels inside the crop, before the orientation.
    public var visibleWidth: Int { width - crop.left - crop.right }
    public var visibleHeight: Int { height - crop.top - crop.bottom }

    /// The size in square pixels after crop, sample aspect ratio and orientation.
    public var displaySize: DisplaySize {
        DisplaySize(
            width: visibleWidth, height: visibleHeight, sampleAspectRatio: sampleAspectRatio,
            rotation: orientation.rotation)
    }
}

/// One plane of pixels in main memory, rows from the top.
///
/// `@unchecked Sendable`: the memory is read-only for the lifetime of the frame that contains the plane.
public struct FramePlane: @unchecked Sendable {
    public let base: UnsafeRawPointer
    /// Negative for rows from the bottom.
    public let bytesPerRow: Int

    public init(base: UnsafeRawPointer, bytesPerRow: Int) {
        self.base = base
        self.bytesPerRow = bytesPerRow
    }
}

/// The pixels of a frame in the memory of a video device.
public protocol HardwareSurface: AnyObject, Sendable {
    /// The interface of the device, such as "vaapi".
    var kind: String { get }

    /// Copies the pixels into main memory, and retains the copy. Any thread; blocks until the device has decoded the frame.
    /// - Returns: a frame with the surface's pixels as planes, without geometry and color; nil if the device fails.
    func download() -> VideoFrame?
}
