package import Foundation

/// The initial properties of a window.
package struct WindowOptions: Sendable, Hashable {
    package var title: String
    /// The size of the content in points.
    package var size: CGSize
    /// The minimum size of the content in points that the user can choose; zero for none.
    package var minimumSize: CGSize
    /// The maximum size of the content in points that the user can choose; zero for none.
    package var maximumSize: CGSize
    package var resizing: WindowResizing
    /// The top left corner of the content in points of the desktop; nil leaves it to the window manager.
    package var position: CGPoint?
    /// Whether the window has a frame; false for example for a picture-in-picture panel.
    package var hasFrame: Bool
    package var isAlwaysOnTop: Bool
    package var isFullScreen: Bool
    /// Whether the window is a panel: on every workspace, not in task bars and pagers, and without focus when it is shown.
    package var isPanel = false

    package init(
        title: String = "", size: CGSize = CGSize(width: 1280, height: 720), minimumSize: CGSize = .zero,
        maximumSize: CGSize = .zero, resizing: WindowResizing = .free, position: CGPoint? = nil, hasFrame: Bool = true,
        isAlwaysOnTop: Bool = false, isFullScreen: Bool = false
    ) {
        self.title = title
        self.size = size
        self.minimumSize = minimumSize
        self.maximumSize = maximumSize
        self.resizing = resizing
        self.position = position
        self.hasFrame = hasFrame
        self.isAlwaysOnTop = isAlwaysOnTop
        self.isFullScreen = isFullScreen
    }
}
