import CoreGraphics
public import Foundation

/// The area of a text view in which its lines are laid out.
///
/// Apple: also has a size and paths around which text flows. Here: the width is that of the text view, and the height has no limit.
@preconcurrency @MainActor open class NSTextContainer: NSObject {
    /// Called after a change.
    var onChange: @MainActor () -> Void = {}

    public override init() { super.init() }

    /// The space before the beginning and behind the end of each line, in points.
    open var lineFragmentPadding: CGFloat = 5 { didSet { if lineFragmentPadding != oldValue { onChange() } } }
    /// The last line ends as `lineBreakMode` says where there is more text; 0 for no limit.
    open var maximumNumberOfLines = 0 { didSet { if maximumNumberOfLines != oldValue { onChange() } } }
    /// How lines end in paragraphs without a style of their own.
    open var lineBreakMode = NSLineBreakMode.byWordWrapping { didSet { if lineBreakMode != oldValue { onChange() } } }
}
