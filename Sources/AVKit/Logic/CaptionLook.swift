import AVFoundation
import CoreGraphics
import CoreMedia
import Foundation
import UIKit

/// The position of a caption from its text attributes, as fractions of the video's size. In vertical writing, top and bottom are the sides at
/// which the first and the last line are, and left and right are the top and the bottom.
struct CaptionPlace: Hashable {
    enum Anchor { case start, center, end }

    var writing = CaptionWriting.horizontal
    /// Distance from the top; nil: at the bottom, stacked above other captions there.
    var line: CGFloat?
    /// The edge of the caption that is placed at `line`.
    var lineAnchor = Anchor.end
    /// The row of the caption's first line, from 0 at the top, or if negative from -1 at the bottom; nil: the caption is at `line`.
    var row: Int?
    /// Distance from the left; nil: centered.
    var position: CGFloat?
    /// The part of the caption that is placed at `position`.
    var anchor = Anchor.center
    /// The alignment of the lines.
    var alignment = Anchor.center
    /// The width of the caption's area; nil: as wide as its lines.
    var size: CGFloat?
    var region: CaptionRegion?
    /// The alignment of the lines relative to the longest one; nil: `alignment`.
    var rowAlignment: Anchor?
    /// Whether captions at one place follow each other downwards, as paragraphs do; otherwise the first one is the lowest.
    var flowsDown = false
    var lines = CaptionLines()
    /// The width of the area that the fractions refer to, relative to its height; nil: the whole video.
    var aspectRatio: CGFloat?

    init(attributes: [NSAttributedString.Key: Any]) {
        func anchor(_ key: NSAttributedString.Key) -> Anchor? {
            switch attributes[key] as? String {
            case kCMTextMarkupAlignmentType_Start: .start
            case kCMTextMarkupAlignmentType_Middle: .center
            case kCMTextMarkupAlignmentType_End: .end
            default: nil
            }
        }
        func part(_ name: String) -> CGFloat? {
            (attributes[NSAttributedString.Key(name)] as? Double).map { min(1, max(0, $0 / 100)) }
        }
        line = part(kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection)
        lineAnchor = anchor(.captionLineAnchor) ?? (line == nil ? .end : .start)
        row = attributes[.captionRow] as? Int
        position = part(kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection)
        alignment = anchor(NSAttributedString.Key(kCMTextMarkupAttribute_Alignment)) ?? .center
        self.anchor = anchor(.captionPositionAnchor) ?? alignment
        rowAlignment = anchor(.captionRowAlignment)
        size = part(kCMTextMarkupAttribute_WritingDirectionSizePercentage)
        region = (attributes[.captionRegion] as? [Double]).flatMap(CaptionRegion.init)
        switch attributes[NSAttributedString.Key(kCMTextMarkupAttribute_VerticalLayout)] as? String {
        case kCMTextVerticalLayout_LeftToRight: writing = .verticalLeftToRight
        case kCMTextVerticalLayout_RightToLeft: writing = .verticalRightToLeft
        default: break
        }
        flowsDown = attributes[.captionFlowsDown] as? Bool ?? false
        lines = (attributes[.captionLines] as? [Double]).flatMap(CaptionLines.init) ?? CaptionLines()
        aspectRatio = (attributes[.captionAspectRatio] as? Double).flatMap { $0.isFinite && $0 > 0 ? CGFloat($0) : nil }
        // Regions contain horizontal text only (W3C WebVTT section 3.4).
        if writing != .horizontal { region = nil }
    }

    /// Whether the caption takes its place after those that follow it: they are below it, and the lowest one takes its place first.
    var isPlacedAfterNext: Bool { flowsDown && (line == nil || lineAnchor == .end) }

    /// Whether captions at the place follow each other downwards, all of them around its middle.
    var isCenteredStack: Bool { flowsDown && row == nil && line != nil && lineAnchor == .center }

