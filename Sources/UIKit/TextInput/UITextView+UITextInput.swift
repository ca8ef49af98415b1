public import CoreGraphics
public import Foundation

extension UITextView: UITextInput {
    public func text(in range: UITextRange) -> String? { editor.buffer.text(in: range.range) }
    public func replace(_ range: UITextRange, withText text: String) { editor.replace(rangeOfText(range), with: text) }

    public var selectedTextRange: UITextRange? {
        get { UITextRange(editor.buffer.selection) }
        set { if let newValue { editor.select(newValue.range) } }
    }

    public var markedTextRange: UITextRange? { editor.buffer.marked.map { UITextRange($0) } }
    public func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
        setMarked(markedText, selected: selectedRange)
    }
    public func unmarkText() { editor.endComposition() }

    public var beginningOfDocument: UITextPosition { UITextPosition(0) }
    public var endOfDocument: UITextPosition { UITextPosition(editor.buffer.length) }
    public func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange? {
        textRangeBetween(fromPosition, toPosition)
    }
    public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
        textPosition(position, by: offset)
    }
    public func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult {
        comparison(position, other)
    }
    public func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int { toPosition.offset - from.offset }
    public func firstRect(for range: UITextRange) -> CGRect { frameOfText(range) }
    public func caretRect(for position: UITextPosition) -> CGRect { frameOfCaret(at: position) }
    public func closestPosition(to point: CGPoint) -> UITextPosition? { UITextPosition(editor.offset(at: point)) }
}
