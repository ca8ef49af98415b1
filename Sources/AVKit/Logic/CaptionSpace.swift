import CoreGraphics

/// The space of a video that captions do not cover yet. A caption that would cover another one is moved up or down (W3C WebVTT section 7.2).
struct CaptionSpace {
    /// The area as the text sees it.
    let area: CGRect
    /// The lowest edge of captions.
    let lowest: CGFloat
    /// The distance between captions.
    let gap: CGFloat
    /// The places of other captions.
    let occupied: [CGRect]

    /// The lower edges that a caption can have: the lowest one, and those above other captions, from the lowest to the highest.
    var bottoms: [CGFloat] {
        let above: Set<CGFloat> = Set(occupied.map { $0.minY - gap }).filter { $0 < lowest }
        return [lowest] + above.sorted(by: >)
    }

    /// How a caption is moved to a free place.
    enum Move {
        /// To the nearest free place; of two as near, the higher one.
        case nearest
        /// To the nearest free place in a direction, or in the other one where that has none.
        case upFirst, downFirst
        /// By rows of a height in points, also into the area: downwards first from rows that count from the top, upwards first from others.
        case rows(CGFloat, isFromTop: Bool)
    }

    /// Returns the vertical distance to move the boxes of a caption; nil where no place is free.
    func shift(_ frames: [CGRect], _ move: Move) -> CGFloat? {
        guard let first = frames.first, let last = frames.last else { return 0 }
        switch move {
        case .nearest, .upFirst, .downFirst:
            if isInside(frames), isFree(frames) { return 0 }
            let places = frames.flatMap { frame in
                occupied.flatMap { [$0.minY - frame.maxY - gap, $0.maxY - frame.minY + gap] }
            }
            func isLater(_ shift: CGFloat) -> Int {
                switch move {
                case .upFirst: shift <= 0 ? 0 : 1
                case .downFirst: shift >= 0 ? 0 : 1
                default: 0
                }
            }
            return places.filter { isInside(frames, $0) && isFree(frames, $0) }
                .min { (isLater($0), abs($0), $0) < (isLater($1), abs($1), $1) }
        case .rows(let height, let isFromTop):
            let row = max(1, height)
            for direction: CGFloat in isFromTop ? [1, -1] : [-1, 1] {
                var shift: CGFloat = 0
                // The first line may not leave the area in the direction of the move.
                while direction < 0 ? first.minY + shift >= area.minY - 0.5 : first.maxY + shift <= lowest + 0.5 {
                    if isInside(frames, shift), isFree(frames, shift) { return shift }
                    shift += direction * row
                }
            }
            // Beyond the area, the rows at its edge are nearest.
            let inner = max(area.minY - first.minY, min(0, lowest - last.maxY))
            return inner != 0 && isInside(frames, inner) && isFree(frames, inner) ? inner : nil
        }
    }

    /// Whether boxes, moved down by `shift`, are in the area.
    func isInside(_ frames: [CGRect], _ shift: CGFloat = 0) -> Bool {
        frames.allSatisfy { $0.minY + shift >= area.minY - 0.5 && $0.maxY + shift <= lowest + 0.5 }
    }

    /// Returns the area of other captions that boxes cover.
    func overlap(_ frames: [CGRect]) -> CGFloat {
        frames.reduce(0) { sum, frame in
            occupied.reduce(sum) { sum, other in
                let common = frame.intersection(other)
                return common.isNull ? sum : sum + common.width * common.height
            }
        }
    }

    /// Returns whether boxes, moved down by `shift`, cover no other caption.
    func isFree(_ frames: [CGRect], _ shift: CGFloat = 0) -> Bool {
        frames.allSatisfy { frame in
            // Coordinates of vertical captions are rounded.
            let moved = frame.offsetBy(dx: 0, dy: shift).insetBy(dx: 0.25, dy: 0.25)
            return !occupied.contains { $0.intersects(moved) }
        }
    }
}
