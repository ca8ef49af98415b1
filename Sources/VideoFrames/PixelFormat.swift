/// The layout of a frame's pixels in memory.
public struct PixelFormat: Sendable, Hashable {
    /// The usual name of the layout, as in FFmpeg: "yuv420p", "nv12", "p010le", "bgra". Byte order and depth are part of the name.
    public let name: String
    public let hasAlpha: Bool

    public init(name: String, hasAlpha: Bool) {
        self.name = name
        self.hasAlpha = hasAlpha
    }

    /// Bytes B, G, R, A in memory order, not premultiplied.
    public static let bgra = PixelFormat(name: "bgra", hasAlpha: true)
    /// Bytes B, G, R and an unused one in memory order.
    public static let bgr0 = PixelFormat(name: "bgr0", hasAlpha: false)
}
