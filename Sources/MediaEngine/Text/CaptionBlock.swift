/// Consecutive lines that are positioned together on the screen.
struct CaptionBlock: Hashable, Sendable {
    struct Run: Hashable, Sendable {
        var text: String
        var style = TextStyle()
        var annotation: Annotation?
    }

    /// A ruby annotation of consecutive runs.
    struct Annotation: Hashable, Sendable {
        /// Distinguishes bases that follow each other and have equal annotations.
        var base: Int
        var text: String
    }

    var lines: [[Run]]
    var placement: TextPlacement

    /// A text with its line breaks, and the ranges of its styles and annotations.
    struct Text {
        var text = ""
        var styles: [StyledRange] = []
        var annotations: [TextAnnotation] = []
    }

    func flattened() -> Text {
        var text = ""
        var styles: [StyledRange] = []
        var annotations: [TextAnnotation] = []
        var annotated: Annotation?
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
                if let annotation = run.annotation {
                    if annotation == annotated, let last = annotations.last {
                        annotations[annotations.count - 1].range = last.range.lowerBound..<length + count
                    } else {
                        annotations.append(TextAnnotation(range: length..<length + count, text: annotation.text))
                    }
                }
                annotated = run.annotation
                text += run.text
                length += count
            }
        }
        return Text(text: text, styles: styles, annotations: annotations)
    }
}

/// A caption with its times, from a decoder.
struct CaptionCue: Hashable, Sendable {
    var block: CaptionBlock
    var start: Nanoseconds
    var end: Nanoseconds
}
