import CoreMedia
package import Foundation
package import MediaEngine

extension NSAttributedString.Key {
    /// The edge of a caption that is placed at its line: "start" (the default), "center" or "end". Apple has no such attribute.
    package static let captionLineAnchor = NSAttributedString.Key("CMLineAnchor")
}

extension TimedText {
    /// The text with the attributes `kCMTextMarkupAttribute_…`: the placement applies to the whole text, styles to ranges of it.
    package var attributed: NSAttributedString {
        let string = NSMutableAttributedString(string: text, attributes: placement?.attributes)
        let length = string.length
        for styled in styles where styled.range.lowerBound >= 0 && styled.range.upperBound <= length {
            string.addAttributes(
                styled.style.attributes,
                range: NSRange(location: styled.range.lowerBound, length: styled.range.count))
        }
        return string
    }
}

extension TextPlacement {
    fileprivate var attributes: [NSAttributedString.Key: Any] {
        typealias Key = NSAttributedString.Key
        let names = [
            Anchor.start: kCMTextMarkupAlignmentType_Start, .center: kCMTextMarkupAlignmentType_Middle,
            .end: kCMTextMarkupAlignmentType_End,
        ]
        var attributes: [NSAttributedString.Key: Any] = [:]
        attributes[Key(kCMTextMarkupAttribute_Alignment)] = names[alignment]
        if let position {
            attributes[Key(kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection)] = position * 100
        }
        if let line {
            attributes[Key(kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection)] =
                line * 100
            attributes[.captionLineAnchor] = names[lineAnchor]
        }
        return attributes
    }
}

extension TextStyle {
    fileprivate var attributes: [NSAttributedString.Key: Any] {
        typealias Key = NSAttributedString.Key
        var attributes: [NSAttributedString.Key: Any] = [:]
        if isBold { attributes[Key(kCMTextMarkupAttribute_BoldStyle)] = true }
        if isItalic { attributes[Key(kCMTextMarkupAttribute_ItalicStyle)] = true }
        if isUnderlined { attributes[Key(kCMTextMarkupAttribute_UnderlineStyle)] = true }
        if let color {
            attributes[Key(kCMTextMarkupAttribute_ForegroundColorARGB)] =
                [1] + [16, 8, 0].map { Double(color >> $0 & 0xff) / 255 }
        }
        return attributes
    }
}
