import CoreGraphics
import Foundation

/// Draws edited text with its selection and composition, as far as it is inside of the view, and the caret.
final class EditedTextView: UIView {
    struct Content {
        var layout: any EditableLayout
        /// The top left corner of the lines' box.
        var origin: CGPoint
        var selection: [CGRect] = []
        var marked: [CGRect] = []
        var selectionColor: UIColor = .tintColor
        var markColor: UIColor = .label
    }

    var content: Content? { didSet { setNeedsLayout() } }
    private let caret = UIView(frame: .zero)
    private var blinkTimer: HostTimer?
    private var lastMove: TimeInterval = 0
    /// Whether the caret is displayed; it blinks.
    private(set) var showsCaret = false

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        clipsToBounds = true
        caret.isHidden = true
        caret.layer.cornerRadius = TextInputStyle.caretWidth / 2
        addSubview(caret)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        guard let content, bounds.width > 0, bounds.height > 0 else { return layer.contents = nil }
        let scale = pixelsPerPoint
        layer.contents = Canvas.makeImage(size: bounds.size, scale: scale) { canvas in
            for rect in content.selection {
                canvas.fill(rect, with: content.selectionColor.withAlphaComponent(0.3).cgColor)
            }
            content.layout.draw(on: canvas, at: content.origin, within: CGRect(origin: .zero, size: bounds.size))
            for rect in content.marked {
                canvas.fill(
                    CGRect(x: rect.minX, y: rect.maxY - 1, width: rect.width, height: 1),
                    with: content.markColor.cgColor)
            }
        }
        layer.contentsScale = scale
    }

    // MARK: Caret

    /// Whether the caret is in the visible half of its period.
    var isCaretVisible: Bool { showsCaret && !caret.isHidden }
    var caretFrame: CGRect { caret.frame }

    /// Places the caret, which begins to blink.
    /// - Parameter frame: nil hides the caret.
    func showCaret(_ frame: CGRect?, color: UIColor) {
        guard let frame else {
            showsCaret = false
            caret.isHidden = true
            return stopBlinking()
        }
        caret.backgroundColor = color
        guard frame != caret.frame || !showsCaret else { return }
        UIView.performWithoutAnimation { caret.frame = frame }
        showsCaret = true
        caret.isHidden = false
        lastMove = HostTime.now
        blink()
    }

    private func blink() {
        stopBlinking()
        blinkTimer = HostTime.after(TextInputStyle.blinkInterval) { [weak self] in
            guard let self, showsCaret, window != nil else { return }
            guard HostTime.now - lastMove < TextInputStyle.blinkDuration else { return caret.isHidden = false }
            caret.isHidden.toggle()
            blink()
        }
    }

    private func stopBlinking() {
        blinkTimer?.cancel()
        blinkTimer = nil
    }
}
