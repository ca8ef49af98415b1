import CoreGraphics
import Foundation

/// The place and size of a Picture in Picture window: in a corner of the work area, in the video's own aspect ratio (R112), within limits.
///
/// Frames are in points of the desktop, with the origin at the top left.
struct PictureInPicturePlacement: Equatable, Sendable {
    enum Corner: CaseIterable, Equatable, Sendable { case topLeft, topRight, bottomLeft, bottomRight }

    /// The edges of the window that the viewer drags.
    struct Edges: OptionSet, Sendable {
        let rawValue: Int
        static let left = Edges(rawValue: 1)
        static let right = Edges(rawValue: 2)
        static let top = Edges(rawValue: 4)
        static let bottom = Edges(rawValue: 8)
    }

    static let margin: CGFloat = 20
    /// The width of the zone along the edges in which a drag resizes the window.
    static let edgeZone: CGFloat = 8
    /// The minimum of the shorter side.
    static let shortestSide: CGFloat = 120
    /// The parts of the work area's width and height that a new window and the largest window fit into.
    static let initialPart = CGSize(width: 0.25, height: 0.34)
    static let largestPart = CGSize(width: 0.75, height: 0.75)
    private static let extremes: ClosedRange<CGFloat> = 1 / 4...4

    /// The part of the display without the desktop's panels.
    private(set) var area: CGRect
    private(set) var corner: Corner
    private(set) var size: CGSize
    /// Width divided by height.
    private(set) var ratio: CGFloat

    /// - Parameters:
    ///   - video: the video's size; zero where it is unknown.
    ///   - width: the preferred width; nil for the initial size.
    init(video: CGSize, in area: CGRect, corner: Corner = .bottomRight, width: CGFloat? = nil) {
        self.area = area
        self.corner = corner
        ratio = Self.ratio(of: video)
        size = .zero
        size = limited(width: width ?? Self.fit(ratio, in: area.size, part: Self.initialPart).width)
    }

    private static func ratio(of video: CGSize) -> CGFloat {
        guard video.width > 0, video.height > 0, video.width.isFinite, video.height.isFinite else { return 16 / 9 }
        return min(max(video.width / video.height, extremes.lowerBound), extremes.upperBound)
    }

    private static func fit(_ ratio: CGFloat, in size: CGSize, part: CGSize) -> CGSize {
        let width = min(size.width * part.width, size.height * part.height * ratio)
        return CGSize(width: width, height: width / ratio)
    }

    // MARK: Frames

    var frame: CGRect { frame(in: corner) }

    private func frame(in corner: Corner) -> CGRect {
        let margin = Self.margin
        let left = area.minX + margin
        let right = area.maxX - margin - size.width
        let top = area.minY + margin
        let bottom = area.maxY - margin - size.height
        let origin =
            switch corner {
            case .topLeft: CGPoint(x: left, y: top)
            case .topRight: CGPoint(x: right, y: top)
            case .bottomLeft: CGPoint(x: left, y: bottom)
            case .bottomRight: CGPoint(x: right, y: bottom)
            }
        return CGRect(origin: CGPoint(x: origin.x.rounded(), y: origin.y.rounded()), size: size)
    }

    var smallest: CGSize {
        let width = ratio >= 1 ? Self.shortestSide * ratio : Self.shortestSide
        return whole(width: min(width, largest.width))
    }

    var largest: CGSize { whole(width: Self.fit(ratio, in: area.size, part: Self.largestPart).width) }

    private func whole(width: CGFloat) -> CGSize {
        CGSize(width: max(1, width.rounded()), height: max(1, (width / ratio).rounded()))
    }

    private func limited(width: CGFloat) -> CGSize {
        whole(width: min(max(width, smallest.width), largest.width))
    }

    // MARK: Changes

    /// Follows another video: the area of the window stays about the same.
    mutating func setVideo(_ video: CGSize) {
        let area = size.width * size.height
        ratio = Self.ratio(of: video)
        size = limited(width: (area * ratio).squareRoot())
    }

    /// Snaps a window that was dropped here to the nearest corner of a work area.
    mutating func drop(at frame: CGRect, in area: CGRect) {
        self.area = area
        size = limited(width: frame.width)
        func distance(_ corner: Corner) -> CGFloat {
            let place = self.frame(in: corner)
            return hypot(place.midX - frame.midX, place.midY - frame.midY)
        }
        corner = Corner.allCases.min { distance($0) < distance($1) } ?? corner
    }

    /// Changes the size by a factor; the window stays in its corner.
    mutating func scale(by factor: CGFloat) {
        guard factor.isFinite, factor > 0 else { return }
        size = limited(width: size.width * factor)
    }

    /// Returns the edges at a point of a window.
    static func edges(at point: CGPoint, in size: CGSize) -> Edges {
        var edges: Edges = []
        if point.x < edgeZone { edges.insert(.left) } else if point.x >= size.width - edgeZone { edges.insert(.right) }
        if point.y < edgeZone { edges.insert(.top) } else if point.y >= size.height - edgeZone { edges.insert(.bottom) }
        return edges
    }

    /// Returns the frame after a drag of edges by a distance: the opposite edges stay, and the aspect ratio too.
    func resized(_ start: CGRect, dragging edges: Edges, by distance: CGPoint) -> CGRect {
        let dx = edges.contains(.left) ? -distance.x : edges.contains(.right) ? distance.x : 0
        let dy = edges.contains(.top) ? -distance.y : edges.contains(.bottom) ? distance.y : 0
        // At a corner, the larger movement decides.
        let change = abs(dx) >= abs(dy * ratio) ? dx : dy * ratio
        let size = limited(width: start.width + change)
        return CGRect(
            x: edges.contains(.left) ? start.maxX - size.width : start.minX,
            y: edges.contains(.top) ? start.maxY - size.height : start.minY, width: size.width, height: size.height)
    }
}
