/// The columns and rows at the edges of the decoded frame that the container excludes from display.
public struct PictureCrop: Sendable, Hashable {
    public var left: Int
    public var top: Int
    public var right: Int
    public var bottom: Int

    /// - Returns: nil if nothing is cropped, or if nothing would remain of a frame of this size.
    init?(left: Int, top: Int, right: Int, bottom: Int, width: Int, height: Int) {
        let sides = [left, top, right, bottom]
        guard sides.allSatisfy({ (0...Self.most).contains($0) }), sides.contains(where: { $0 > 0 }),
            left + right < width, top + bottom < height
        else { return nil }
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// Larger than any frame.
    private static let most = 1 << 16
}

/// The display geometry declared by a container, as far as libavformat does not report it.
struct ContainerGeometry: Hashable {
    var crop: PictureCrop
    /// The width of a pixel divided by its height; nil: as reported by libavformat.
    var sampleAspectRatio: Double?
}
