public import CoreGraphics
import Drawing
public import Foundation

extension UIColor {
    /// The colour of the current context's fills and lines.
    public func set() {
        setFill()
        setStroke()
    }
    public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }
    public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }
}

extension UIBezierPath {
    /// Fills with the current context's colour.
    public func fill() {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.beginPath()
        context.addPath(cgPath)
        context.fillPath(using: usesEvenOddFillRule ? .evenOdd : .winding)
    }

    /// Draws the outline with the current context's colour and this path's pen.
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

    /// Upright in the current context, stretched to the rectangle; a symbol or template comes in the label colour.
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
    /// The size of the text in lines as long as they are.
    public func size() -> CGSize { TextRenderer.layout(of: self, width: nil).size }

    /// Draws with the first line's top left corner at `point`.
    public func draw(at point: CGPoint) {
        guard let canvas = UIGraphicsGetCurrentContext()?.canvas else { return }
        canvas.draw(TextRenderer.layout(of: self, width: nil), at: point)
    }

    /// Draws in lines that are broken at the rectangle's width; what does not fit is cut off.
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
