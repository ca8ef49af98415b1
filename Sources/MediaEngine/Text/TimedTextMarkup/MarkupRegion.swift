/// The rectangle of a region, as fractions of the frame, and the alignment of its text.
struct MarkupRegion {
    var style: MarkupStyle

    /// - Parameters:
    ///   - cells: the document's cell grid.
    ///   - pixels: the size of the root container, if declared.
    func placement(
        textAlign: String?, cells: (Double, Double), pixels: (Double, Double)?
    ) -> TextPlacement {
        func pair(_ name: String) -> (Double, Double)? {
            let parts = (style[name] ?? "").split(whereSeparator: \.isWhitespace)
            guard parts.count == 2, let x = Self.length(parts[0], cells, pixels, isWidth: true),
                let y = Self.length(parts[1], cells, pixels, isWidth: false)
            else { return nil }
            return (x, y)
        }
        let stated = pair("extent")
        let moved = stated.flatMap { extent in
            style["position"].flatMap { MarkupPosition($0, of: extent) { Self.length($0, cells, pixels, isWidth: $1) } }
        }
        // The position takes precedence over the origin.
        let origin = moved.map { ($0.left, $0.top) } ?? pair("origin") ?? (0, 0)
        let extent = stated ?? (1 - origin.0, 1 - origin.1)
        func inside(_ value: Double) -> Double { min(1, max(0, value)) }
        var placement = TextPlacement()
        switch style["displayAlign"] {
        case "after": (placement.line, placement.lineAnchor) = (inside(origin.1 + extent.1), .end)
        case "center": (placement.line, placement.lineAnchor) = (inside(origin.1 + extent.1 / 2), .center)
        default: (placement.line, placement.lineAnchor) = (inside(origin.1), .start)
        }
        switch textAlign ?? "start" {
        case "center":
            let middle = inside(origin.0 + extent.0 / 2)
            if abs(middle - 0.5) > 0.02 { placement.position = middle }
        case "right", "end": (placement.position, placement.alignment) = (inside(origin.0 + extent.0), .end)
        default: (placement.position, placement.alignment) = (inside(origin.0), .start)
        }
        return placement
    }

    /// Converts a length to a fraction of the frame's width or height: "12.5%", "12.5rh", "3c", "96px".
    private static func length(
        _ text: Substring, _ cells: (Double, Double), _ pixels: (Double, Double)?, isWidth: Bool
    ) -> Double? {
        let units: [(String, Double)] = [
            ("%", 100), (isWidth ? "rw" : "rh", 100), ("px", (isWidth ? pixels?.0 : pixels?.1) ?? 0),
            ("c", isWidth ? cells.0 : cells.1),
        ]
        for (unit, whole) in units where text.hasSuffix(unit) {
            guard let value = Double(text.dropLast(unit.count)), value.isFinite, whole > 0 else { return nil }
            return value / whole
        }
        return nil
    }
}
