/// A responder into which text is typed. A view that adopts it and can become first responder receives the typed text while it is.
@preconcurrency @MainActor public protocol UIKeyInput: UITextInputTraits {
    var hasText: Bool { get }
    /// Inserts typed text; a line break for the Return key.
    func insertText(_ text: String)
    func deleteBackward()
}
