import CoreGraphics
import Drawing
public import Foundation

extension NSAttributedString {
    /// The size of the text without line wrapping.
    public func size() -> CGSize { TextRenderer.layout(of: self, width: nil).size }

    /// Draws the text with the first line's top left corner at `point`.
    public func draw(at point: CGPoint) {
        UIGraphicsGetCurrentContext()?.paint { $0.draw(TextRenderer.layout(of: self, width: nil), at: point) }
    }

    /// Draws the text, wrapped at the rectangle's width. Text outside the rectangle is clipped.
    public func draw(in rect: CGRect) {
        UIGraphicsGetCurrentContext()?
            .paint { canvas in
                canvas.withState {
                    canvas.clip(to: rect)
                    canvas.draw(TextRenderer.layout(of: self, width: rect.width), at: rect.origin)
                }
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
