import WindowSystem

/// A view whose text the viewer edits or selects, also by assistive technology. Offsets are in code points of the displayed text.
@MainActor protocol AccessibleText: UIView {
    var accessibleText: AccessibilityEditedText { get }
    var isAccessibleTextSecure: Bool { get }
    var isAccessibleTextEditable: Bool { get }
    /// Replaces the whole text, as the viewer does by typing. Returns false where that is not possible.
    func setAccessibleText(_ text: String) -> Bool
    func selectAccessibleText(_ range: Range<Int>) -> Bool
}
