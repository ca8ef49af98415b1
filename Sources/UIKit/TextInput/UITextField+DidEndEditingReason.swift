extension UITextField {
    public enum DidEndEditingReason: Int, Sendable {
        case committed = 0
        /// Editing was cancelled with the back button, in the tv idiom.
        case cancelled = 1
    }
}
