import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
    /// Sets the layer's contents to the drawing of `draw(_:)`. A view that draws nothing keeps its other contents.
    func drawContents() {
        let bounds = bounds
        let scale = pixelsPerPoint
        var picture: CGImage?
        if bounds.width > 0, bounds.height > 0 {
            picture = GraphicsStack.makeImage(size: bounds.size, scale: scale) { context in
                if bounds.origin != .zero { context.translateBy(x: -bounds.minX, y: -bounds.minY) }
                traitCollection.performAsCurrent { draw(bounds) }
            }
        }
        guard picture != nil || isDrawn else { return }
        isDrawn = picture != nil
        layer.contents = picture
        layer.contentsScale = scale
    }
}
