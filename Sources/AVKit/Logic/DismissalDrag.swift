import CoreGraphics

/// The motion of full-screen content that a finger drags down (R32): the content follows the finger and shrinks towards its target.
///
/// Points are in the coordinates of the area that the content fills.
struct DismissalDrag: Equatable, Sendable {
    /// The size of the area.
    let area: CGSize
    /// The place of the finger at the start.
    let start: CGPoint
    /// The scale of the content at the end of the way.
    let endScale: CGFloat

    /// The way to full progress, as a part of the area's height.
    static let way: CGFloat = 0.5
    /// The progress from which a drag that ends at rest completes.
    static let enough: CGFloat = 0.35
    /// Speeds in points per second: a faster stroke down completes, and a faster stroke up cancels.
    static let strokeDown: CGFloat = 900
    static let strokeUp: CGFloat = -200
    /// The limits of the scale, and the scale without an inline view to shrink to.
    static let scales: ClosedRange<CGFloat> = 0.3...0.8
    static let standardScale: CGFloat = 0.6

    /// - Parameter target: the size of the inline view; nil: there is none.
    init(area: CGSize, start: CGPoint, target: CGSize?) {
        self.area = area
        self.start = start
        guard let target, target.width > 0, area.width > 0 else {
            endScale = Self.standardScale
            return
        }
        endScale = min(max(target.width / area.width, Self.scales.lowerBound), Self.scales.upperBound)
    }

    /// Returns the progress towards the dismissal, 0 to 1.
    func progress(_ translation: CGPoint) -> CGFloat {
        guard area.height > 0, translation.y.isFinite else { return 0 }
        return min(max(translation.y / (area.height * Self.way), 0), 1)
    }

    /// Returns the transform of the content about its center. The point under the finger stays under it.
    func transform(_ translation: CGPoint) -> CGAffineTransform {
        let progress = progress(translation)
        guard progress > 0, translation.x.isFinite else { return .identity }
        let scale = 1 - (1 - endScale) * progress
        // Sideways, the content starts to follow with the first points downwards, so that it does not jump.
        let sideways = min(1, progress * 8)
        let x = (start.x - area.width / 2) * (1 - scale) + translation.x * sideways
        let y = (start.y - area.height / 2) * (1 - scale) + translation.y
        return CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: x, ty: y)
    }

    /// Returns whether a drag that ends there with this velocity, in points per second, dismisses.
    func completes(_ translation: CGPoint, velocity: CGPoint) -> Bool {
        if velocity.y >= Self.strokeDown { return progress(translation) > 0 }
        if velocity.y <= Self.strokeUp { return false }
        return progress(translation) >= Self.enough
    }
}
