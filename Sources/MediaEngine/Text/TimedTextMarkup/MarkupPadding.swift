/// The padding of a TTML region (TTML2 section 10.2.34), as fractions of the frame.
struct MarkupPadding {
    var top = 0.0
    var right = 0.0
    var bottom = 0.0
    var left = 0.0

    /// Reads one to four lengths: all edges; before and after, start and end; before, start and end, after; before, end, after, start.
    /// - Parameter extent: the region's width and height, to which percentages refer.
    init(_ style: MarkupStyle, _ grid: MarkupGrid, of extent: (Double, Double)) {
        let parts = (style["padding"] ?? "").split(whereSeparator: \.isWhitespace)
        guard (1...4).contains(parts.count) else { return }
        // The places of the edges before, end, after and start in the list.
        let order = [[0, 0, 0, 0], [0, 1, 0, 1], [0, 1, 2, 1], [0, 1, 2, 3]][parts.count - 1]
        let edges = order.map { parts[$0] }
        func length(_ index: Int, isWidth: Bool) -> Double {
            let share = edges[index].hasSuffix("%") ? (isWidth ? extent.0 : extent.1) : 1
            return max(0, (grid.fraction(edges[index], isWidth: isWidth) ?? 0) * share)
        }
        func height(_ index: Int) -> Double { length(index, isWidth: false) }
        func width(_ index: Int) -> Double { length(index, isWidth: true) }
        switch style["writingMode"] {
        case "tbrl", "tb": (right, bottom, left, top) = (width(0), height(1), width(2), height(3))
        case "tblr": (left, bottom, right, top) = (width(0), height(1), width(2), height(3))
        case "rltb", "rl": (top, left, bottom, right) = (height(0), width(1), height(2), width(3))
        default: (top, right, bottom, left) = (height(0), width(1), height(2), width(3))
        }
    }
}
