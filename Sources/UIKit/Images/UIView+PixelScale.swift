import CoreGraphics

extension UIView {
    /// The number of pixels per point for images of this view.
    var pixelsPerPoint: CGFloat {
        let scale = traitCollection.displayScale
        return scale > 0 ? scale : 1
    }
}
