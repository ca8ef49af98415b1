import CoreGraphics

/// A part of the drawn captions.
struct CaptionTile: Sendable, Equatable {
    let image: CGImage
    /// As fractions of the displayed video.
    var frame: CGRect

    static func == (left: Self, right: Self) -> Bool { left.image === right.image && left.frame == right.frame }
}

/// The size in which captions are drawn.
struct CaptionLayout: Sendable, Hashable {
    /// The size of the displayed video in device pixels.
    var width: Int
    var height: Int
    /// The part of the video's height, at its lower edge, that is not visible.
    var hidden: Double

    /// - Parameters:
    ///   - videoRect: the rectangle of the video, in the coordinates of `bounds`.
    ///   - inset: the height at the lower edge of the bounds that is covered.
    /// - Returns: nil without video.
    init?(videoRect: CGRect, bounds: CGRect, inset: CGFloat, pixelsPerPoint: CGFloat) {
        let (width, height) = (videoRect.width * pixelsPerPoint, videoRect.height * pixelsPerPoint)
        guard width >= 1, height >= 1, width.isFinite, height.isFinite else { return nil }
        // A video that is displayed larger is drawn smaller and scaled.
        let scale = min(1, CGFloat(Self.maximumSide) / max(width, height))
        self.width = Int((width * scale).rounded())
        self.height = Int((height * scale).rounded())
        hidden = min(Self.mostHidden, max(0, (videoRect.maxY - (bounds.maxY - inset)) / videoRect.height))
    }

    private static let maximumSide = 8_192
    private static let mostHidden = 0.6
}
