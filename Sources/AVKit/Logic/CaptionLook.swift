import AVFoundation
import CoreGraphics
import CoreMedia
import Foundation
import UIKit

/// Where a caption stands, as its attributes say: parts of the picture's size.
struct CaptionPlace: Equatable {
    enum Anchor { case start, center, end }

    /// From the top; nil: at the bottom, above what stands there already.
    var line: CGFloat?
    /// Which edge stands at `line`.
    var lineAnchor = Anchor.end
    /// From the left; nil: in the middle.
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

/// How letters of a caption look, as their attributes say.
struct CaptionStyle: Equatable {
    var isBold: Bool
    var isItalic: Bool
    var isUnderlined: Bool
    /// nil: white.
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
