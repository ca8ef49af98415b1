import AVKit

/// The appearance of the player's window, from the command line.
struct WindowStyle {
    var isFullScreen = false
    var isBorderless = false
    var isAlwaysOnTop = false
    var keepsAspectRatio = false

    /// Applies the style to a window that has not been shown yet.
    @MainActor func apply(to window: UIWindow) {
        window.isFullScreen = isFullScreen
        if isAlwaysOnTop { window.windowLevel = .statusBar }
        if isBorderless { window.windowScene?.titlebar?.titleVisibility = .hidden }
    }
}
