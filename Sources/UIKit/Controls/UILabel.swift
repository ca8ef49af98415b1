import CoreGraphics
import Drawing
public import Foundation
import WindowSystem

/// A view that displays read-only text in up to `numberOfLines` lines.
open class UILabel: UIView, BaselineView {
    open var text: String? {
        get { content.string }
        set {
            guard newValue != content.string || content.isAttributed else { return }
            content = .plain(newValue)
            textDidChange()
            accessibilityDidChange(.label)
        }
    }

    open var attributedText: NSAttributedString? {
        get {
            switch content {
            case .plain(let text):
                text.map {
                    NSAttributedString(
                        string: $0, attributes: [.font: font as Any, .foregroundColor: textColor as Any])
                }
            case .attributed(let text): text
            }
        }
        set {
            content = newValue.map { .attributed(NSAttributedString(attributedString: $0)) } ?? .plain(nil)
            textDidChange()
        }
    }

    open var font: UIFont! = .systemFont(ofSize: UIFont.labelFontSize) {
        didSet { if font != oldValue { textDidChange() } }
    }
    open var textColor: UIColor! = .label { didSet { if textColor != oldValue { setNeedsLayout() } } }
    /// Setting it also changes the paragraph styles of the attributed text.
    open var textAlignment = NSTextAlignment.natural {
        didSet {
            changeParagraphs { $0.alignment = textAlignment }
            setNeedsLayout()
        }
    }
    /// The maximum number of lines; 0 for no limit.
    open var numberOfLines = 1 { didSet { textDidChange() } }
    /// Setting it also changes the paragraph styles of the attributed text.
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail {
        didSet {
            changeParagraphs { $0.lineBreakMode = lineBreakMode }
            setNeedsLayout()
        }
    }
    open var adjustsFontSizeToFitWidth = false { didSet { setNeedsLayout() } }
    open var minimumScaleFactor: CGFloat = 0 { didSet { setNeedsLayout() } }
    open var adjustsFontForContentSizeCategory = false
    open var preferredMaxLayoutWidth: CGFloat = 0 { didSet { invalidateIntrinsicContentSize() } }
    /// The color of the text's shadow, which has a sharp edge; nil for no shadow.
    open var shadowColor: UIColor? { didSet { setNeedsLayout() } }
    open var shadowOffset = CGSize(width: 0, height: -1) { didSet { setNeedsLayout() } }
    open var isEnabled = true { didSet { setNeedsLayout() } }

    private enum Content {
        case plain(String?)
        case attributed(NSAttributedString)

        var string: String? {
            switch self {
            case .plain(let text): text
            case .attributed(let text): text.string
            }
        }

        var isAttributed: Bool { if case .attributed = self { true } else { false } }
    }

