public import CoreGraphics
public import Foundation

/// A text with positions, a selection and a composition of an input method.
@preconcurrency @MainActor public protocol UITextInput: UIKeyInput {
    func text(in range: UITextRange) -> String?
    func replace(_ range: UITextRange, withText text: String)
    var selectedTextRange: UITextRange? { get set }
    /// The part that an input method is composing; nil without a composition.
    var markedTextRange: UITextRange? { get }
    /// Replaces the composition, or the selection where there is none.
    /// - Parameter selectedRange: within the composition.
    func setMarkedText(_ markedText: String?, selectedRange: NSRange)
    /// Keeps the composition as text.
    func unmarkText()
    var beginningOfDocument: UITextPosition { get }
    var endOfDocument: UITextPosition { get }
    func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange?
    func position(from position: UITextPosition, offset: Int) -> UITextPosition?
    func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult
    /// The distance in UTF-16 units.
    func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int
    /// The frame of the first line of a range.
    func firstRect(for range: UITextRange) -> CGRect
    func caretRect(for position: UITextPosition) -> CGRect
    func closestPosition(to point: CGPoint) -> UITextPosition?
}

/// A position in a text.
@preconcurrency @MainActor open class UITextPosition: NSObject {
    /// In UTF-16 units from the beginning.
    let offset: Int

    public override init() { offset = 0 }

    init(_ offset: Int) { self.offset = offset }
}

/// A range of text between two positions.
@preconcurrency @MainActor open class UITextRange: NSObject {
    let range: NSRange

    public override init() { range = NSRange(location: 0, length: 0) }

    init(_ range: NSRange) { self.range = range }

    open var isEmpty: Bool { range.length == 0 }
    open var start: UITextPosition { UITextPosition(range.location) }
    open var end: UITextPosition { UITextPosition(range.location + range.length) }
}
