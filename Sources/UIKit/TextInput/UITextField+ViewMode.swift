extension UITextField {
    /// When an additional view is displayed.
    public enum ViewMode: Int, Sendable {
        case never = 0
        case whileEditing, unlessEditing, always
    }
}
