import Foundation

/// Passes typed text to a view of the client that adopts `UIKeyInput`.
@MainActor final class KeyInputClient: TextInputClient {
    private let input: any UIKeyInput

    init(_ input: any UIKeyInput) { self.input = input }

    var takesText: Bool { true }

    func use(of key: UIKey) -> TextKeyUse {
        let modifiers = key.modifierFlags.intersection([.control, .alternate, .command])
        switch key.keyCode {
        case _ where !modifiers.isDisjoint(with: [.control, .command]): return .passed
        case .keyboardDeleteOrBackspace: input.deleteBackward()
        case .keyboardReturnOrEnter, .keypadEnter:
            if !input.enablesReturnKeyAutomatically || input.hasText { input.insertText("\n") }
        case _ where TextEditor.types(key.keyCode): return modifiers.isEmpty ? .taken : .takenUnlessCommand
        default: return .passed
        }
        return .taken
    }

    func insertTyped(_ text: String) { input.insertText(text) }

    /// Such a view displays no composition; its result arrives as typed text.
    func compose(_ text: String, start: Int, length: Int) {}
}
