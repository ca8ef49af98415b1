import Foundation
import WindowSystem

extension EditedText {
    var accessibleText: AccessibilityEditedText {
        let text = editor.displayed
        func scalars(_ offset: Int) -> Int {
            let index = text.utf16.index(
                text.startIndex, offsetBy: editor.displayedOffset(offset), limitedBy: text.endIndex)
            return text.unicodeScalars.distance(from: text.startIndex, to: index ?? text.endIndex)
        }
        let selection = editor.buffer.selection
        return AccessibilityEditedText(
            text: text, caret: scalars(editor.buffer.head),
            selection: scalars(selection.location)..<scalars(selection.location + selection.length))
    }

    var isAccessibleTextSecure: Bool { isEditorSecure }
    var isAccessibleTextEditable: Bool { isEditorEditable }

    func replaceAccessibleText(in range: Range<Int>, with text: String) -> Bool {
        editor.endComposition()
        return editor.change(rangeOfText(range), to: text)
    }

    func selectAccessibleText(_ range: Range<Int>) -> Bool {
        editor.select(rangeOfText(range))
        return true
    }

    /// Returns the range of the text for a range of code points in the displayed text.
    private func rangeOfText(_ range: Range<Int>) -> NSRange {
        let text = editor.displayed
        func offset(_ scalars: Int) -> Int {
            let index = text.unicodeScalars.index(text.startIndex, offsetBy: max(0, scalars), limitedBy: text.endIndex)
            return editor.offset(displayed: text.utf16.distance(from: text.startIndex, to: index ?? text.endIndex))
        }
        let (start, end) = (offset(range.lowerBound), offset(range.upperBound))
        return NSRange(location: start, length: end - start)
    }
}
