import Foundation

/// Begins and ends the editing of a text field, and reports it to the delegate, the targets and observers.
@MainActor final class TextFieldEditing {
    private unowned let field: UITextField
    private(set) var isActive = false
    private lazy var keyWindow = KeyWindowObserver { [weak self] in self?.field.display.showCaret() }
    /// Whether the text is removed when editing begins.
    var clearsFirst = false
    /// What Return does where the delegate allows it, in place of the field's own actions.
    var onReturn: (@MainActor () -> Void)?

    init(_ field: UITextField) { self.field = field }

    /// - Parameter selectsAll: whether the whole text is selected.
    func begin(selectsAll: Bool) {
        isActive = true
        field.isHighlighted = false
        if clearsFirst, field.hasText, field.delegate?.textFieldShouldClear(field) ?? true {
            field.text = ""
            field.editorDidChangeText()
        }
        if selectsAll || field.clearsOnInsertion { field.editor.selectAll() }
        keyWindow.follow(field.window)
        field.setNeedsLayout()
        field.display.showCaret()
        field.delegate?.textFieldDidBeginEditing(field)
        field.sendActions(for: .editingDidBegin)
        NotificationCenter.default.post(name: UITextField.textDidBeginEditingNotification, object: field)
    }

    func finish(_ reason: UITextField.DidEndEditingReason) {
        guard isActive else { return }
        field.editor.endComposition()
        isActive = false
        field.display.scrollToStart()
        keyWindow.follow(nil)
        field.setNeedsLayout()
        field.display.showCaret()
        field.delegate?.textFieldDidEndEditing(field, reason: reason)
        field.sendActions(for: .editingDidEnd)
        NotificationCenter.default.post(
            name: UITextField.textDidEndEditingNotification, object: field,
            userInfo: [UITextField.didEndEditingReasonUserInfoKey: reason.rawValue])
    }

    /// Performs what the Return key does.
    func pressReturn() {
        guard !field.enablesReturnKeyAutomatically || field.hasText,
            field.delegate?.textFieldShouldReturn(field) ?? true
        else { return }
        if let onReturn { return onReturn() }
        let endsEditing =
            field.allControlEvents.contains(.editingDidEndOnExit) || field.traitCollection.userInterfaceIdiom == .tv
        field.sendActions(for: .editingDidEndOnExit)
        field.sendActions(for: .primaryActionTriggered)
        if endsEditing { field.resignFirstResponder() }
    }

    /// Performs what the clear button does.
    func clear() {
        guard field.delegate?.textFieldShouldClear(field) ?? true else { return }
        field.editor.endComposition()
        field.editor.replace(NSRange(location: 0, length: field.editor.buffer.length), with: "")
    }
}
