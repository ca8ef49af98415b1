public import CoreMedia

/// The picture of a session: the frame for now, and the way into somebody's pixels.
///
/// Any thread may read; `draw` is called by one thread at a time.
public final class VideoOutput: Sendable {
    init() {}

    /// Grows with each frame to show; 0 until there is one.
    public var generation: UInt64 { 0 }
    /// The size for showing the present frame, in square pixels; zero if none.
    public var displaySize: (width: Int, height: Int) { (0, 0) }
    public var isOpaque: Bool { true }
    /// Media time of the frame that is shown now.
    public var presentationTime: CMTime { .invalid }

    /// Called on the engine's thread each time that `generation` has grown. Several may be set, by key; nil removes.
    public func setChangeHandler(for key: ObjectIdentifier, _ handler: (@Sendable () -> Void)?) {}

    /// Scales the present frame onto the rectangle (x, y, width, height) of a B, G, R, A surface, touching only pixels inside `clip`.
    /// - Returns: the generation drawn, 0 where there is none.
    public func draw(
        into base: UnsafeMutableRawPointer, bytesPerRow: Int, surfaceWidth: Int, surfaceHeight: Int,
        x: Int, y: Int, width: Int, height: Int, clipX: Int, clipY: Int, clipWidth: Int, clipHeight: Int
    ) -> UInt64 { 0 }

    /// The present frame, or the one for an item time, converted to tightly packed B, G, R, A at its display size (or `maximumSize` scaled to fit).
    public func copyPixels(at time: CMTime? = nil, maximumWidth: Int = 0, maximumHeight: Int = 0) -> CopiedPicture? { nil }
}

/// A picture with memory of its own: 4 bytes B, G, R, A a pixel, `width` × 4 bytes a row.
public struct CopiedPicture: Sendable {
    public var width: Int
    public var height: Int
    public var presentationTime: CMTime
    public var bytes: [UInt8]
    public init(width: Int, height: Int, presentationTime: CMTime, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.presentationTime = presentationTime
        self.bytes = bytes
    }
}
