import AVFoundation
import CoreGraphics
import CoreMedia
import Foundation
import UIKit

/// The position of a caption from its text attributes, as fractions of the video's size.
struct CaptionPlace: Equatable {
    enum Anchor { case start, center, end }

    /// Distance from the top; nil: at the bottom, stacked above other captions there.
    var line: CGFloat?
    /// The edge of the caption that is placed at `line`.
    var lineAnchor = Anchor.end
    /// Distance from the left; nil: centered.
    var position: CGFloat?
    var alignment = Anchor.center

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
        position = part(kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection)
        alignment = anchor(NSAttributedString.Key(kCMTextMarkupAttribute_Alignment)) ?? .center
    }
}

/// The text style of a caption from its text attributes.
struct CaptionStyle: Equatable {
    var isBold: Bool
    var isItalic: Bool
    var isUnderlined: Bool
    /// The text color; nil: white.
    var color: UIColor?

    init(attributes: [NSAttributedString.Key: Any]) {
        func flag(_ name: String) -> Bool { attributes[NSAttributedString.Key(name)] as? Bool ?? false }
        isBold = flag(kCMTextMarkupAttribute_BoldStyle)
        isItalic = flag(kCMTextMarkupAttribute_ItalicStyle)
        isUnderlined = flag(kCMTextMarkupAttribute_UnderlineStyle)
        let parts = attributes[NSAttributedString.Key(kCMTextMarkupAttribute_ForegroundColorARGB)] as? [Double] ?? []
        color = parts.count == 4 ? UIColor(red: parts[1], green: parts[2], blue: parts[3], alpha: parts[0]) : nil
    }
}
