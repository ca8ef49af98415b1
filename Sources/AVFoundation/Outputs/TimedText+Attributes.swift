import CoreMedia
package import Foundation
package import MediaEngine

extension NSAttributedString.Key {
    /// The edge of a caption that is placed at its line: "start" (the default), "center" or "end". Apple has no such attribute.
    package static let captionLineAnchor = NSAttributedString.Key("CMLineAnchor")
    /// The row at which the first line of a caption is: 0 is the first one, -1 the last one. Rows are as high as lines are drawn, and the line
    /// position in percent is that of rows of the usual height. Apple has no such attribute.
    package static let captionRow = NSAttributedString.Key("CMRow")
    /// The part of a caption's area that is placed at its position, where that differs from the alignment of its lines: "start", "middle"
    /// or "end". Apple has no such attribute.
    package static let captionPositionAnchor = NSAttributedString.Key("CMPositionAnchor")
    /// Seven or eleven numbers that describe the region of a caption: its width in percent, its lines, its anchor in percent of its own size, the
    /// place of the anchor in percent of the video, 1 if new captions move the earlier ones up, and the opacity, red, green and blue of its
    /// background. Apple has no such attribute.
    package static let captionRegion = NSAttributedString.Key("CMRegion")
    /// The text of a ruby annotation, which is displayed beside the range in smaller type. Apple has no such attribute for captions.
    package static let captionAnnotation = NSAttributedString.Key("CMAnnotation")
    /// A number that distinguishes the annotation of a range from an equal one beside it. Apple has no such attribute.
    package static let captionAnnotationNumber = NSAttributedString.Key("CMAnnotationNumber")
    /// True for text in a vertical line that is set horizontally in the place of one character. Apple has no such attribute.
    package static let captionIsCombined = NSAttributedString.Key("CMIsCombined")
    /// Three numbers that describe a caption's lines: the distance between them and the space at their ends in percent of the usual font size, where
    /// negative numbers mean the usual ones, and 1 if their backgrounds touch each other. Apple has no such attribute.
    package static let captionLines = NSAttributedString.Key("CMLines")
    /// The width of the area that positions refer to, relative to its height; it is in the middle of the video. Apple has no such attribute.
    package static let captionAspectRatio = NSAttributedString.Key("CMAspectRatio")
    /// Shadows of a range, the uppermost first: each has its offset to the right and downwards and its blur in percent of the usual font size,
    /// opacity, red, green and blue. Apple has no such attribute.
    package static let captionShadows = NSAttributedString.Key("CMShadows")
    /// A rectangle around a range: its width in percent of the usual font size, opacity, red, green and blue. Apple has no such attribute.
    package static let captionOutline = NSAttributedString.Key("CMOutline")
    /// True for text with a line through it. Apple has no such attribute.
    package static let captionStrikethrough = NSAttributedString.Key("CMStrikethrough")
    /// The alignment of a caption's lines relative to its longest one, where that differs from the alignment of the caption: "start", "middle"
    /// or "end". Apple has no such attribute.
    package static let captionRowAlignment = NSAttributedString.Key("CMRowAlignment")
    /// Eight numbers that describe an area behind a caption: its distances from the left and the top, its width and its height in percent of
    /// the video, opacity, red, green and blue. Apple has no such attribute.
    package static let captionGround = NSAttributedString.Key("CMGround")
    /// True for a caption that follows those before it at the same place downwards, as paragraphs do. Apple has no such attribute.
    package static let captionFlowsDown = NSAttributedString.Key("CMFlowsDown")
    /// True for a caption that player layers draw as its author meant it, so that views do not display its text. Apple has no such attribute.
    package static let captionIsDrawn = NSAttributedString.Key("CMIsDrawn")
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
        for (number, note) in annotations.enumerated()
        where note.range.lowerBound >= 0 && note.range.upperBound <= length {
            string.addAttributes(
                [.captionAnnotation: note.text, .captionAnnotationNumber: number],
                range: NSRange(location: note.range.lowerBound, length: note.range.count))
        }
        if graphics != nil, length > 0 {
            string.addAttribute(.captionIsDrawn, value: true, range: NSRange(location: 0, length: length))
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
        attributes[Key(kCMTextMarkupAttribute_Alignment)] = names[textAlignment ?? alignment]
        if let textAlignment, textAlignment != alignment { attributes[.captionPositionAnchor] = names[alignment] }
        if let size { attributes[Key(kCMTextMarkupAttribute_WritingDirectionSizePercentage)] = size * 100 }
        if let region {
            let background = region.background.map { TextStyle.numbers($0, region.backgroundOpacity) } ?? []
            attributes[.captionRegion] =
                [
                    region.width * 100, Double(region.lineCount), region.anchorX * 100, region.anchorY * 100,
                    region.x * 100, region.y * 100, region.scrollsUp ? 1 : 0,
                ] + background
        }
        if flowsDown { attributes[.captionFlowsDown] = true }
        if let rowAlignment { attributes[.captionRowAlignment] = names[rowAlignment] }
        if let lines {
            attributes[.captionLines] = [
                (lines.height ?? -1) * 100, (lines.padding ?? -1) * 100, lines.fillsGaps ? 1 : 0,
            ]
        }
        if let aspectRatio { attributes[.captionAspectRatio] = aspectRatio }
        if let ground {
            attributes[.captionGround] =
                [ground.x, ground.y, ground.width, ground.height].map { $0 * 100 }
                + TextStyle.numbers(ground.color, ground.opacity)
        }
        switch writing {
        case .horizontal: break
        case .verticalLeftToRight:
            attributes[Key(kCMTextMarkupAttribute_VerticalLayout)] = kCMTextVerticalLayout_LeftToRight
        case .verticalRightToLeft:
            attributes[Key(kCMTextMarkupAttribute_VerticalLayout)] = kCMTextVerticalLayout_RightToLeft
        }
        if let position {
            attributes[Key(kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection)] = position * 100
        }
        if let line {
            attributes[Key(kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection)] =
                line * 100
            attributes[.captionLineAnchor] = names[lineAnchor]
            if let row { attributes[.captionRow] = row }
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
        if isStruck { attributes[.captionStrikethrough] = true }
        if isCombined { attributes[.captionIsCombined] = true }
        if color != nil || opacity < 1 {
            attributes[Key(kCMTextMarkupAttribute_ForegroundColorARGB)] = Self.numbers(color ?? 0xff_ffff, opacity)
        }
        if let background {
            attributes[Key(kCMTextMarkupAttribute_CharacterBackgroundColorARGB)] =
                Self.numbers(background, backgroundOpacity)
        }
        if scale != 1 { attributes[Key(kCMTextMarkupAttribute_RelativeFontSize)] = scale * 100 }
        if !shadows.isEmpty {
            attributes[.captionShadows] = shadows.map { shadow in
                [shadow.x * 100, shadow.y * 100, shadow.blur * 100] + Self.numbers(shadow.color, shadow.opacity)
            }
        }
        if let outline {
            attributes[.captionOutline] = [outline.width * 100] + Self.numbers(outline.color, outline.opacity)
        }
        if let family { attributes[Key(kCMTextMarkupAttribute_FontFamilyName)] = family }
        return attributes
    }

    /// Returns opacity, red, green and blue from 0 to 1.
    fileprivate static func numbers(_ color: UInt32, _ opacity: Double) -> [Double] {
        [opacity] + [16, 8, 0].map { Double(color >> $0 & 0xff) / 255 }
    }
}
