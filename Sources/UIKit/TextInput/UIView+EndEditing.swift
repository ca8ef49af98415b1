extension UIView {
    /// Ends the editing of the view or of a view in it, which is no longer first responder.
    /// - Parameter force: whether editing ends also where the delegate of the text does not allow it.
    /// - Returns: whether no view in this one is first responder any more.
    @discardableResult public func endEditing(_ force: Bool) -> Bool {
        guard let window, let responder = window.firstResponder as? UIView, responder.isDescendant(of: self) else {
            return true
        }
        if responder.resignFirstResponder() { return true }
        guard force else { return false }
        (responder as? any ForcedEnd)?.forceEnd()
        return !responder.isFirstResponder
    }
}

/// A text view whose editing the program can end against the delegate.
@MainActor protocol ForcedEnd: UIView {
    func forceEnd()
}
