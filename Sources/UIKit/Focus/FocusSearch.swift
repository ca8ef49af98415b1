import CoreGraphics

/// The search for focus targets from a rectangle in a direction, from geometry alone.
///
/// As on Apple TV, only targets straight ahead are found: those in the strip that the rectangle sweeps when it moves in
/// the direction. Other targets are reached through focus guides. The nearest target is preferred; a target that is
/// off-center in the strip counts as farther away.
enum FocusSearch {
    /// The cost of one point of distance between a target's center line and the strip's, in points of distance.
    static let askewFactor: CGFloat = 0.25
    /// The tolerance for equal edges, in points, so that rounding by half a pixel decides nothing.
    static let slack: CGFloat = 0.5

    /// Returns the indices of the candidates straight ahead, best first.
    static func ranked(from start: CGRect, toward heading: UIFocusHeading, among candidates: [CGRect]) -> [Int] {
        switch heading {
        case .next, .previous: return neighbours(of: start, isNext: heading == .next, candidates)
        case .first: return readingOrder(candidates)
        case .last: return readingOrder(candidates).reversed()
        default: break
        }
        let costs = candidates.indices.compactMap { index in
            cost(from: start, to: candidates[index], toward: heading).map { (index: index, cost: $0) }
        }
        return costs.sorted { ($0.cost, $0.index) < ($1.cost, $1.index) }.map(\.index)
    }

    /// Returns the indices row by row from the top, each row from the left. A candidate whose top is above the vertical
    /// center of a row's topmost candidate belongs to that row.
    static func readingOrder(_ candidates: [CGRect]) -> [Int] {
        var rest = candidates.indices.sorted { candidates[$0].minY < candidates[$1].minY }
        var order: [Int] = []
        while let top = rest.first {
            let row = rest.filter { candidates[$0].minY < max(candidates[top].midY, candidates[top].minY + slack) }
            order += row.sorted { candidates[$0].minX < candidates[$1].minX }
            rest.removeAll { row.contains($0) }
        }
        return order
    }

    /// Returns the cost of a move to a candidate; nil where the candidate is not straight ahead.
    private static func cost(from start: CGRect, to other: CGRect, toward heading: UIFocusHeading) -> CGFloat? {
        guard !other.isEmpty else { return nil }
        // Coordinates are mirrored or exchanged so that they grow in the direction of the move.
        let (begin, middle, end, edge, far, low, high, otherLow, otherHigh):
            (
                CGFloat, CGFloat, CGFloat, CGFloat, CGFloat, CGFloat, CGFloat, CGFloat, CGFloat
            )
        switch heading {
        case .right:
            (begin, middle, end, edge, far) = (start.minX, start.midX, start.maxX, other.minX, other.maxX)
            (low, high, otherLow, otherHigh) = (start.minY, start.maxY, other.minY, other.maxY)
        case .left:
            (begin, middle, end, edge, far) = (-start.maxX, -start.midX, -start.minX, -other.maxX, -other.minX)
            (low, high, otherLow, otherHigh) = (start.minY, start.maxY, other.minY, other.maxY)
        case .down:
            (begin, middle, end, edge, far) = (start.minY, start.midY, start.maxY, other.minY, other.maxY)
            (low, high, otherLow, otherHigh) = (start.minX, start.maxX, other.minX, other.maxX)
        case .up:
            (begin, middle, end, edge, far) = (-start.maxY, -start.midY, -start.minY, -other.maxY, -other.minY)
            (low, high, otherLow, otherHigh) = (start.minX, start.maxX, other.minX, other.maxX)
        default: return nil
        }
        guard edge >= middle - slack, edge > begin, far > end + slack else { return nil }
        guard min(high, otherHigh) - max(low, otherLow) > slack else { return nil }
        return max(0, edge - end) + abs((otherLow + otherHigh) - (low + high)) / 2 * askewFactor
    }

    private static func neighbours(of start: CGRect, isNext: Bool, _ candidates: [CGRect]) -> [Int] {
        let all = candidates + [start]
        let order = readingOrder(all)
        guard let place = order.firstIndex(of: candidates.count) else { return [] }
        return isNext ? Array(order[(place + 1)...]) : order[..<place].reversed()
    }
}
