import CoreGraphics
import Drawing
import Foundation
import WindowSystem

/// Lays out and draws the text of a text view, with its selection and caret.
///
/// Only the visible area and its surroundings are drawn, so that scrolling within it draws nothing.
@MainActor final class TextViewDisplay {
    private unowned let view: UITextView
    let canvas = EditedTextView(frame: .zero)
    private let ring = UIView(frame: .zero)
    private var madeRuns: [TextRenderer.Run]?
    private var laidOut: (width: CGFloat, block: TextBlock)?
    private var measured: (width: CGFloat?, size: CGSize)?
    /// The layout before the last change, whose paragraphs are used again.
    private var former: TextBlock?
    private var drawn: Drawn?
    private var changes = 0
    /// The destination of a running scroll animation.
    private var destination: CGPoint?
    /// Whether the view is surrounded by a ring because it has the keys or the focus.
    var hasKeyRing = false

    /// What the drawn image depends on.
    private struct Drawn: Equatable {
        var change: Int
        var area: CGRect
        var selection: [CGRect]
        var marked: [CGRect]
        var scale: CGFloat
    }

    /// The longest area that is drawn, in multiples of the visible one.
    private static let longestArea: CGFloat = 6

    init(_ view: UITextView) {
        self.view = view
        ring.isUserInteractionEnabled = false
        ring.layer.borderWidth = 2
    }

    // MARK: Layout

    func invalidate() {
        changes += 1
        madeRuns = nil
        measured = nil
        if let laidOut { former = laidOut.block }
        laidOut = nil
    }

    private var container: NSTextContainer { view.textContainer }
    private var sideSpace: CGFloat {
        view.textContainerInset.left + view.textContainerInset.right + container.lineFragmentPadding * 2
    }
    private var spaceAround: CGFloat { view.textContainerInset.top + view.textContainerInset.bottom }
    private var viewWidth: CGFloat {
        let inset = view.adjustedContentInset
        return max(0, view.bounds.width - inset.left - inset.right)
    }

    /// The top left corner of the text.
    var origin: CGPoint {
        CGPoint(x: view.textContainerInset.left + container.lineFragmentPadding, y: view.textContainerInset.top)
    }

    /// The text at the width of the view.
    var block: TextBlock {
        let width = max(1, viewWidth - sideSpace)
        if let laidOut, laidOut.width == width { return laidOut.block }
        let block = makeBlock(width: width)
        former = nil
        laidOut = (width, block)
        return block
    }

    private func makeBlock(width: CGFloat?) -> TextBlock {
        let setting = TextBlock.Setting(
            width: width, maximumLines: max(0, container.maximumNumberOfLines), breaking: container.lineBreakMode)
        return TextBlock(runs, setting, reusing: former ?? laidOut?.block)
    }

    /// The text with the attributes of the view and its links.
    var runs: [TextRenderer.Run] {
        if let madeRuns { return madeRuns }
        let traits = view.traitCollection
        let content = TextLinks.decorated(
            view.editor.buffer.content, with: view.linkTextAttributes ?? [.foregroundColor: view.tintColor as Any])
        var new = TextRenderer.runs(of: content, font: view.usedFont, color: view.usedColor)
        if new.isEmpty { new = [TextRenderer.Run(text: "", font: view.usedFont, color: view.usedColor)] }
        for index in new.indices {
            new[index].color = new[index].color.resolvedColor(with: traits)
            new[index].background = new[index].background?.resolvedColor(with: traits)
            new[index].paragraph = new[index].paragraph ?? paragraph(of: new[index].text)
        }
        madeRuns = new
        return new
    }

    /// The values of paragraphs without a style.
    private func paragraph(of text: String) -> ParagraphValues {
        var values = ParagraphValues()
        values.alignment = view.textAlignment
        values.lineBreakMode = container.lineBreakMode
        // The caret of an empty text is where the text will begin.
        if text.isEmpty, view.textAlignment == .natural, view.isRightToLeft { values.alignment = .right }
        return values
    }

    /// Updates the size of the content.
    func prepare() {
        let height = (block.size.height + spaceAround).rounded(.up)
        let size = CGSize(width: viewWidth, height: height)
        if view.contentSize != size { view.contentSize = size }
    }

