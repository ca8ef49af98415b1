extension CGPath {
    /// Returns the part of the path between two positions, given as fractions of its length. Curves become short lines where they are cut.
    package func trimmed(from start: CGFloat, to end: CGFloat) -> CGPath {
        let (start, end) = (min(max(start, 0), 1), min(max(end, 0), 1))
        if start <= 0, end >= 1 { return self }
        let result = CGMutablePath()
        guard end > start else { return result }
        func length(_ a: CGPoint, _ b: CGPoint) -> CGFloat {
            ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
        }
        var total: CGFloat = 0
        forEachLine { total += length($0, $1) }
        let (low, high) = (start * total, end * total)
        var gone: CGFloat = 0
        var last: CGPoint?
        forEachLine { from, to in
            let own = length(from, to)
            defer { gone += own }
            guard own > 0, gone + own > low, gone < high else { return }
            func point(_ place: CGFloat) -> CGPoint {
                let t = min(max((place - gone) / own, 0), 1)
                return CGPoint(x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t)
            }
            let begin = point(low)
            if last != begin { result.move(to: begin) }
            let finish = point(high)
            result.addLine(to: finish)
            last = finish
        }
        return result
    }
}
