public import CoreGraphics
import Drawing
public import Foundation

extension UIColor {
    /// Sets the fill and stroke color of the current context.
    public func set() {
        setFill()
        setStroke()
    }
    public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }
    public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }
}

extension UIBezierPath {
    /// Fills the path with the current context's fill color.
    public func fill() {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.beginPath()
        context.addPath(cgPath)
        context.fillPath(using: usesEvenOddFillRule ? .evenOdd : .winding)
    }

    /// Strokes the path with the current context's stroke color and this path's line attributes.
    public func stroke() {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        context.setLineWidth(lineWidth)
        context.setLineCap(lineCapStyle)
        context.setLineJoin(lineJoinStyle)
        context.beginPath()
        context.addPath(cgPath)
        context.strokePath()
        context.restoreGState()
    }

    public func addClip() {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.beginPath()
        context.addPath(cgPath)
        context.clip(using: usesEvenOddFillRule ? .evenOdd : .winding)
    }
}

extension UIImage {
    public func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

    /// Draws the image upright in the current context, stretched to the rectangle. A symbol or template is drawn in the
    /// label color.
    public func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

    public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let context = UIGraphicsGetCurrentContext(), rect.width > 0, rect.height > 0,
            let picture = rendered(fitting: rect.size, scale: context.canvas?.scale ?? 1, tint: .label)
        else { return }
        context.saveGState()
        context.setBlendMode(blendMode)
        context.drawUpright(picture, in: rect, opacity: alpha)
        context.restoreGState()
    }
}

extension NSAttributedString {
    /// The size of the text without line wrapping.
    public func size() -> CGSize { TextRenderer.layout(of: self, width: nil).size }

    /// Draws the text with the first line's top left corner at `point`.
    public func draw(at point: CGPoint) {
        guard let canvas = UIGraphicsGetCurrentContext()?.canvas else { return }
        canvas.draw(TextRenderer.layout(of: self, width: nil), at: point)
    }

    /// Draws the text, wrapped at the rectangle's width. Text outside the rectangle is clipped.
    public func draw(in rect: CGRect) {
        guard let canvas = UIGraphicsGetCurrentContext()?.canvas else { return }
        canvas.withState {
            canvas.clip(to: rect)
            canvas.draw(TextRenderer.layout(of: self, width: rect.width), at: rect.origin)
        }
    }
}

extension String {
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        NSAttributedString(string: self, attributes: attributes).size()
    }
    public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        NSAttributedString(string: self, attributes: attributes).draw(at: point)
    }
    public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
        NSAttributedString(string: self, attributes: attributes).draw(in: rect)
    }
}
