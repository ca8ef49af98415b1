/// A text that the viewer edits, as assistive technology sees it. Offsets are in code points.
package struct AccessibilityEditedText: Sendable, Hashable {
    /// The text as it is displayed: bullets for a password.
    package var text: String
    package var caret: Int
    package var selection: Range<Int>

    package init(text: String, caret: Int, selection: Range<Int>) {
        self.text = text
        self.caret = caret
        self.selection = selection
    }
}