    /// Areas that are narrower than this part of the video are as wide as their lines: the standard permits a width of 0.
    private static let narrowest: CGFloat = 0.05

    /// Returns the horizontal range of the caption's area within a range of the video; nil: as wide as its lines.
    func span(in area: ClosedRange<CGFloat>) -> ClosedRange<CGFloat>? {
        guard let size else { return nil }
        let position = position ?? 0.5
        let width: CGFloat
        let left: CGFloat
        switch anchor {
        case .start: (width, left) = (min(size, 1 - position), position)
        case .center:
            width = min(size, 2 * min(position, 1 - position))
            left = position - width / 2
        case .end:
            width = min(size, position)
            left = position - width
        }
        guard width >= min(size, Self.narrowest) else { return nil }
        let whole = area.upperBound - area.lowerBound
        let start = area.lowerBound + whole * left
        return start...(start + whole * max(0, width))
    }
}

/// The region of a caption, as fractions of the video's size.
struct CaptionRegion: Hashable {
    var width: CGFloat
    var lineCount: CGFloat
    var anchor: CGPoint
    var place: CGPoint
    /// Whether a new caption moves the earlier ones up visibly.
    var scrollsUp: Bool
    /// Opacity, red, green and blue of the area behind the captions; nil: none.
    var background: [Double]?

    init?(_ numbers: [Double]) {
        guard numbers.count >= 6, numbers.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return nil }
        width = min(1, numbers[0] / 100)
        lineCount = numbers[1]
        anchor = CGPoint(x: numbers[2] / 100, y: numbers[3] / 100)
        place = CGPoint(x: numbers[4] / 100, y: numbers[5] / 100)
        scrollsUp = numbers.count > 6 && numbers[6] > 0
        background = numbers.count > 10 ? Array(numbers[7...10]) : nil
    }

    /// Returns the rectangle of the region in a video.
    func frame(in area: CGRect, lineHeight: CGFloat) -> CGRect {
        let size = CGSize(width: area.width * width, height: min(area.height, lineHeight * lineCount))
        return CGRect(
            x: area.minX + area.width * place.x - size.width * anchor.x,
            y: area.minY + area.height * place.y - size.height * anchor.y, width: size.width, height: size.height)
    }
}

/// The text style of a caption from its text attributes.
struct CaptionStyle: Equatable {
    var isBold: Bool
    var isItalic: Bool
    var isUnderlined: Bool
    var isStruck: Bool
    /// The text color; nil: white.
    var color: UIColor?
    /// The color behind the text; nil: the viewer's preference.
    var background: UIColor?
    /// The font size relative to the usual size.
    var scale: CGFloat
    /// The names of the fonts; nil: the usual one.
    var family: String?
    /// The edges of characters; nil: the viewer's preference.
    var edge: ViewerSettings.Captions.Edge?
    /// The text in smaller type beside this one.
    var annotation: String?
    /// Whether the text is set horizontally in the place of one character of a vertical line.
    var isCombined: Bool
    /// The shadows of the text, the uppermost first.
    var shadows: [CaptionTextShadow]
    /// The rectangle around the text.
    var outline: CaptionTextOutline?

