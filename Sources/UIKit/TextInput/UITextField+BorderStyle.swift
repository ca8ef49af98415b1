extension UITextField {
    public enum BorderStyle: Int, Sendable {
        case none = 0
        case line, bezel, roundedRect
    }
}
