import CoreGraphics

/// The places of the items of a toolbar from the leading edge.
struct ToolbarArrangement {
    enum Part: Equatable {
        /// A button or view with the width that it takes.
        case content(CGFloat)
        case fixedSpace(CGFloat)
        case flexibleSpace
    }

    /// Returns the horizontal start and width of each part; spaces have a width, too.
    ///
    /// Flexible spaces share the spare room equally. Where room is missing, contents wider than `leastWidth` shrink, the widest first.
    static func places(of parts: [Part], in room: CGFloat, gap: CGFloat, leastWidth: CGFloat) -> [(
        start: CGFloat, width: CGFloat
    )] {
        var widths = parts.map { part -> CGFloat in
            switch part {
            case .content(let width), .fixedSpace(let width): width
            case .flexibleSpace: 0
            }
        }
        let gaps = parts.indices.dropFirst().map { isContent(parts[$0]) && isContent(parts[$0 - 1]) ? gap : 0 }
        let spare = room - widths.reduce(0, +) - gaps.reduce(0, +)
        let flexible = parts.indices.filter { parts[$0] == .flexibleSpace }
        if spare > 0 {
            for index in flexible { widths[index] = spare / CGFloat(flexible.count) }
        } else {
            shrink(&widths, by: -spare, among: parts.indices.filter { isContent(parts[$0]) }, leastWidth: leastWidth)
        }
        var start: CGFloat = 0
        return parts.indices.map { index in
            if index > 0 { start += gaps[index - 1] }
            defer { start += widths[index] }
            return (start, widths[index])
        }
    }

    private static func isContent(_ part: Part) -> Bool { if case .content = part { true } else { false } }

    private static func shrink(
        _ widths: inout [CGFloat], by missing: CGFloat, among contents: [Int], leastWidth: CGFloat
    ) {
        var missing = missing
        while missing > 0.5 {
            guard let widest = contents.max(by: { widths[$0] < widths[$1] }), widths[widest] > leastWidth else {
                return
            }
            let next = contents.map { widths[$0] }.filter { $0 < widths[widest] }.max() ?? leastWidth
            let cut = min(missing, widths[widest] - max(next, leastWidth))
            widths[widest] -= max(cut, 0.5)
            missing -= max(cut, 0.5)
        }
    }
}
