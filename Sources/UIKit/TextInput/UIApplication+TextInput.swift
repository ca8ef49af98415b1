import WindowSystem

extension UIApplication {
    /// Whether the program has text fields. Set it to false before `run`: the display is then opened in less time, and dead keys and the Compose
    /// key compose no characters.
    package static var hasTextInput: Bool {
        get { DisplayServer.shared.composesText }
        set { DisplayServer.shared.composesText = newValue }
    }
}
