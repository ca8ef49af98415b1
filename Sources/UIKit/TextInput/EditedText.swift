import CoreGraphics
import Foundation
import WindowSystem

/// A text view or field that an editor edits: the members of `UITextInput`.
@MainActor protocol EditedText: TextEditorHost, TextInputClient, UITextInput {
    var editor: TextEditor { get }
    /// Called after the text, its attributes or its colors have changed: lays the text out anew.
    func textDidRestyle()
}

extension EditedText {
    func use(of key: UIKey) -> TextKeyUse { editor.use(of: key) }
    func insertTyped(_ text: String) { editor.insertTyped(text) }
    func compose(_ text: String, start: Int, length: Int) { editor.compose(text, start: start, length: length) }

    // MARK: Content

    /// Replaces the text on behalf of the program.
    func setContent(_ text: NSAttributedString) {
        guard text != editor.buffer.content else { return }
        editor.setContent(text)
        contentDidChange()
    }

    /// Removes an attribute from the whole text, so that it has that of the view.
    func removeAttribute(_ key: NSAttributedString.Key) {
        editor.setAttributes { $0.removeAttribute(key, range: NSRange(location: 0, length: $0.length)) }
        textDidRestyle()
    }

    func contentDidChange() {
        textDidRestyle()
        accessibilityDidChange(.value)
    }

    /// Begins editing and places the caret.
    /// - Returns: whether the view has become the first responder.
    @discardableResult func placeCaret(_ touch: UITouch, _ event: UIEvent?) -> Bool {
        guard becomeFirstResponder() else { return false }
        layoutIfNeeded()
        editor.press(
            at: touch.location(in: self), clicks: touch.tapCount,
            extends: event?.modifierFlags.contains(.shift) ?? false)
        return true
    }

    // MARK: UITextInput

    func rangeOfText(_ range: UITextRange) -> NSRange { editor.buffer.clamped(range.range) }

    func setMarked(_ text: String?, selected: NSRange) {
        let text = text ?? ""
        let start = max(0, min(selected.location, text.utf16.count))
        let end = min(text.utf16.count, start + max(0, selected.length))
        func scalars(_ offset: Int) -> Int {
            let index = text.utf16.index(text.startIndex, offsetBy: offset)
            return text.unicodeScalars.distance(from: text.startIndex, to: index)
        }
        editor.compose(text, start: scalars(start), length: scalars(end) - scalars(start))
    }

    func textRangeBetween(_ first: UITextPosition, _ second: UITextPosition) -> UITextRange {
        let (start, end) = (min(first.offset, second.offset), max(first.offset, second.offset))
        return UITextRange(editor.buffer.clamped(NSRange(location: start, length: end - start)))
    }

    func textPosition(_ position: UITextPosition, by offset: Int) -> UITextPosition? {
        let (sum, overflows) = position.offset.addingReportingOverflow(offset)
        guard !overflows, (0...editor.buffer.length).contains(sum) else { return nil }
        return UITextPosition(sum)
    }

    func comparison(_ position: UITextPosition, _ other: UITextPosition) -> ComparisonResult {
        position.offset < other.offset
            ? .orderedAscending : position.offset > other.offset ? .orderedDescending : .orderedSame
    }

    func frameOfCaret(at position: UITextPosition) -> CGRect {
        var frame = editor.caret(at: editor.buffer.aligned(position.offset))
        frame.size.width = TextInputStyle.caretWidth
        return frame
    }

    func frameOfText(_ range: UITextRange) -> CGRect {
        let range = rangeOfText(range)
        return editor.rectangles(of: range).first ?? editor.caret(at: range.location)
    }
}
