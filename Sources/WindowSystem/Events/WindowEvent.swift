public import Foundation
public import QuartzCore

/// What is dropped on a window from another program.
public struct DropEvent: Sendable, Hashable {
    /// Files, in the order of the sender.
    public var files: [URL]
    /// Text that was dropped, line by line.
    public var texts: [String]
    /// In points of the window.
    public var location: CGPoint

    public init(files: [URL] = [], texts: [String] = [], location: CGPoint = .zero) {
        self.files = files
        self.texts = texts
        self.location = location
    }
}

/// Everything that can happen to one window. Delivered on the main actor, in the order in which it happened.
public enum WindowEvent: Sendable, Hashable {
    case pointer(PointerEvent)
    case wheel(WheelEvent)
    case key(KeyEvent)
    /// Text that was typed, after input methods and dead keys. Comes beside the key events.
    case text(String)
    case touch(TouchEvent)
    /// Goes to the window with the keyboard focus.
    case gamepad(GamepadEvent)
    case drop(DropEvent)
    /// The size, the scale or the display changed: `size`, `pixelSize` and `scale` of the window say the new values.
    /// What was drawn is lost.
    case resized
    /// In points of the desktop.
    case moved(CGPoint)
    /// Somebody uncovered the window: show the last picture again. Rectangles in pixels; empty means all.
    case exposed([PixelRect])
    case focusChanged(Bool)
    /// The window was hidden or minimised (false), or is to be seen again (true): nothing need be drawn while hidden.
    case visibilityChanged(Bool)
    case fullScreenChanged(Bool)
    /// The user wants the window closed. Nothing happens unless the receiver closes it.
    case closeRequested
}
