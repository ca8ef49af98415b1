import Compositor
package import CoreGraphics

extension UIView {
    /// Renders the view and its subviews, with the current video frame, on black.
    /// - Parameter scale: pixels per point.
    package func makeImage(scale: CGFloat) -> CGImage? {
        layoutIfNeeded()
        return LayerCompositor.image(of: layer, scale: scale, isOpaque: true)
    }
}
