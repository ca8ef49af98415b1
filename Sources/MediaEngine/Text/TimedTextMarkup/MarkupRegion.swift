/// The rectangle of a region, as fractions of the frame, and the alignment and direction of its text.
struct MarkupRegion {
    var style: MarkupStyle

    private enum Edge { case before, middle, after }

    func placement(textAlign: String?, grid: MarkupGrid) -> TextPlacement {
        func pair(_ name: String) -> (Double, Double)? {
            let parts = (style[name] ?? "").split(whereSeparator: \.isWhitespace)
            guard parts.count == 2, let x = grid.fraction(parts[0], isWidth: true),
                let y = grid.fraction(parts[1], isWidth: false)
            else { return nil }
            return (x, y)
        }
        let stated = pair("extent")
        let moved = stated.flatMap { extent in
            style["position"].flatMap { MarkupPosition($0, of: extent) { grid.fraction($0, isWidth: $1) } }
        }
        // The position takes precedence over the origin.
        let origin = moved.map { ($0.left, $0.top) } ?? pair("origin") ?? (0, 0)
        let extent = stated ?? (1 - origin.0, 1 - origin.1)
        let columns = (start: origin.0, end: origin.0 + extent.0)
        let rows = (start: origin.1, end: origin.1 + extent.1)
        var placement = TextPlacement()
        switch style["writingMode"] {
        case "tbrl", "tb":
            placement.writing = .verticalRightToLeft
            place(&placement, blocks: (1 - columns.end, 1 - columns.start), lines: rows, textAlign)
        case "tblr":
            placement.writing = .verticalLeftToRight
            place(&placement, blocks: columns, lines: rows, textAlign)
        default: place(&placement, blocks: rows, lines: columns, textAlign)
        }
        // Long lines are broken at the edges of a region whose size is declared.
        if stated != nil { placement.size = placement.writing == .horizontal ? extent.0 : extent.1 }
        return placement
    }

    /// - Parameters:
    ///   - blocks: the range of the region in the direction in which lines follow each other.
    ///   - lines: its range in the direction of the text.
    private func place(
        _ placement: inout TextPlacement, blocks: (start: Double, end: Double), lines: (start: Double, end: Double),
        _ textAlign: String?
    ) {
        func inside(_ value: Double) -> Double { min(1, max(0, value)) }
        switch style["displayAlign"] {
        case "after": (placement.line, placement.lineAnchor) = (inside(blocks.end), .end)
        case "center": (placement.line, placement.lineAnchor) = (inside((blocks.start + blocks.end) / 2), .center)
        default: (placement.line, placement.lineAnchor) = (inside(blocks.start), .start)
        }
        switch edge(textAlign) {
        case .middle:
            let middle = inside((lines.start + lines.end) / 2)
            if abs(middle - 0.5) > 0.02 { placement.position = middle }
        case .after: (placement.position, placement.alignment) = (inside(lines.end), .end)
        case .before: (placement.position, placement.alignment) = (inside(lines.start), .start)
        }
    }

    /// The edge at which the lines are aligned: left or top, or right or bottom.
    private func edge(_ textAlign: String?) -> Edge {
        let isReversed = style["writingMode"] == "rltb" || style["writingMode"] == "rl"
        switch textAlign ?? "start" {
        case "center": return .middle
        case "left": return .before
        case "right": return .after
        case "end": return isReversed ? .before : .after
        default: return isReversed ? .after : .before
        }
    }
}
