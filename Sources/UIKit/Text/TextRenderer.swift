import CoreGraphics
import Drawing
import Foundation

/// Measures and renders the text of labels and drawing calls.
enum TextRenderer {
    struct Run: Equatable {
        var text: String
        var font: UIFont
        var color: UIColor
        var background: UIColor?
        var kern: CGFloat = 0
        var isUnderlined = false
        var isStruckThrough = false
        var annotation: String?
        var isVertical = false
        var isCombined = false
        var paragraph: ParagraphValues?
        /// The uppermost one first.
        var shadows: [TextShadow] = []
    }

    /// All inputs of a rendered text image: equal requests give equal images.
    struct Request: Equatable {
        var runs: [Run]
        /// The size in points; a width of 0 means no line wrapping.
        var size: CGSize
        var scale: CGFloat
        var alignment: NSTextAlignment
        /// The maximum number of lines; 0 for no limit.
        var maximumLines: Int
        var breaking: NSLineBreakMode
        var opacity: CGFloat
        /// The smallest factor by which the font may be scaled down so that the text fits.
        var smallest: CGFloat
        var shadow: UIColor?
        var shadowOffset = CGSize.zero
    }

    static func measure(_ request: Request) -> CGSize {
        let size = layout(request, width: request.size.width > 0 ? request.size.width : nil, factor: 1).size
        return CGSize(width: size.width.rounded(.up), height: size.height.rounded(.up))
    }

    /// Returns the distances in points of the first and last baseline from the vertical center of the text, as laid out
    /// by `measure`.
    static func baselines(_ request: Request) -> (first: CGFloat, last: CGFloat) {
        let text = layout(request, width: request.size.width > 0 ? request.size.width : nil, factor: 1)
        let middle = text.size.height.rounded(.up) / 2
        return (text.firstBaseline - middle, text.lastBaseline - middle)
    }

    static func image(_ request: Request) -> CGImage? {
        Canvas.makeImage(size: request.size, scale: request.scale) { canvas in draw(request, at: .zero, on: canvas) }
    }

    /// Draws the text into a rectangle with the size of the request, vertically centered.
    static func draw(_ request: Request, at origin: CGPoint, on canvas: Canvas) {
        var factor: CGFloat = 1
        if request.smallest < 1, request.maximumLines == 1 {
            let natural = layout(request, width: nil, factor: 1).size.width
            if natural > request.size.width, natural > 0 {
                factor = max(request.smallest, request.size.width / natural)
            }
        }
        let text = layout(request, width: request.size.width, factor: factor)
        let shadow = request.shadow.map { color in
            var dark = request
            for index in dark.runs.indices {
                dark.runs[index].color = color
                dark.runs[index].background = nil
                dark.runs[index].shadows = []
            }
            return layout(dark, width: request.size.width, factor: factor)
        }
        let top = max(0, (request.size.height - text.size.height) / 2)
        let snapped = (top * request.scale).rounded() / request.scale
        let place = CGPoint(x: origin.x, y: origin.y + snapped)
        let drawText = {
            if let shadow {
                let offset = request.shadowOffset
                shadow.draw(on: canvas, at: CGPoint(x: place.x + offset.width, y: place.y + offset.height))
            }
            text.draw(on: canvas, at: place)
        }
        if request.opacity < 1 { canvas.withOpacity(request.opacity, drawText) } else { drawText() }
    }

    /// The runs of text for immediate drawing. Text without attributes is drawn in the black system font at 12 points.
    static func runs(of text: NSAttributedString) -> [Run] {
        runs(of: text, font: .systemFont(ofSize: 12), color: .black)
    }

    private static func layout(_ request: Request, width: CGFloat?, factor: CGFloat) -> TextBlock {
        let setting = TextBlock.Setting(
            width: width, maximumLines: request.maximumLines, alignment: request.alignment,
            breaking: request.breaking, factor: factor)
        return TextBlock(request.runs, setting)
    }

    static func style(of font: UIFont, factor: CGFloat = 1, kern: CGFloat = 0) -> TextStyle {
        let family: String
        switch font.familyName {
        case UIFont.systemFamily: family = TextStyle.defaultFamily
        case UIFont.monospacedFamily: family = TextStyle.monospacedFamily
        default: family = font.familyName
        }
        return TextStyle(
            family: family, size: font.pointSize * factor, weight: font.weight.openType, isItalic: font.isItalic,
            usesTabularFigures: font.hasMonospacedDigits, letterSpacing: kern)
    }

    static func runs(of text: NSAttributedString, font: UIFont, color: UIColor) -> [Run] {
        var runs: [Run] = []
        let whole = NSRange(location: 0, length: text.length)
        text.enumerateAttributes(in: whole, options: []) { attributes, range, _ in
            runs.append(
                Run(
                    text: (text.string as NSString).substring(with: range), font: attributes[.font] as? UIFont ?? font,
                    color: attributes[.foregroundColor] as? UIColor ?? color,
                    background: attributes[.backgroundColor] as? UIColor,
                    kern: CGFloat((attributes[.kern] as? NSNumber)?.doubleValue ?? 0),
                    isUnderlined: ((attributes[.underlineStyle] as? NSNumber)?.intValue ?? 0) != 0,
                    isStruckThrough: ((attributes[.strikethroughStyle] as? NSNumber)?.intValue ?? 0) != 0,
                    annotation: attributes[.textAnnotation] as? String,
                    isVertical: ((attributes[.verticalGlyphForm] as? NSNumber)?.intValue ?? 0) != 0,
                    isCombined: attributes[.textIsCombined] as? Bool ?? false,
                    paragraph: (attributes[.paragraphStyle] as? NSParagraphStyle)?.values,
                    shadows: shadows(of: attributes)))
        }
        return runs
    }

    private static func shadows(of attributes: [NSAttributedString.Key: Any]) -> [TextShadow] {
        if let several = attributes[.textShadows] as? [NSShadow] { return several.compactMap { TextShadow($0) } }
        return (attributes[.shadow] as? NSShadow).flatMap { TextShadow($0) }.map { [$0] } ?? []
    }

    static func alignment(_ alignment: NSTextAlignment) -> TextOptions.Alignment {
        switch alignment {
        case .left: .left
        case .center: .center
        case .right: .right
        case .justified: .justified
        case .natural: .natural
        }
    }

    static func lineBreak(_ mode: NSLineBreakMode) -> TextOptions.LineBreak {
        switch mode {
        case .byWordWrapping: .wordWrap
        case .byCharWrapping: .characterWrap
        case .byClipping: .clip
        case .byTruncatingHead: .truncateHead
        case .byTruncatingTail: .truncateTail
        case .byTruncatingMiddle: .truncateMiddle
        }
    }
}
