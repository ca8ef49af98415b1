import CoreGraphics

extension UIView {
    /// How finely pictures for this view have to be drawn.
    var pixelsPerPoint: CGFloat {
        let scale = traitCollection.displayScale
        return scale > 0 ? scale : 1
    }
}
