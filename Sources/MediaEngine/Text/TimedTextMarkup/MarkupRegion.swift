/// The rectangle of a region, as fractions of the frame, and the alignment and direction of its text.
struct MarkupRegion {
    var style: MarkupStyle
    /// The time range in which the region is displayed.
    var start: Nanoseconds = 0
    var end: Nanoseconds?
    var changes: [MarkupChange] = []

    private enum Edge { case before, middle, after }

    /// The times at which the region appears, changes and disappears.
    var edges: Set<Nanoseconds> {
        Set([start, end].compactMap { $0 } + changes.flatMap { [$0.start, $0.end].compactMap { $0 } })
    }

    func isActive(at time: Nanoseconds) -> Bool { start <= time && end ?? .never > time }

    /// Returns the region as it is at a time.
    func state(at time: Nanoseconds) -> MarkupRegion {
        changes.isEmpty ? self : MarkupRegion(style: MarkupChange.style(style, changes, at: time))
    }

    /// - Parameter text: the style of the paragraph.
    func placement(of text: MarkupStyle, grid: MarkupGrid) -> TextPlacement {
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
        let padding = MarkupPadding(style, grid, of: extent)
        let columns = (start: origin.0 + padding.left, end: origin.0 + extent.0 - padding.right)
        let rows = (start: origin.1 + padding.top, end: origin.1 + extent.1 - padding.bottom)
        let textAlign = text["textAlign"] ?? style["textAlign"]
        let isReversed = (text["direction"] ?? style["direction"]).map { $0 == "rtl" } ?? isReversed
        var placement = TextPlacement()
        placement.ground = ground(origin, extent)
        switch style["writingMode"] {
        case "tbrl", "tb":
            placement.writing = .verticalRightToLeft
            place(&placement, blocks: (1 - columns.end, 1 - columns.start), lines: rows, edge(textAlign, isReversed))
        case "tblr":
            placement.writing = .verticalLeftToRight
            place(&placement, blocks: columns, lines: rows, edge(textAlign, isReversed))
        default: place(&placement, blocks: rows, lines: columns, edge(textAlign, isReversed))
        }
        // Long lines are broken at the edges of a region whose size is declared.
        if stated != nil {
            let range = placement.writing == .horizontal ? columns : rows
            placement.size = max(0, range.end - range.start)
        }
        switch text["multiRowAlign"] ?? style["multiRowAlign"] {
        case let align? where align != "auto": placement.rowAlignment = anchor(edge(align, isReversed))
        default: break
        }
        return placement
    }

    private func anchor(_ edge: Edge) -> TextPlacement.Anchor {
        switch edge {
        case .before: .start
        case .middle: .center
        case .after: .end
        }
    }

    /// Returns the background of a region with an origin and an extent.
    private func ground(_ origin: (Double, Double), _ extent: (Double, Double)) -> TextGround? {
        guard let color = style.background, color.opacity > 0, extent.0 > 0, extent.1 > 0 else { return nil }
        return TextGround(
            x: origin.0, y: origin.1, width: extent.0, height: extent.1, color: color.rgb, opacity: color.opacity)
    }

    /// - Parameters:
    ///   - blocks: the range of the region in the direction in which lines follow each other.
    ///   - lines: its range in the direction of the text.
    private func place(
        _ placement: inout TextPlacement, blocks: (start: Double, end: Double), lines: (start: Double, end: Double),
        _ edge: Edge
    ) {
        func inside(_ value: Double) -> Double { min(1, max(0, value)) }
        switch style["displayAlign"] {
        case "after": (placement.line, placement.lineAnchor) = (inside(blocks.end), .end)
        case "center": (placement.line, placement.lineAnchor) = (inside((blocks.start + blocks.end) / 2), .center)
        default: (placement.line, placement.lineAnchor) = (inside(blocks.start), .start)
        }
        switch edge {
        case .middle:
            let middle = inside((lines.start + lines.end) / 2)
            if abs(middle - 0.5) > 0.02 { placement.position = middle }
        case .after: (placement.position, placement.alignment) = (inside(lines.end), .end)
        case .before: (placement.position, placement.alignment) = (inside(lines.start), .start)
        }
    }

    /// Whether lines are vertical.
    var isVertical: Bool { ["tb", "tbrl", "tblr"].contains(style["writingMode"]) }

    /// Whether lines start at the right.
    private var isReversed: Bool { style["writingMode"] == "rltb" || style["writingMode"] == "rl" }

    /// The edge at which the lines are aligned: left or top, or right or bottom.
    private func edge(_ textAlign: String?, _ isReversed: Bool) -> Edge {
        switch textAlign ?? "start" {
        case "center": return .middle
        case "left": return .before
        case "right": return .after
        case "end": return isReversed ? .before : .after
        default: return isReversed ? .after : .before
        }
    }
}
