public import CoreGraphics

/// A rectangle in whole pixels of a surface; the origin is at the top left.
public struct PixelRect: Sendable, Hashable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public var isEmpty: Bool { width <= 0 || height <= 0 }
}

/// A memory buffer for drawing: 32 bits per pixel, bytes B, G, R, A in memory order, premultiplied, rows from the top.
///
/// The memory belongs to the creator of the surface and is valid only during the call that provides it.
///
/// `@unchecked Sendable`: the value is an address and a size. The call that provides the memory gives it to one thread until the call returns.
public struct PixelSurface: @unchecked Sendable {
    public var base: UnsafeMutableRawPointer
    public var bytesPerRow: Int
    public var width: Int
    public var height: Int

    public init(base: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int) {
        self.base = base
        self.bytesPerRow = bytesPerRow
        self.width = width
        self.height = height
    }
}

/// A source of frames that change without a change of the layer: video.
///
/// A layer whose `contents` is a `LayerPictureSource` displays it scaled to the rectangle that `contentsGravity` and `pictureSize` give.
/// Opaque frames are drawn directly into the window's surface, without a copy.
public protocol LayerPictureSource: AnyObject, Sendable {
    /// The display size in pixels, after sample aspect ratio, rotation and crop; zero without a frame.
    var pictureSize: CGSize { get }

    /// Whether every pixel of the frame is opaque.
    var isOpaque: Bool { get }

    /// Incremented for each new frame. Zero until there is a first one.
    var generation: UInt64 { get }

    /// Draws the present frame scaled to `rect`, which may extend beyond the surface; pixels outside `clip` are not changed.
    ///
    /// Called on the thread that draws: a window's render thread, or the main thread for screenshots. Several threads may call at once.
    /// - Returns: the generation drawn; 0 without a frame.
    func draw(into surface: PixelSurface, rect: PixelRect, clip: PixelRect) -> UInt64

    /// Sets the handler that is called, on any thread, each time that `generation` has increased. There is one handler; nil removes it.
    func setChangeHandler(_ handler: (@Sendable () -> Void)?)
}
