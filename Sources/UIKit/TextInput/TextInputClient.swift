import CoreGraphics

/// An object that receives typed text while it is first responder.
@MainActor protocol TextInputClient: AnyObject {
    /// Whether text is edited at present.
    var takesText: Bool { get }
    func use(of key: UIKey) -> TextKeyUse
    func insertTyped(_ text: String)
    /// - Parameters:
    ///   - start: in code points, as is the length.
    func compose(_ text: String, start: Int, length: Int)
}

/// A view over which the pointer has the shape of a text cursor.
@MainActor protocol TextCursorView: UIView {
    func showsTextCursor(at point: CGPoint) -> Bool
}

extension UIWindow {
    /// The first responder where it edits text: it receives the keys before the focused view and key commands. nil also while a presented
    /// controller covers it.
    var textInput: (any TextInputClient)? {
        guard let responder = firstResponder, isReached(responder) else { return nil }
        if let input = responder as? any TextInputClient { return input.takesText ? input : nil }
        return (responder as? any UIKeyInput).map { KeyInputClient($0) }
    }

    private func isReached(_ responder: UIResponder) -> Bool {
        guard let top = topController, top.presentingViewController != nil else { return true }
        var present: UIResponder? = responder
        while let responder = present {
            if responder === top { return true }
            present = responder.next
        }
        return false
    }
}
