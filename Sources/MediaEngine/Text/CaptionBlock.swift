/// Consecutive lines that are positioned together on the screen.
struct CaptionBlock: Hashable, Sendable {
    struct Run: Hashable, Sendable {
        var text: String
        var style = TextStyle()
    }

    var lines: [[Run]]
    var placement: TextPlacement

    /// Returns the text with its line breaks, and the ranges of its styles.
    func flattened() -> (text: String, styles: [StyledRange]) {
        var text = ""
        var styles: [StyledRange] = []
        var length = 0
        for (index, line) in lines.enumerated() {
            if index > 0 {
                text += "\n"
                length += 1
            }
            for run in line {
                let count = run.text.utf16.count
                if run.style != TextStyle() {
                    styles.append(StyledRange(range: length..<length + count, style: run.style))
                }
                text += run.text
                length += count
            }
        }
        return (text, styles)
    }
}

/// A caption with its times, from a decoder.
struct CaptionCue: Hashable, Sendable {
    var block: CaptionBlock
    var start: Nanoseconds
    var end: Nanoseconds
}
