/// The implementation that renders the drawing of a `CGContext` into pixels.
///
/// Paths are in the coordinates of the context's present matrix. Used on the thread of its context.
package protocol ContextBackend: AnyObject {
    func saveState()
    func restoreState()
    func concatenate(_ transform: CGAffineTransform)
    func setBlendMode(_ mode: CGBlendMode)
    func clip(to path: CGPath, rule: CGPathFillRule)
    func fill(_ path: CGPath, with color: CGColor, rule: CGPathFillRule)
    func stroke(_ path: CGPath, with color: CGColor, pen: CGContext.Pen)
    /// Draws the image with its first row at the top, where y is smallest.
    func draw(_ image: CGImage, in rect: CGRect, opacity: CGFloat)
}

/// The blend mode of new drawing.
///
/// Apple has some more modes. Here: those that the backend supports.
public enum CGBlendMode: Int32, Sendable {
    case normal = 0
    case clear = 16
    case copy = 17
    case destinationIn = 23
}

public enum CGPathDrawingMode: Int32, Sendable { case fill, eoFill, stroke, fillStroke, eoFillStroke }
