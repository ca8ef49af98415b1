import CoreGraphics
import Drawing
public import Foundation

extension NSAttributedString {
    /// The size of the text without line wrapping.
    public func size() -> CGSize { TextBlock(TextRenderer.runs(of: self), .init()).size }

    /// Draws the text with the first line's top left corner at `point`.
    public func draw(at point: CGPoint) {
        let block = TextBlock(TextRenderer.runs(of: self), .init())
        UIGraphicsGetCurrentContext()?.paint { block.draw(on: $0, at: point) }
    }

    /// Draws the text, wrapped at the rectangle's width. Text outside the rectangle is clipped.
    public func draw(in rect: CGRect) {
        let block = TextBlock(TextRenderer.runs(of: self), .init(width: rect.width))
        UIGraphicsGetCurrentContext()?
            .paint { canvas in
                canvas.withState {
                    canvas.clip(to: rect)
                    block.draw(on: canvas, at: rect.origin)
                }
            }
    }

    /// Draws the text in a rectangle. Text outside the rectangle is visible.
    public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) {
        let text = TextPlacement(self, size: rect.size, options: options, context: context)
        UIGraphicsGetCurrentContext()?.paint { text.draw(on: $0, at: rect.origin) }
    }

    /// Returns the bounds of the text in a rectangle with its origin at zero. The sizes are not rounded.
    public func boundingRect(with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?)
        -> CGRect
    {
        TextPlacement(self, size: size, options: options, context: context).bounds
    }
}
