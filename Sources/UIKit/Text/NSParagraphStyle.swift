import CoreGraphics
public import Foundation

/// The layout of a paragraph: alignment, line breaks, and heights and distances of lines. Immutable; the value of the attribute `.paragraphStyle`.
///
/// The style of a paragraph is that of its first character. `NSMutableParagraphStyle` makes other styles than the default one.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // Unchecked: only `NSMutableParagraphStyle` changes the values, which is used on one thread.

    private let marker = FoundationMarker()
    var values = ParagraphValues()

    /// The style of text without the attribute: natural alignment, lines that wrap at words and have the height of their font.
    open class var `default`: NSParagraphStyle { standard }
    private static let standard = NSParagraphStyle()

    public override init() {
        super.init()
    }

    open var alignment: NSTextAlignment { values.alignment }
    open var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
    /// The distance between two lines of the paragraph, in points.
    open var lineSpacing: CGFloat { values.lineSpacing }
    /// The distance to the next paragraph, in points.
    open var paragraphSpacing: CGFloat { values.paragraphSpacing }
    /// The additional distance to the previous paragraph, in points.
    open var paragraphSpacingBefore: CGFloat { values.paragraphSpacingBefore }
    /// The smallest height of a line in points; 0 for none.
    open var minimumLineHeight: CGFloat { values.minimumLineHeight }
    /// The largest height of a line in points; 0 for none.
    open var maximumLineHeight: CGFloat { values.maximumLineHeight }
    /// The factor by which the font's height gives the height of a line, within the limits of the smallest and largest height; 0 for 1.
    ///
    /// Apple: the text is at the bottom of the higher line. Here: in its middle.
    open var lineHeightMultiple: CGFloat { values.lineHeightMultiple }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSParagraphStyle()
        copy.values = values
        return copy
    }

    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = NSMutableParagraphStyle()
        copy.values = values
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? NSParagraphStyle)?.values == values
    }

    open override var hash: Int { values.hashValue }
}
