/// The base direction of TTML lines (TTML2 section 10.2.10), which is otherwise that of their first letter.
enum MarkupDirection {
    private static let leftToRightMark = "\u{200e}"
    private static let rightToLeftMark = "\u{200f}"

    /// Returns a line that begins with a mark of its direction, if it would have another one without.
    /// - Parameter direction: "ltr" or "rtl"; nil: that of the text, except text that begins with an override or embedding.
    static func line(_ line: [CaptionBlock.Run], _ direction: String?) -> [CaptionBlock.Run] {
        let scalars = line.lazy.flatMap(\.text.unicodeScalars)
        guard let first = scalars.first(where: { !isNeutral($0) }) else { return line }
        let isControl = isControl(first)
        let mark: String
        switch direction {
        case "rtl": mark = isControl || !isRightToLeft(first) ? rightToLeftMark : ""
        case "ltr": mark = isControl || isRightToLeft(first) ? leftToRightMark : ""
        default: mark = isControl ? leftToRightMark : ""
        }
        guard !mark.isEmpty, var run = line.first else { return line }
        if run.annotation == nil {
            run.text = mark + run.text
            return [run] + line.dropFirst()
        }
        run = CaptionBlock.Run(text: mark, style: run.style)
        return [run] + line
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// Whether a character has no direction of its own.
    private static func isNeutral(_ scalar: Unicode.Scalar) -> Bool {
        !isControl(scalar) && !scalar.properties.isAlphabetic
    }

    /// Whether a letter is of Hebrew, Arabic and its relatives.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff: true
        default: false
        }
    }
}
