import WindowSystem

/// A place for a text that programs share.
@MainActor protocol Clipboard: AnyObject {
    var text: String? { get set }
    /// Sets what is called after the text has changed, by any program.
    func onChange(_ handler: @escaping @MainActor () -> Void)
}

/// The desktop's clipboard; one in memory while no display is open.
@MainActor final class DesktopClipboard: Clipboard {
    private var memory: String?
    private var handler: @MainActor () -> Void = {}

    private var server: DisplayServer? {
        UIApplication.isHeadless || !DisplayServer.shared.isOpen ? nil : DisplayServer.shared
    }

    var text: String? {
        get { server.map { $0.clipboardText } ?? memory }
        set {
            if let server {
                server.clipboardText = newValue
            } else {
                memory = newValue
                handler()
            }
        }
    }

    func onChange(_ handler: @escaping @MainActor () -> Void) {
        self.handler = handler
        DisplayServer.shared.clipboardChangedHandler = handler
    }
}
