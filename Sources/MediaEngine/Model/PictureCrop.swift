/// Columns and rows at the edges of the decoded picture that are not meant to be seen, by the container's word.
public struct PictureCrop: Sendable, Hashable {
    public var left: Int
    public var top: Int
    public var right: Int
    public var bottom: Int

    /// - Returns: nil where nothing is left out, or nothing would be left of a picture of this size.
    init?(left: Int, top: Int, right: Int, bottom: Int, width: Int, height: Int) {
        let sides = [left, top, right, bottom]
        guard sides.allSatisfy({ (0...Self.most).contains($0) }), sides.contains(where: { $0 > 0 }),
            left + right < width, top + bottom < height
        else { return nil }
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// Wider than any picture.
    private static let most = 1 << 16
}

/// How a container wants a picture to be seen, where libavformat does not pass it on.
struct ContainerGeometry: Hashable {
    var crop: PictureCrop
    /// Width of a sample over its height; nil: as libavformat says.
    var sampleAspectRatio: Double?
}
