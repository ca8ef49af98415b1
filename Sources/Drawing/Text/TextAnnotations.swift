import CGraphics
import CoreGraphics

/// The annotations of a text layout, which are centered above their runs. A run that is narrower than its annotation is spaced.
struct TextAnnotations {
    private struct Annotation {
        /// The run's range in bytes of the whole text.
        var range: Range<Int>
        var layout: TextLayout
    }

    /// The size of annotations relative to the text.
    private static let scale: CGFloat = 0.5

    private let annotations: [Annotation]
    private let isVertical: Bool
    /// The space above each line of the text.
    let height: CGFloat

    /// Nil where no run has an annotation.
    init?(_ runs: [TextRun], isVertical: Bool) {
        guard runs.contains(where: { $0.annotation?.isEmpty == false }) else { return nil }
        self.isVertical = isVertical
        var annotations: [Annotation] = []
        var start = 0
        for run in runs {
            let end = start + run.text.utf8.count
            if let text = run.annotation, !text.isEmpty, end > start {
                annotations.append(Annotation(range: start..<end, layout: Self.layout(text, run, isVertical)))
            }
            start = end
        }
        self.annotations = annotations
        height = annotations.map(\.layout.size.height).max() ?? 0
    }

    private static func layout(_ text: String, _ run: TextRun, _ isVertical: Bool) -> TextLayout {
        var style = run.style
        style.size *= scale
        var options = TextOptions()
        options.isVertical = isVertical
        return TextLayout([TextRun(text, style: style, color: run.color)], options: options)
    }

    /// Returns the runs with space between the letters of those that are narrower than their annotations.
    func spaced(_ runs: [TextRun]) -> [TextRun] {
        var remaining = annotations[...]
        return runs.map { run in
            guard run.annotation?.isEmpty == false, !run.text.isEmpty, let own = remaining.popFirst() else {
                return run
            }
            var options = TextOptions()
            options.isVertical = isVertical
            var plain = run
            plain.annotation = nil
            let missing = own.layout.size.width - TextLayout([plain], options: options).size.width
            guard missing > 0 else { return plain }
            plain.style.letterSpacing += missing / CGFloat(run.text.count)
            return plain
        }
    }

    /// Draws the annotations above the lines of a layout.
    /// - Parameters:
    ///   - corner: the top left corner of the layout.
    ///   - range: the horizontal range that annotations stay in, where they fit.
    func draw(
        in canvas: Canvas, above layout: OpaquePointer, at corner: CGPoint, within range: ClosedRange<CGFloat>
    ) {
        for annotation in annotations {
            var first = PangoRectangle()
            var last = PangoRectangle()
            pango_layout_index_to_pos(layout, Int32(clamping: annotation.range.lowerBound), &first)
            pango_layout_index_to_pos(layout, Int32(clamping: annotation.range.upperBound - 1), &last)
            // A run that continues in the next line has its annotation above its first part.
            let edges = first.y == last.y ? [first, last] : [first]
            let left = edges.flatMap { [$0.x, $0.x + $0.width] }.min() ?? 0
            let right = edges.flatMap { [$0.x, $0.x + $0.width] }.max() ?? 0
            let middle = (Fonts.points(left) + Fonts.points(right)) / 2
            let top = Fonts.points(first.y) - annotation.layout.size.height
            let width = annotation.layout.size.width
            let x = max(range.lowerBound, min(corner.x + middle - width / 2, range.upperBound - width))
            annotation.layout.draw(in: canvas, at: CGPoint(x: x, y: corner.y + top))
        }
    }
}
