// Names of the attributes that captions carry, and some of their values. Apple: CFString. Here: String; the texts behind the names are ours.

/// A Bool.
public let kCMTextMarkupAttribute_BoldStyle = "CMBoldStyle"
/// A Bool.
public let kCMTextMarkupAttribute_ItalicStyle = "CMItalicStyle"
/// A Bool.
public let kCMTextMarkupAttribute_UnderlineStyle = "CMUnderlineStyle"
/// Four numbers from 0 to 1: alpha, red, green, blue.
public let kCMTextMarkupAttribute_ForegroundColorARGB = "CMForegroundColorARGB"
/// One of the `kCMTextMarkupAlignmentType_…` texts: which edge of the text stands at its position, and how its lines are set.
public let kCMTextMarkupAttribute_Alignment = "CMAlignment"
/// A number from 0 to 100: where the text stands, from the left; absent in the middle.
public let kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection = "CMTextPositionPercentage"
/// A number from 0 to 100: where the first line stands, from the top; absent at the bottom.
public let kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection =
    "CMOrthogonalLinePositionPercentage"

public let kCMTextMarkupAlignmentType_Start = "start"
public let kCMTextMarkupAlignmentType_Middle = "middle"
public let kCMTextMarkupAlignmentType_End = "end"