    /// Returns the size of the text with its insets.
    /// - Parameter width: nil for text that is not broken into lines.
    func fittingSize(width: CGFloat?) -> CGSize {
        if let measured, measured.width == width { return measured.size }
        let text = makeBlock(width: width.map { max(1, $0 - sideSpace) }).size
        let size = CGSize(
            width: min(width ?? .infinity, (text.width + sideSpace + TextInputStyle.caretWidth).rounded(.up)),
            height: (text.height + spaceAround).rounded(.up))
        measured = (width, size)
        return size
    }

    // MARK: Drawing

    /// - Parameter destination: the offset that an animation moves to; nil after its end.
    func scroll(to destination: CGPoint?) {
        self.destination = destination
        view.setNeedsLayout()
        if destination != nil { UIView.performWithoutAnimation { show() } }
    }

    /// Draws the text where that is necessary, and places the caret and the ring.
    func show() {
        UIView.performWithoutAnimation {
            draw()
            showRing()
        }
        showCaret()
    }

    private func draw() {
        let area = currentArea()
        let block = block
        func places(_ range: NSRange?) -> [CGRect] {
            guard let range, range.length > 0, view.isFirstResponder else { return [] }
            let top = block.offset(at: CGPoint(x: 0, y: area.minY - origin.y))
            let bottom = block.offset(at: CGPoint(x: area.width, y: area.maxY - origin.y))
            let (start, end) = (min(top, bottom), max(top, bottom))
            let (first, last) = (block.line(at: start), block.line(at: end))
            let lower = max(range.location, first.lowerBound)
            let upper = min(range.location + range.length, last.upperBound + 1)
            guard lower < upper else { return [] }
            return block.rectangles(of: lower..<upper).map { place in
                place.offsetBy(dx: origin.x - area.minX, dy: origin.y - area.minY)
            }
        }
        let new = Drawn(
            change: changes, area: area, selection: places(view.editor.buffer.selection),
            marked: places(view.editor.buffer.marked), scale: view.pixelsPerPoint)
        guard new != drawn else { return }
        drawn = new
        canvas.frame = area
        let traits = view.traitCollection
        canvas.content = EditedTextView.Content(
            layout: block, origin: CGPoint(x: origin.x - area.minX, y: origin.y - area.minY), selection: new.selection,
            marked: new.marked, selectionColor: view.tintColor.resolvedColor(with: traits),
            markColor: view.usedColor.resolvedColor(with: traits))
    }

    /// The area to draw: the one so far where it contains what is visible.
    private func currentArea() -> CGRect {
        let visible = view.bounds
        var wanted = visible
        if let destination { wanted = wanted.union(CGRect(origin: destination, size: visible.size)) }
        if wanted.height > visible.height * Self.longestArea { wanted = visible }
        if let drawn, drawn.area.contains(wanted), drawn.area.width == visible.width { return drawn.area }
        let around = wanted.insetBy(dx: 0, dy: -visible.height / 2)
        let content = CGRect(origin: .zero, size: view.contentSize)
        return wanted.union(around.intersection(content))
    }

    private func showRing() {
        ring.isHidden = !hasKeyRing || view.isEditing
        guard hasKeyRing else { return }
        if ring.superview == nil { view.addSubview(ring) }
        ring.frame = view.bounds
        ring.layer.cornerRadius = view.layer.cornerRadius
        ring.layer.borderColor = view.tintColor.resolvedColor(with: view.traitCollection).cgColor
    }

    func showCaret() {
        let window = view.window
        guard view.isEditing, let window, window.isKeyWindow, view.editor.buffer.selection.length == 0 else {
            canvas.showCaret(nil, color: view.tintColor)
            if !view.isEditing { window?.platform?.textInputArea = nil }
            return
        }
        var frame = view.editor.caret(at: view.editor.buffer.head)
        frame.size.width = TextInputStyle.caretWidth
        frame.origin.x = min(max(frame.minX, 0), max(0, viewWidth - frame.width))
        canvas.showCaret(view.convert(frame, to: canvas), color: view.tintColor)
        window.platform?.textInputArea = view.convert(frame, to: window)
    }
}
