import WindowSystem

/// A view whose text the viewer edits or selects, also by assistive technology. Offsets are in code points of the displayed text.
@MainActor protocol AccessibleText: UIView {
    var accessibleText: AccessibilityEditedText { get }
    var isAccessibleTextSecure: Bool { get }
    var isAccessibleTextEditable: Bool { get }
    /// Replaces a part of the text, as the viewer does by typing. Returns false where that is not possible.
    func replaceAccessibleText(in range: Range<Int>, with text: String) -> Bool
    func selectAccessibleText(_ range: Range<Int>) -> Bool
}
