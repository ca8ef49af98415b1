import CoreGraphics

/// The space of a video that captions do not cover yet. A caption that would cover another one is moved up or down (W3C WebVTT section 7.2).
///
/// The W3C: captions without a free place are hidden. Here: they stay, and cover others.
struct CaptionSpace {
    let area: CGRect
    /// The lowest edge of captions.
    let lowest: CGFloat
    /// The distance by which a caption is moved at a time.
    let step: CGFloat
    private var occupied: [CGRect] = []

    init(area: CGRect, lowest: CGFloat, step: CGFloat) {
        self.area = area
        self.lowest = lowest
        self.step = max(1, step)
    }

    /// The upper edges of the captions, from the lowest to the highest.
    var tops: [CGFloat] { Set(occupied.map(\.minY)).sorted(by: >) }

    mutating func occupy(_ frames: [CGRect]) { occupied += frames }

    /// How a caption is moved to a free place.
    enum Move {
        /// Up by steps, then down.
        case upFirst
        /// To the nearest free place; of two as near, the higher one.
        case nearest
        /// By rows of a height in points, also into the area: downwards first from rows that count from the top, upwards first from others.
        case rows(CGFloat, isFromTop: Bool)
    }

    /// Takes the space for the boxes of a caption.
    /// - Returns: the vertical distance to move the caption; 0 where no space is left.
    mutating func take(_ frames: [CGRect], _ move: Move) -> CGFloat {
        let shift = shift(frames, move)
        occupy(frames.map { $0.offsetBy(dx: 0, dy: shift) })
        return shift
    }

    private func shift(_ frames: [CGRect], _ move: Move) -> CGFloat {
        guard let first = frames.first, let last = frames.last else { return 0 }
        func isInside(_ shift: CGFloat) -> Bool {
            first.minY + shift >= area.minY - 0.5 && last.maxY + shift <= lowest + 0.5
        }
        switch move {
        case .upFirst:
            if isFree(frames) { return 0 }
            for direction: CGFloat in [-1, 1] {
                var shift = direction * step
                while isInside(shift) {
                    if isFree(frames, shift) { return shift }
                    shift += direction * step
                }
            }
            return 0
        case .nearest:
            if isFree(frames) { return 0 }
            let places = frames.flatMap { frame in
                occupied.flatMap { [$0.minY - frame.maxY - Self.gap, $0.maxY - frame.minY + Self.gap] }
            }
            return places.filter { isInside($0) && isFree(frames, $0) }
                .min { (abs($0), $0) < (abs($1), $1) } ?? 0
        case .rows(let height, let isFromTop):
            let row = max(1, height)
            for direction: CGFloat in isFromTop ? [1, -1] : [-1, 1] {
                var shift: CGFloat = 0
                // The first line may not leave the area in the direction of the move.
                while direction < 0 ? first.minY + shift >= area.minY - 0.5 : first.maxY + shift <= lowest + 0.5 {
                    if isInside(shift), isFree(frames, shift) { return shift }
                    shift += direction * row
                }
            }
            return max(area.minY - first.minY, min(0, lowest - last.maxY))
        }
    }

    private static let gap: CGFloat = 2

    /// Returns the area of other captions that boxes cover; infinite for boxes outside the area.
    func overlap(_ frames: [CGRect]) -> CGFloat {
        guard frames.allSatisfy({ $0.minY >= area.minY - 0.5 && $0.maxY <= lowest + 0.5 }) else { return .infinity }
        return frames.reduce(0) { sum, frame in
            occupied.reduce(sum) { sum, other in
                let common = frame.intersection(other)
                return common.isNull ? sum : sum + common.width * common.height
            }
        }
    }

    /// Returns whether boxes, moved down by `shift`, cover no other caption.
    func isFree(_ frames: [CGRect], _ shift: CGFloat = 0) -> Bool {
        frames.allSatisfy { frame in
            let moved = frame.offsetBy(dx: 0, dy: shift)
            return !occupied.contains { $0.intersects(moved) }
        }
    }
}
