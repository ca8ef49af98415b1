import CoreGraphics
import Drawing
import Foundation
import WindowSystem

/// Lays out, scrolls and draws the line of a text field, with its selection and caret.
@MainActor final class TextFieldDisplay {
    private unowned let field: UITextField
    let canvas = EditedTextView(frame: .zero)
    /// The part of the line that is scrolled out at the left, in points.
    private var scroll: CGFloat = 0
    private var laidOut: (runs: [TextRenderer.Run], layout: TextLayout)?

    init(_ field: UITextField) { self.field = field }

    // MARK: Layout

    func invalidate() { laidOut = nil }

    private var runs: [TextRenderer.Run] {
        let (buffer, font, traits) = (field.editor.buffer, field.usedFont, field.traitCollection)
        let color = (field.hasFocusHighlight ? BarLook.inverse : field.usedColor).resolvedColor(with: traits)
        guard !field.isSecureTextEntry, buffer.length > 0 else {
            return [TextRenderer.Run(text: field.editor.displayed, font: font, color: color)]
        }
        return TextRenderer.runs(of: buffer.content, font: font, color: color).map { run in
            var run = run
            run.color = run.color.resolvedColor(with: traits)
            return run
        }
    }

    /// The whole line.
    var layout: TextLayout {
        let runs = runs
        if let laidOut, laidOut.runs == runs { return laidOut.layout }
        let layout = TextRenderer.editableLayout(runs)
        laidOut = (runs, layout)
        return layout
    }

    /// Returns the top left corner of the line in a rectangle of the text.
    func origin(in rect: CGRect) -> CGPoint {
        let layout = layout
        return CGPoint(x: lineStart(layout, width: rect.width), y: lineTop(layout, in: rect))
    }

    /// The horizontal place of the line in its frame.
    private func lineStart(_ layout: TextLayout, width: CGFloat) -> CGFloat {
        let free = width - TextInputStyle.caretWidth - layout.size.width
        let isTextRightToLeft = layout.text.isEmpty ? field.isRightToLeft : layout.isRightToLeft
        guard free > 0 else {
            // Text that is not edited shows its beginning.
            return field.isEditing ? -scroll : isTextRightToLeft ? free : 0
        }
        switch field.textAlignment {
        case .left: return 0
        case .right: return free
        case .center: return (free / 2).rounded()
        case .natural, .justified: return isTextRightToLeft ? free : 0
        }
    }

    private func lineTop(_ layout: TextLayout, in rect: CGRect) -> CGFloat {
        let free = rect.height - layout.size.height
        switch field.contentVerticalAlignment {
        case .top, .fill: return 0
        case .bottom: return free
        case .center:
            let scale = field.pixelsPerPoint
            return (free / 2 * scale).rounded() / scale
        }
    }

    // MARK: Scrolling

    func scrollToStart() { scroll = 0 }

    /// Scrolls so that the caret is visible.
    func scrollToCaret() {
        let layout = layout
        let width = field.currentRect.width
        let longest = layout.size.width + TextInputStyle.caretWidth - width
        guard field.isEditing, width > 0, longest > 0 else { return scroll = 0 }
        let caret = layout.caret(at: field.editor.displayedOffset(field.editor.buffer.head)).minX
        let room = min(TextInputStyle.caretWidth, width)
        scroll = min(max(scroll, caret + room - width), caret)
        scroll = min(max(0, scroll), longest)
    }

    // MARK: Display

    func show() {
        canvas.frame = field.currentRect
        scrollToCaret()
        canvas.content = field.isEditing ? editedContent : restingContent
        showCaret()
    }

    private var restingContent: EditedTextView.Content {
        let (layout, bounds) = (layout, canvas.bounds)
        guard layout.size.width > bounds.width else { return .init(layout: layout, origin: origin(in: bounds)) }
        var options = TextOptions(maximumWidth: bounds.width, maximumLines: 1, lineBreak: .truncateTail)
        options.alignment = TextRenderer.alignment(field.textAlignment)
        let short = TextRenderer.editableLayout(runs, options: options)
        return .init(layout: short, origin: CGPoint(x: 0, y: lineTop(short, in: bounds)))
    }

    private var editedContent: EditedTextView.Content {
        let (layout, origin, editor) = (layout, origin(in: canvas.bounds), field.editor)
        func placed(_ range: NSRange?) -> [CGRect] {
            guard let range, range.length > 0 else { return [] }
            return layout.rectangles(of: editor.displayedRange(range)).map {
                $0.offsetBy(dx: origin.x, dy: origin.y)
            }
        }
        return .init(
            layout: layout, origin: origin, selection: placed(editor.buffer.selection),
            marked: placed(editor.buffer.marked),
            selectionColor: field.tintColor.resolvedColor(with: field.traitCollection),
            markColor: field.usedColor.resolvedColor(with: field.traitCollection))
    }

    func showCaret() {
        let editor = field.editor
        guard field.isEditing, let window = field.window, window.isKeyWindow, editor.buffer.selection.length == 0 else {
            canvas.showCaret(nil, color: field.tintColor)
            if !field.isEditing { field.window?.platform?.textInputArea = nil }
            return
        }
        var frame = editor.caret(at: editor.buffer.head)
        frame.size.width = TextInputStyle.caretWidth
        frame.origin.x = min(
            max(frame.minX, canvas.frame.minX), max(canvas.frame.minX, canvas.frame.maxX - frame.width))
        canvas.showCaret(field.convert(frame, to: canvas), color: field.tintColor)
        window.platform?.textInputArea = field.convert(frame, to: window)
    }
}
