public import Foundation

/// The initial properties of a window.
public struct WindowOptions: Sendable, Hashable {
    public var title: String
    /// The size of the content in points.
    public var size: CGSize
    /// The minimum size of the content in points that the user can choose; zero for none.
    public var minimumSize: CGSize
    /// The top left corner of the content in points of the desktop; nil leaves it to the window manager.
    public var position: CGPoint?
    public var isResizable: Bool
    /// Whether the window has a frame; false for example for a picture-in-picture panel.
    public var hasFrame: Bool
    public var isAlwaysOnTop: Bool
    public var isFullScreen: Bool

    public init(
        title: String = "", size: CGSize = CGSize(width: 1280, height: 720), minimumSize: CGSize = .zero,
        position: CGPoint? = nil, isResizable: Bool = true, hasFrame: Bool = true, isAlwaysOnTop: Bool = false,
        isFullScreen: Bool = false
    ) {
        self.title = title
        self.size = size
        self.minimumSize = minimumSize
        self.position = position
        self.isResizable = isResizable
        self.hasFrame = hasFrame
        self.isAlwaysOnTop = isAlwaysOnTop
        self.isFullScreen = isFullScreen
    }
}
