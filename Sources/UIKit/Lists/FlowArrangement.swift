import CoreGraphics

/// The geometry of a flow layout: items fill rows one after the other, as words fill lines.
///
/// Calculated for horizontal rows stacked vertically; a layout that scrolls horizontally exchanges the axes.
struct FlowArrangement {
    struct Section {
        var sizes: [CGSize]
        var inset = UIEdgeInsets.zero
        var lineSpacing: CGFloat = 10
        var itemSpacing: CGFloat = 10
        var headerLength: CGFloat = 0
        var footerLength: CGFloat = 0
    }

    /// A row of items, with the vertical extent `top...bottom`.
    struct Line {
        var section: Int
        var items: Range<Int>
        var top: CGFloat
        var bottom: CGFloat
    }

    private(set) var frames: [[CGRect]] = []
    private(set) var headers: [CGRect?] = []
    private(set) var footers: [CGRect?] = []
    private(set) var lines: [Line] = []
    private(set) var length: CGFloat = 0

    /// - Parameter breadth: the width of the rows, insets included.
    init(_ sections: [Section], breadth: CGFloat) {
        for (number, section) in sections.enumerated() {
            add(section, number, breadth: breadth)
        }
    }

    private mutating func add(_ section: Section, _ number: Int, breadth: CGFloat) {
        headers.append(strip(section.headerLength, breadth))
        var frames: [CGRect] = []
        frames.reserveCapacity(section.sizes.count)
        let room = max(0, breadth - section.inset.left - section.inset.right)
        length += section.inset.top
        var start = 0
        // The gap between the items of a full row, which an incomplete last row uses as well.
        var usualGap: CGFloat?
        let isEven = section.sizes.allSatisfy { $0 == section.sizes[0] }
        while start < section.sizes.count {
            var end = start
            var used: CGFloat = 0
            while end < section.sizes.count {
                let wanted = used + section.sizes[end].width + (end > start ? section.itemSpacing : 0)
                if end > start, wanted > room { break }
                used = wanted
                end += 1
            }
            let row = section.sizes[start..<end]
            let height = row.map(\.height).max() ?? 0
            let total = row.map(\.width).reduce(0, +)
            let isLast = end == section.sizes.count
            var gap = section.itemSpacing
            var x = section.inset.left
            if row.count > 1, !isLast {
                gap = (room - total) / CGFloat(row.count - 1)
                usualGap = gap
            } else if row.count > 1, isEven, let usualGap {
                gap = usualGap
            } else if row.count == 1, !isLast || start == 0 || usualGap == nil, section.sizes.count > 1 {
                // A single item in a row is centered.
                x += max(0, (room - total) / 2)
            }
            for size in row {
                frames.append(
                    CGRect(x: x, y: length + (height - size.height) / 2, width: size.width, height: size.height))
                x += size.width + gap
            }
            lines.append(Line(section: number, items: start..<end, top: length, bottom: length + height))
            length += height + (isLast ? 0 : section.lineSpacing)
            start = end
        }
        length += section.inset.bottom
        self.frames.append(frames)
        footers.append(strip(section.footerLength, breadth))
    }

    private mutating func strip(_ height: CGFloat, _ breadth: CGFloat) -> CGRect? {
        guard height > 0 else { return nil }
        defer { length += height }
        return CGRect(x: 0, y: length, width: breadth, height: height)
    }

    /// Returns the rows that intersect a vertical range, by binary search.
    func lines(in stretch: ClosedRange<CGFloat>) -> ArraySlice<Line> {
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle].bottom < stretch.lowerBound { low = middle + 1 } else { high = middle }
        }
        let end = lines[low...].firstIndex { $0.top > stretch.upperBound } ?? lines.count
        return lines[low..<end]
    }
}
