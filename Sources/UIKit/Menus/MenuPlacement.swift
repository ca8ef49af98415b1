import CoreGraphics

/// The place of a menu beside the control that opens it.
enum MenuPlacement {
    /// The distance of a menu from its control and from the edges of the window.
    static let gap: CGFloat = 6

    /// Returns a frame below the source, or above it where there is more room. The menu begins at the side of the source that is nearer to an
    /// edge of the area, and is lower than it wants where there is no room.
    static func frame(of size: CGSize, beside source: CGRect, in area: CGRect) -> CGRect {
        let area = area.insetBy(dx: gap, dy: gap)
        let width = min(size.width, area.width)
        let below = area.maxY - source.maxY - gap
        let above = source.minY - area.minY - gap
        let goesBelow = below >= min(size.height, above)
        let height = max(0, min(size.height, goesBelow ? below : above))
        let wanted = source.midX > area.midX ? source.maxX - width : source.minX
        return CGRect(
            x: min(max(wanted, area.minX), area.maxX - width).rounded(),
            y: (goesBelow ? source.maxY + gap : source.minY - gap - height).rounded(), width: width, height: height)
    }
}