    private var content = Content.plain(nil)
    private var drawn: TextRenderer.Request?
    private var measured: (request: TextRenderer.Request, size: CGSize)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isAccessibilityElement = true
        accessibilityTraits = .staticText
        setContentHuggingPriority(UILayoutPriority(251), for: .horizontal)
        setContentHuggingPriority(UILayoutPriority(251), for: .vertical)
    }

    public required init?(coder: NSCoder) { nil }

    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? text }
        set { super.accessibilityLabel = newValue }
    }

    // MARK: Size

    /// Widths from here on do not wrap text.
    private static let unlimited: CGFloat = 1e6

    open override var intrinsicContentSize: CGSize { size(fittingWidth: preferredMaxLayoutWidth) }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { self.size(fittingWidth: size.width) }

    private func size(fittingWidth width: CGFloat) -> CGSize {
        let bounds = CGRect(x: 0, y: 0, width: width > 0 ? width : Self.unlimited * 10, height: Self.unlimited * 10)
        return textRect(forBounds: bounds, limitedToNumberOfLines: numberOfLines).size
    }

    /// Returns the rectangle that the text takes, from the origin of `bounds` on. Subclasses override it to add space around the text: the
    /// size of the label is that of this rectangle.
    ///
    /// Apple: at most as large as `bounds`. Here: a single line keeps its width.
    /// - Parameters:
    ///   - bounds: lines wrap at its width.
    ///   - numberOfLines: 0 for no limit.
    open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
        CGRect(origin: bounds.origin, size: textSize(width: bounds.width, numberOfLines: numberOfLines))
    }

    private func textSize(width: CGFloat, numberOfLines: Int) -> CGSize {
        guard let string = content.string, !string.isEmpty else { return CGSize(width: 0, height: 0) }
        let wraps = numberOfLines != 1 && width > 0 && width < Self.unlimited
        var request = request(size: CGSize(width: wraps ? width : 0, height: 0), scale: 1)
        request.maximumLines = max(0, numberOfLines)
        if let measured, measured.request == request { return measured.size }
        let size = TextRenderer.measure(request)
        measured = (request, size)
        return size
    }

    // MARK: Baselines

    /// Text is centered vertically in its label, so its baselines move by half of the change in height.
    private func baseline(_ choose: ((first: CGFloat, last: CGFloat)) -> CGFloat) -> Baseline {
        let width = bounds.width > 0 ? bounds.width : preferredMaxLayoutWidth
        let request = request(size: CGSize(width: numberOfLines == 1 ? 0 : width, height: 0), scale: 1)
        return Baseline(heightFactor: 0.5, offset: choose(TextRenderer.baselines(request)))
    }

    var firstBaseline: Baseline { baseline(\.first) }
    var lastBaseline: Baseline { baseline(\.last) }

    // MARK: Rendering

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        setNeedsLayout()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        if adjustsFontForContentSizeCategory, let style = font?.textStyle {
            font = .preferredFont(forTextStyle: style, compatibleWith: traitCollection)
        }
        setNeedsLayout()
    }

    /// Draws the text into the current graphics context, vertically centered in `rect`. Called by the label with its bounds; subclasses override
    /// it to draw the text elsewhere or to draw more.
    open func drawText(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext(), let string = content.string, !string.isEmpty, rect.width > 0,
            rect.height > 0
        else { return }
        let request = request(size: rect.size, scale: pixelsPerPoint)
        context.paint { TextRenderer.draw(request, at: rect.origin, on: $0) }
    }

    open override func setNeedsDisplay() {
        super.setNeedsDisplay()
        drawn = nil
        setNeedsLayout()
    }

    /// Renders the text only when the text, its appearance or the size has changed; the compositor retains the image. A subclass may draw
    /// something else at any time, and is rendered with each layout.
    open override func layoutSubviews() {
        super.layoutSubviews()
        guard let string = content.string, !string.isEmpty, bounds.width > 0, bounds.height > 0 else {
            drawn = nil
            layer.contents = nil
            return
        }
        let scale = pixelsPerPoint
        let request = request(size: bounds.size, scale: scale)
        if type(of: self) == UILabel.self {
            guard request != drawn else { return }
            drawn = request
            layer.contents = TextRenderer.image(request)
        } else {
            layer.contents = GraphicsStack.makeImage(size: bounds.size, scale: scale) { context in
                context.translateBy(x: -bounds.minX, y: -bounds.minY)
                traitCollection.performAsCurrent { drawText(in: bounds) }
            }
        }
        layer.contentsScale = scale
    }

    private func textDidChange() {
        measured = nil
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private func changeParagraphs(_ change: (NSMutableParagraphStyle) -> Void) {
        guard case .attributed(let text) = content else { return }
        let changed = NSMutableAttributedString(attributedString: text)
        let whole = NSRange(location: 0, length: text.length)
        text.enumerateAttribute(.paragraphStyle, in: whole, options: []) { value, range, _ in
            guard let style = value as? NSParagraphStyle,
                let copy = style.mutableCopy(with: nil) as? NSMutableParagraphStyle
            else { return }
            change(copy)
            changed.addAttribute(.paragraphStyle, value: copy, range: range)
        }
        content = .attributed(changed)
    }

    private func request(size: CGSize, scale: CGFloat) -> TextRenderer.Request {
        let font: UIFont = font ?? .systemFont(ofSize: UIFont.labelFontSize)
        let color = (textColor ?? .label).resolvedColor(with: traitCollection)
        let runs: [TextRenderer.Run]
        switch content {
        case .plain(let text): runs = [.init(text: text ?? "", font: font, color: color)]
        case .attributed(let text): runs = TextRenderer.runs(of: text, font: font, color: color)
        }
        return TextRenderer.Request(
            runs: runs, size: size, scale: scale, alignment: textAlignment, maximumLines: max(0, numberOfLines),
            breaking: lineBreakMode, opacity: isEnabled ? 1 : 0.4,
            smallest: adjustsFontSizeToFitWidth ? max(0.25, minimumScaleFactor) : 1,
            shadow: shadowColor?.resolvedColor(with: traitCollection), shadowOffset: shadowOffset)
    }
}
