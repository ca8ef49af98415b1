// Names and values of caption attributes. Apple: CFString. Here: String, with different contents.

/// A Bool: whether the text is bold.
public let kCMTextMarkupAttribute_BoldStyle = "CMBoldStyle"
/// A Bool: whether the text is italic.
public let kCMTextMarkupAttribute_ItalicStyle = "CMItalicStyle"
/// A Bool: whether the text is underlined.
public let kCMTextMarkupAttribute_UnderlineStyle = "CMUnderlineStyle"
/// Four numbers from 0 to 1: alpha, red, green, blue.
public let kCMTextMarkupAttribute_ForegroundColorARGB = "CMForegroundColorARGB"
/// Four numbers from 0 to 1: alpha, red, green, blue; the background of the characters.
public let kCMTextMarkupAttribute_CharacterBackgroundColorARGB = "CMCharacterBackgroundColorARGB"
/// A number: the font size in percent of the usual size.
public let kCMTextMarkupAttribute_RelativeFontSize = "CMRelativeFontSize"
/// A number: the font size in percent of the height of the video. The attribute for the relative size scales it.
public let kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight = "CMBaseFontSizePercentage"
/// One of the `kCMTextMarkupCharacterEdgeStyle_…` values: the style of the edges of characters.
public let kCMTextMarkupAttribute_CharacterEdgeStyle = "CMCharacterEdgeStyle"
/// A String: the name of the font's family, or several separated by commas.
public let kCMTextMarkupAttribute_FontFamilyName = "CMFontFamilyName"
/// One of the `kCMTextMarkupAlignmentType_…` values: the alignment of the lines, and of the text box relative to its position.
public let kCMTextMarkupAttribute_Alignment = "CMAlignment"
/// One of the `kCMTextVerticalLayout_…` values; absent for horizontal writing.
public let kCMTextMarkupAttribute_VerticalLayout = "CMVerticalLayout"
/// The position along the writing direction in percent: from the left, in vertical writing from the top; absent for the centre.
public let kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection = "CMTextPositionPercentage"
/// The position of the first line in percent: from the top, in vertical writing from the side at which the first line is; absent for the
/// opposite side.
public let kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection =
    "CMOrthogonalLinePositionPercentage"
/// A number: the size of the text area along the writing direction, in percent of the video; absent for the usual size.
public let kCMTextMarkupAttribute_WritingDirectionSizePercentage = "CMWritingDirectionSizePercentage"

/// Vertical lines, the first one at the left.
public let kCMTextVerticalLayout_LeftToRight = "lr"
/// Vertical lines, the first one at the right.
public let kCMTextVerticalLayout_RightToLeft = "rl"

public let kCMTextMarkupAlignmentType_Start = "start"
public let kCMTextMarkupAlignmentType_Middle = "middle"
public let kCMTextMarkupAlignmentType_End = "end"

/// Characters without edges.
public let kCMTextMarkupCharacterEdgeStyle_None = "none"
public let kCMTextMarkupCharacterEdgeStyle_Raised = "raised"
public let kCMTextMarkupCharacterEdgeStyle_Depressed = "depressed"
/// An outline.
public let kCMTextMarkupCharacterEdgeStyle_Uniform = "uniform"
public let kCMTextMarkupCharacterEdgeStyle_DropShadow = "dropShadow"
