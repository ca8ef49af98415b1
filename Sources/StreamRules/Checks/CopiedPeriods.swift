import HLS

/// Compares segments that were copied from another playlist with the periods between two discontinuities.
struct CopiedPeriods {
    private let list: SegmentList
    private let isRemainder: (Int) -> Bool
    /// The segments that were looked at, each of them once for each period of which it is a part.
    private(set) var lookCount = 0

    /// - Parameter isRemainder: whether the segment at a position may be missing among the copied ones.
    init(_ list: SegmentList, isRemainder: @escaping (Int) -> Bool) {
        self.list = list
        self.isRemainder = isRemainder
    }

    /// Returns whether the copied segments, in ascending order, are all segments of the periods in which they are, apart from remainders.
    /// The first period, before any discontinuity, is that of the program itself.
    mutating func areFilled(by positions: [Int]) -> Bool {
        guard list.contains(where: \.isDiscontinuity) else { return false }
        let copied = Set(positions)
        // Each period is examined once: a hostile playlist has many segments in few periods.
        var examined = 0..<0
        for position in positions where !examined.contains(position) {
            guard list.indices.contains(position) else { return false }
            examined = period(around: position)
            guard list[examined.lowerBound].isDiscontinuity else { return false }
            for member in examined {
                lookCount += 1
                guard copied.contains(member) || isRemainder(member) else { return false }
            }
        }
        return true
    }

    private mutating func period(around position: Int) -> Range<Int> {
        var (start, end) = (position, position + 1)
        while start > 0, !list[start].isDiscontinuity { start -= 1 }
        while end < list.count, !list[end].isDiscontinuity { end += 1 }
        lookCount += end - start
        return start..<end
    }
}
