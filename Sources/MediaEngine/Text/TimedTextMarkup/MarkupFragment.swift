/// A part of a TTML paragraph: text with one style, or a line break, with a display time.
struct MarkupFragment {
    var start: Nanoseconds
    /// Nil: until the end of the document's validity.
    var end: Nanoseconds?
    var text: String
    var style: TextStyle
    var preservesSpace: Bool
    /// The number of the base of a ruby annotation.
    var base: Int?
    var annotation: CaptionBlock.Annotation?
    /// The name of the region that the text is in.
    var region: String?
    /// A mark that is set at each letter.
    var emphasis: String?
    private var isBreak = false

    init(start: Nanoseconds, end: Nanoseconds?, text: String, style: TextStyle, preservesSpace: Bool) {
        self.start = start
        self.end = end
        self.text = text
        self.style = style
        self.preservesSpace = preservesSpace
    }

    init(breakFrom start: Nanoseconds, to end: Nanoseconds?) {
        self.init(start: start, end: end, text: "", style: TextStyle(), preservesSpace: true)
        isBreak = true
    }

    /// Splits text into lines. Unless preserved, white space is collapsed, and removed at the ends of lines.
    static func lines(_ fragments: [MarkupFragment]) -> [[CaptionBlock.Run]] {
        var lines: [[CaptionBlock.Run]] = [[]]
        // Whether a space would be redundant: after another one, or at the start of a line.
        var isAfterBlank = true
        var marks = 0
        func isBlank(_ character: Character) -> Bool { " \t\n\r".contains(character) || character == "\r\n" }
        for fragment in fragments {
            if fragment.isBreak {
                lines.append([])
                isAfterBlank = true
                continue
            }
            for character in fragment.text {
                var letter = character
                if fragment.preservesSpace {
                    if character == "\n" || character == "\r\n" {
                        lines.append([])
                        isAfterBlank = true
                        continue
                    }
                } else if isBlank(character) {
                    if isAfterBlank { continue }
                    letter = " "
                }
                isAfterBlank = !fragment.preservesSpace && letter == " "
                var annotation = fragment.annotation
                if annotation == nil, letter != " ", let mark = fragment.emphasis {
                    marks += 1
                    annotation = CaptionBlock.Annotation(base: -marks, text: mark)
                }
                append(letter, fragment.style, annotation, &lines[lines.count - 1])
            }
        }
        let trimmed = lines.map(withoutLastBlank)
        let isVisible: ([CaptionBlock.Run]) -> Bool = { $0.contains { $0.text.contains { !$0.isWhitespace } } }
        guard let first = trimmed.firstIndex(where: isVisible), let last = trimmed.lastIndex(where: isVisible) else {
            return []
        }
        return Array(trimmed[first...last])
    }

    private static func append(
        _ letter: Character, _ style: TextStyle, _ annotation: CaptionBlock.Annotation?,
        _ line: inout [CaptionBlock.Run]
    ) {
        if let last = line.last, last.style == style, last.annotation == annotation {
            line[line.count - 1].text.append(letter)
        } else {
            line.append(CaptionBlock.Run(text: String(letter), style: style, annotation: annotation))
        }
    }

    private static func withoutLastBlank(_ line: [CaptionBlock.Run]) -> [CaptionBlock.Run] {
        guard var last = line.last, last.text.hasSuffix(" ") else { return line }
        last.text.removeLast()
        return line.dropLast() + (last.text.isEmpty ? [] : [last])
    }
}
