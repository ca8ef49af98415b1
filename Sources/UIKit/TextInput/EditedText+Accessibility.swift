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

    func setAccessibleText(_ text: String) -> Bool {
        editor.endComposition()
        return editor.change(NSRange(location: 0, length: editor.buffer.length), to: text)
    }

    func selectAccessibleText(_ range: Range<Int>) -> Bool {
        let text = editor.displayed
        func offset(_ scalars: Int) -> Int {
            let index = text.unicodeScalars.index(text.startIndex, offsetBy: max(0, scalars), limitedBy: text.endIndex)
            return editor.offset(displayed: text.utf16.distance(from: text.startIndex, to: index ?? text.endIndex))
        }
        let (start, end) = (offset(range.lowerBound), offset(range.upperBound))
        editor.select(NSRange(location: start, length: end - start))
        return true
    }
}
