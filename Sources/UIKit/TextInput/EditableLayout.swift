import CoreGraphics
import Drawing

/// The places of text on the display, for editing. Offsets are in UTF-16 units; coordinates are relative to the top left corner of the lines'
/// box.
protocol EditableLayout {
    /// The place of the caret before an offset: its horizontal position, top edge and height.
    func caret(at offset: Int) -> CGRect
    func offset(at point: CGPoint) -> Int
    func rectangles(of range: Range<Int>) -> [CGRect]
    /// Returns the offset that the caret reaches by a move to the right or left on the display; nil at the end of the text.
    func offset(movingFrom offset: Int, toRight: Bool) -> Int?
    /// Whether the paragraph at an offset is written from right to left.
    func isRightToLeft(at offset: Int) -> Bool
    func wordStart(before offset: Int) -> Int
    func wordEnd(after offset: Int) -> Int
    /// Returns the word at an offset, or the space or sign there.
    func word(at offset: Int) -> Range<Int>
    /// - Parameter area: in the canvas's coordinates; what is outside of it may be left out.
    func draw(on canvas: Canvas, at origin: CGPoint, within area: CGRect)
}

extension TextLayout: EditableLayout {
    func isRightToLeft(at offset: Int) -> Bool { isRightToLeft }
    func draw(on canvas: Canvas, at origin: CGPoint, within area: CGRect) { canvas.draw(self, at: origin) }
}
