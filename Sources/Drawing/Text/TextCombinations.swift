import CGraphics
import CoreGraphics

/// The parts of a vertical text that are set horizontally, each in the place of one character, such as the digits of a number.
struct TextCombinations {
    private struct Part {
        /// The place of the character in bytes of the whole text.
        var start: Int
        var size: CGFloat
        var layout: TextLayout
    }

    /// The runs with one character in place of each part.
    private(set) var runs: [TextRun]
    private var parts: [Part] = []

    private static let placeholder = "\u{fffc}"

    /// Nil where no run is combined.
    init?(_ runs: [TextRun]) {
        guard runs.contains(where: \.isCombined) else { return nil }
        self.runs = runs
        var start = 0
        for index in runs.indices {
            let run = runs[index]
            let isUsed = run.isCombined && !run.text.isEmpty
            self.runs[index].isCombined = isUsed
            if isUsed {
                let layout = TextLayout([TextRun(run.text, style: run.style, color: run.color)])
                parts.append(Part(start: start, size: run.style.size, layout: layout))
                self.runs[index].text = Self.placeholder
            }
            start += self.runs[index].text.utf8.count
        }
    }

    /// Returns the runs of horizontal text, in which no run is combined.
    static func separate(_ runs: [TextRun]) -> [TextRun] {
        guard runs.contains(where: \.isCombined) else { return runs }
        return runs.map { run in
            var run = run
            run.isCombined = false
            return run
        }
    }

    /// Draws the parts in the places of their characters; wide ones are narrowed.
    /// - Parameter corner: the top left corner of the layout.
    func draw(in canvas: Canvas, along layout: OpaquePointer, at corner: CGPoint) {
        for part in parts {
            var place = PangoRectangle()
            pango_layout_index_to_pos(layout, Int32(clamping: part.start), &place)
            let left = Fonts.points(min(place.x, place.x + place.width))
            let middle = Fonts.points(place.y) + Fonts.points(place.height) / 2
            let natural = part.layout.size
            let factor = natural.width > part.size ? part.size / natural.width : 1
            canvas.withState {
                cairo_translate(canvas.cairo, Double(corner.x + left + part.size / 2), Double(corner.y + middle))
                // The whole text is drawn turned clockwise.
                cairo_rotate(canvas.cairo, -.pi / 2)
                cairo_scale(canvas.cairo, Double(factor), 1)
                part.layout.draw(in: canvas, at: CGPoint(x: -natural.width / 2, y: -natural.height / 2))
            }
        }
    }
}
