public import Foundation

/// How far text may be scaled down to fit in a rectangle, and how it was drawn.
open class NSStringDrawingContext: NSObject {
    /// The smallest factor of the font's size; 0 for text that is not scaled.
    open var minimumScaleFactor: CGFloat = 0
    /// The factor of the last measurement or drawing.
    open internal(set) var actualScaleFactor: CGFloat = 1
    /// The bounds of the last text that was measured or drawn.
    open internal(set) var totalBounds = CGRect.zero

    public override init() {
        super.init()
    }
}
