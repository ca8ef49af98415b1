public import CoreGraphics
import Drawing
import Foundation
public import QuartzCore

/// A layer that draws text from the top edge of its bounds.
///
/// Apple: a class of QuartzCore, whose size and color of text are animated. Here: UIKit declares it, because QuartzCore draws no text, and both
/// change at once.
open class CATextLayer: CALayer {
    /// A `String` or an `NSAttributedString`; other values are not displayed.
    open var string: Any? { didSet { setNeedsDisplay() } }
    /// A `UIFont`, of which the size is ignored, or the name of a font as `NSString`; nil and unknown names mean the system font. Not used for an
    /// `NSAttributedString`.
    open var font: AnyObject? { didSet { setNeedsDisplay() } }
    /// In points. Not used for an `NSAttributedString`.
    open var fontSize: CGFloat = 36 { didSet { if fontSize != oldValue { setNeedsDisplay() } } }
    /// Not used for the parts of an `NSAttributedString` that have a color; nil means black.
    open var foregroundColor: CGColor? = .white { didSet { setNeedsDisplay() } }
    /// Whether lines end at the width of the bounds.
    open var isWrapped = false { didSet { if isWrapped != oldValue { setNeedsDisplay() } } }
    /// The truncation of lines that are too wide, or, in a layer that wraps, of the last line that fits.
    open var truncationMode = CATextLayerTruncationMode.none {
        didSet { if truncationMode != oldValue { setNeedsDisplay() } }
    }
    open var alignmentMode = CATextLayerAlignmentMode.natural {
        didSet { if alignmentMode != oldValue { setNeedsDisplay() } }
    }
    open override var contentsScale: CGFloat {
        didSet { if contentsScale != oldValue { setNeedsDisplay() } }
    }

    public override init() {
        super.init()
        needsDisplayOnBoundsChange = true
    }

    public override init(layer: Any) {
        if let other = layer as? CATextLayer {
            string = other.string
            font = other.font
            fontSize = other.fontSize
            foregroundColor = other.foregroundColor
            isWrapped = other.isWrapped
            truncationMode = other.truncationMode
            alignmentMode = other.alignmentMode
        }
        super.init(layer: layer)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        needsDisplayOnBoundsChange = true
    }

    open override func _makePresentationCopy() -> CALayer { CATextLayer(layer: self) }

    open override func display() { contents = makeImage() }

    // MARK: Text

    private var runs: [TextRenderer.Run] {
        let color = foregroundColor.map { UIColor(cgColor: $0) } ?? .black
        if let text = string as? NSAttributedString { return TextRenderer.runs(of: text, font: textFont, color: color) }
        guard let text = string as? String ?? (string as? NSString).map({ String(describing: $0) }) else { return [] }
        return [TextRenderer.Run(text: text, font: textFont, color: color)]
    }

    private var textFont: UIFont {
        if let font = font as? UIFont { return font.withSize(fontSize) }
        let name = (font as? NSString).map { String(describing: $0) } ?? font as Any? as? String
        return name.flatMap { UIFont(name: $0, size: fontSize) } ?? .systemFont(ofSize: fontSize)
    }

    private func makeImage() -> CGImage? {
        let (runs, size) = (runs, bounds.size)
        guard size.width > 0, size.height > 0, !runs.allSatisfy(\.text.isEmpty) else { return nil }
        let (text, x) = isWrapped ? (wrapped(runs, in: size), 0) : unwrapped(runs, width: size.width)
        return Canvas.makeImage(size: size, scale: contentsScale > 0 ? contentsScale : 1) { canvas in
            text.draw(on: canvas, at: CGPoint(x: x, y: 0))
        }
    }

    private func wrapped(_ runs: [TextRenderer.Run], in size: CGSize) -> TextBlock {
        var setting = TextBlock.Setting(width: size.width, alignment: alignmentMode.textAlignment)
        let text = TextBlock(runs, setting)
        guard let breaking = truncationMode.lineBreakMode, text.size.height > size.height, text.lineCount > 1 else {
            return text
        }
        let lineHeight = text.size.height / CGFloat(text.lineCount)
        setting.maximumLines = max(1, Int(size.height / lineHeight))
        setting.breaking = breaking
        return TextBlock(runs, setting)
    }

    /// Returns the text and the position of its left edge.
    private func unwrapped(_ runs: [TextRenderer.Run], width: CGFloat) -> (TextBlock, CGFloat) {
        var setting = TextBlock.Setting(width: width, alignment: alignmentMode.textAlignment)
        if let breaking = truncationMode.lineBreakMode {
            setting.maximumLines = 1
            setting.breaking = breaking
            return (TextBlock(runs, setting), 0)
        }
        // Wide enough for the longest line, so that none wraps.
        let natural = TextBlock(runs, TextBlock.Setting()).size.width
        let needed = max(width, natural.rounded(.up) + 1)
        setting.width = needed
        setting.breaking = .byClipping
        let rest = width - needed
        switch alignmentMode {
        case .right: return (TextBlock(runs, setting), rest)
        case .center: return (TextBlock(runs, setting), rest / 2)
        default: return (TextBlock(runs, setting), 0)
        }
    }
}
