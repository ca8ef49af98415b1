import CoreGraphics

/// The space of a video that captions do not cover yet. A caption that would cover another one is moved up or down (W3C WebVTT section 7.2).
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

    /// Takes the space for the boxes of a caption.
    /// - Parameter prefersUp: the direction to move first; nil: away from the nearer edge.
    /// - Returns: the vertical distance to move the caption; 0 where no space is left.
    mutating func take(_ frames: [CGRect], prefersUp: Bool?) -> CGFloat {
        let shift = shift(frames, prefersUp: prefersUp)
        occupy(frames.map { $0.offsetBy(dx: 0, dy: shift) })
        return shift
    }

    private func shift(_ frames: [CGRect], prefersUp: Bool?) -> CGFloat {
        guard let first = frames.first, let last = frames.last, !isFree(frames, 0) else { return 0 }
        let isUp = prefersUp ?? ((first.minY + last.maxY) / 2 > area.midY)
        for direction: CGFloat in isUp ? [-1, 1] : [1, -1] {
            var shift = direction * step
            while first.minY + shift >= area.minY, last.maxY + shift <= lowest {
                if isFree(frames, shift) { return shift }
                shift += direction * step
            }
        }
        return 0
    }

    /// Returns whether boxes, moved down by `shift`, cover no other caption.
    func isFree(_ frames: [CGRect], _ shift: CGFloat = 0) -> Bool {
        frames.allSatisfy { frame in
            let moved = frame.offsetBy(dx: 0, dy: shift)
            return !occupied.contains { $0.intersects(moved) }
        }
    }
}
