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

/// Memory that a picture is drawn into: 32 bits a pixel, bytes B, G, R, A in memory order, premultiplied, rows from top.
///
/// The memory belongs to whoever made the surface and is valid only during the call that hands it over.
public struct PixelSurface {
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

/// A picture that changes without its layer being touched: video.
///
/// A layer whose `contents` is a `LayerPictureSource` shows it stretched over the rectangle that `contentsGravity` and
/// `pictureSize` give. Opaque pictures are drawn straight into the window's surface, with no copy in between.
public protocol LayerPictureSource: AnyObject, Sendable {
    /// The size at which the picture is meant to be seen, in pixels, after sample aspect, rotation and crop; zero if none.
    var pictureSize: CGSize { get }

    /// Whether every pixel of the picture is opaque.
    var isOpaque: Bool { get }

    /// Grows each time that there is another picture to show. Zero until there is a first one.
    var generation: UInt64 { get }

    /// Draws the present picture scaled to `rect`, which may reach beyond the surface, leaving pixels outside `clip` alone.
    ///
    /// Called on the compositor's thread, which is the main one.
    /// - Returns: the generation that was drawn; 0 if there was nothing to draw.
    func draw(into surface: PixelSurface, rect: PixelRect, clip: PixelRect) -> UInt64

    /// Calls `handler`, on any thread, each time that `generation` has grown. One handler at a time; nil removes it.
    func setChangeHandler(_ handler: (@Sendable () -> Void)?)
}