    init(attributes: [NSAttributedString.Key: Any]) {
        func flag(_ name: String) -> Bool { attributes[NSAttributedString.Key(name)] as? Bool ?? false }
        isBold = flag(kCMTextMarkupAttribute_BoldStyle)
        isItalic = flag(kCMTextMarkupAttribute_ItalicStyle)
        isUnderlined = flag(kCMTextMarkupAttribute_UnderlineStyle)
        isStruck = attributes[.captionStrikethrough] as? Bool ?? false
        func color(_ name: String) -> UIColor? {
            let parts = attributes[NSAttributedString.Key(name)] as? [Double] ?? []
            return parts.count == 4 ? UIColor(red: parts[1], green: parts[2], blue: parts[3], alpha: parts[0]) : nil
        }
        self.color = color(kCMTextMarkupAttribute_ForegroundColorARGB)
        background = color(kCMTextMarkupAttribute_CharacterBackgroundColorARGB)
        func number(_ name: String) -> Double? { attributes[NSAttributedString.Key(name)] as? Double }
        let base = number(kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight) ?? Self.usualPercentage
        let percent = number(kCMTextMarkupAttribute_RelativeFontSize) ?? 100
        let scale = base / Self.usualPercentage * percent / 100
        self.scale = scale.isFinite ? min(10, max(0.1, scale)) : 1
        family = attributes[NSAttributedString.Key(kCMTextMarkupAttribute_FontFamilyName)] as? String
        edge = (attributes[NSAttributedString.Key(kCMTextMarkupAttribute_CharacterEdgeStyle)] as? String)
            .flatMap(Self.edge)
        annotation = attributes[.captionAnnotation] as? String
        isCombined = attributes[.captionIsCombined] as? Bool ?? false
        shadows = (attributes[.captionShadows] as? [[Double]] ?? []).compactMap(CaptionTextShadow.init)
        outline = (attributes[.captionOutline] as? [Double]).flatMap(CaptionTextOutline.init)
    }

    /// The usual font size in percent of the height of the video.
    static let usualPercentage = 5.0

    private static func edge(_ style: String) -> ViewerSettings.Captions.Edge? {
        switch style {
        case kCMTextMarkupCharacterEdgeStyle_None: ViewerSettings.Captions.Edge.none
        case kCMTextMarkupCharacterEdgeStyle_Raised: .raised
        case kCMTextMarkupCharacterEdgeStyle_Depressed: .depressed
        case kCMTextMarkupCharacterEdgeStyle_Uniform: .outline
        case kCMTextMarkupCharacterEdgeStyle_DropShadow: .shadow
        default: nil
        }
    }

    /// The edges of a line's characters, as its first character says; nil: the viewer's preference.
    static func edge(of line: NSAttributedString) -> ViewerSettings.Captions.Edge? {
        guard line.length > 0 else { return nil }
        return CaptionStyle(attributes: line.attributes(at: 0, effectiveRange: nil)).edge
    }

    /// The font for captions of a size.
    func font(_ size: CGFloat) -> UIFont {
        if let family {
            return UIFont(family: family, size: size * scale, weight: isBold ? .bold : .regular, isItalic: isItalic)
        }
        if isItalic, !isBold { return .italicSystemFont(ofSize: size * scale) }
        let font = UIFont.systemFont(ofSize: size * scale, weight: isBold ? .bold : .medium)
        return isItalic
            ? UIFont(family: font.familyName, size: font.pointSize, weight: .bold, isItalic: true) : font
    }

    /// The background that all of a line has; nil where its parts differ, or have none.
    static func background(of line: NSAttributedString) -> UIColor? { common(\.background, of: line) }

    /// The outline that all of a line has; nil where its parts differ, or have none.
    static func outline(of line: NSAttributedString) -> CaptionTextOutline? { common(\.outline, of: line) }

    private static func common<Value: Equatable>(
        _ property: KeyPath<CaptionStyle, Value?>, of line: NSAttributedString
    ) -> Value? {
        var values: [Value?] = []
        line.enumerateAttributes(in: NSRange(location: 0, length: line.length)) { attributes, _, _ in
            values.append(CaptionStyle(attributes: attributes)[keyPath: property])
        }
        guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// How far the shadows of a line reach beyond its text, for a font size.
    static func shadowReach(of line: NSAttributedString, _ size: CGFloat) -> CGFloat {
        var reach: CGFloat = 0
        line.enumerateAttributes(in: NSRange(location: 0, length: line.length)) { attributes, _, _ in
            reach = CaptionStyle(attributes: attributes).shadows.reduce(reach) { max($0, $1.reach * size) }
        }
        return min(reach, size).rounded(.up)
    }
}
