public import Foundation

/// Whether the windows of a scene have a title bar.
public enum UITitlebarTitleVisibility: Int, Sendable { case visible, hidden }

/// The title bar of a scene's windows.
///
/// Apple: hiding the title leaves the window's buttons. Here: the window manager draws title and buttons as one frame, so without a title the
/// windows have no frame.
@preconcurrency @MainActor open class UITitlebar: NSObject {
    private weak var scene: UIWindowScene?

    init(scene: UIWindowScene) { self.scene = scene }

    open var titleVisibility = UITitlebarTitleVisibility.visible {
        didSet {
            guard titleVisibility != oldValue else { return }
            for window in scene?.windows ?? [] { window.hasFrame = titleVisibility == .visible }
        }
    }
}
