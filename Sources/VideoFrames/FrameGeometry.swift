/// The columns and rows at the edges of a decoded frame that are not displayed.
public struct CropInsets: Sendable, Hashable {
    public let left: Int
    public let top: Int
    public let right: Int
    public let bottom: Int

    public static let none = CropInsets()

    private init() { (left, top, right, bottom) = (0, 0, 0, 0) }

    /// - Returns: nil if nothing is cropped, or if nothing would remain of a frame of this size.
    public init?(left: Int, top: Int, right: Int, bottom: Int, width: Int, height: Int) {
        let sides = [left, top, right, bottom]
        guard sides.allSatisfy({ (0...Self.most).contains($0) }), sides.contains(where: { $0 > 0 }),
            left + right < width, top + bottom < height
        else { return nil }
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// Larger than any frame.
    private static let most = 1 << 16
}

/// How a frame is turned for display: mirrored left to right first, then rotated.
public struct FrameOrientation: Sendable, Hashable {
    /// Clockwise degrees: 0, 90, 180 or 270.
    public var rotation: Int
    public var isMirrored: Bool

    public static let upright = FrameOrientation(rotation: 0, isMirrored: false)

    public init(rotation: Int, isMirrored: Bool) {
        self.rotation = rotation
        self.isMirrored = isMirrored
    }
}

/// The size of a frame in square pixels, as displayed.
public struct DisplaySize: Sendable, Hashable {
    public let width: Int
    public let height: Int

    public static let zero = DisplaySize(width: 0, height: 0)

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Stretches a side by the sample aspect ratio, so that no pixel is lost, and exchanges the sides for odd quarter turns.
    /// - Parameters:
    ///   - sampleAspectRatio: implausible ratios count as 1.
    ///   - rotation: clockwise degrees, a multiple of 90.
    public init(width: Int, height: Int, sampleAspectRatio: Double, rotation: Int) {
        var wide = Double(width)
        var high = Double(height)
        let ratio =
            sampleAspectRatio.isFinite && sampleAspectRatio > 0.01 && sampleAspectRatio < 100 ? sampleAspectRatio : 1
        if ratio >= 1 { wide *= ratio } else { high /= ratio }
        let size = (Int(wide.rounded()), Int(high.rounded()))
        (self.width, self.height) = rotation % 180 == 0 ? size : (size.1, size.0)
    }
}
