import CoreGraphics
public import Foundation

public enum NSTextAlignment: Int, Sendable {
    case left = 0
    case center = 1
    case right = 2
    case justified = 3
    case natural = 4
}

public enum NSLineBreakMode: Int, Sendable {
    case byWordWrapping = 0
    case byCharWrapping = 1
    case byClipping = 2
    case byTruncatingHead = 3
    case byTruncatingTail = 4
    case byTruncatingMiddle = 5
}

/// The raw values equal those of Apple's constants, so that attributes set by raw name are found.
extension NSAttributedString.Key {
    /// A `UIFont`.
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    /// A `UIColor`.
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
    /// A `UIColor` for the background of the text.
    public static let backgroundColor = NSAttributedString.Key(rawValue: "NSBackgroundColor")
    /// An `NSNumber`: the additional spacing between characters, in points.
    public static let kern = NSAttributedString.Key(rawValue: "NSKern")
    /// An `NSNumber`: a value other than 0 draws a single line below the text.
    public static let underlineStyle = NSAttributedString.Key(rawValue: "NSUnderline")
    /// An `NSNumber`: a value other than 0 draws a single line through the text.
    public static let strikethroughStyle = NSAttributedString.Key(rawValue: "NSStrikethrough")
    /// An `NSParagraphStyle`: alignment, line breaks, and heights and distances of lines. In a label it replaces the label's own alignment and
    /// line breaks.
    public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
    /// A `URL` or a string with one: a link, which a `UITextView` that is not edited opens when it is pressed.
    public static let link = NSAttributedString.Key(rawValue: "NSLink")
    /// An `NSShadow`.
    public static let shadow = NSAttributedString.Key(rawValue: "NSShadow")
    /// An `NSNumber`: 1 turns the characters of scripts that are written vertically, so that they are upright in a view that is rotated
    /// clockwise by a quarter turn.
    public static let verticalGlyphForm = NSAttributedString.Key(rawValue: "CTVerticalForms")
    /// An array of `NSShadow`s, the uppermost first, in place of `.shadow`. Apple: a range has one shadow.
    package static let textShadows = NSAttributedString.Key(rawValue: "CTShadows")
    /// True for text in a vertical line that is set horizontally in the place of one character.
    package static let textIsCombined = NSAttributedString.Key(rawValue: "CTIsCombined")
    /// A `String` that is drawn above the range in half the size. Apple: an attribute of Core Text.
    package static let textAnnotation = NSAttributedString.Key(rawValue: "CTRubyAnnotation")
}
