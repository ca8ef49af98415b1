import Compositor
public import CoreGraphics
import Foundation
public import QuartzCore

extension CALayer {
    /// Draws the layer and its sublayers as they are now, without the layer's own transform, into a context: y of the layer is y of the context.
    ///
    /// Main thread only.
    public func render(in ctx: CGContext) { draw(in: bounds, of: ctx) }

    /// - Returns: whether something was drawn: false for an empty layer and one that is too large.
    @discardableResult
    func draw(in rect: CGRect, of context: CGContext) -> Bool {
        let matrix = context.userSpaceToDeviceSpaceTransform
        // The layer is drawn with the pixels that the context has for it.
        let stretch = bounds.width > 0 ? rect.width / bounds.width : 1
        let scale = abs(matrix.a * matrix.d - matrix.b * matrix.c).squareRoot() * stretch
        guard scale > 0, scale.isFinite, let image = LayerCompositor.image(of: self, scale: scale) else { return false }
        // Images have whole pixels.
        let size = CGSize(
            width: CGFloat(image.width) / scale * stretch, height: CGFloat(image.height) / scale * stretch)
        context.drawUpright(image, in: CGRect(origin: rect.origin, size: size))
        return true
    }

    /// - Parameter scale: pixels per point; 0 means 1.
    /// - Returns: nil for an empty layer and one that is too large.
    func image(scale: CGFloat) -> CGImage? { LayerCompositor.image(of: self, scale: scale > 0 ? scale : 1) }
}
