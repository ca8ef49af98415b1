package import Foundation
package import QuartzCore

/// Data that is dropped on a window from another program.
package struct DropEvent: Sendable, Hashable {
    /// The dropped files, in the sender's order.
    package var files: [URL]
    /// The dropped text, line by line.
    package var texts: [String]
    /// The position in points of the window.
    package var location: CGPoint

    package init(files: [URL] = [], texts: [String] = [], location: CGPoint = .zero) {
        self.files = files
        self.texts = texts
        self.location = location
    }
}

/// The reason why a window has ceased to exist without a call of `close()`.
package enum WindowLoss: Sendable, Hashable {
    /// The connection to the display was lost, and the display accepts no new one.
    case display
    /// Another program has destroyed the window, or closed the program's connection to the display, as `xkill` does.
    case destroyed
}

/// An event of a window. Events are delivered on the main actor, in the order in which they happened.
package enum WindowEvent: Sendable, Hashable {
    case pointer(PointerEvent)
    case wheel(WheelEvent)
    case key(KeyEvent)
    /// Typed text, after input methods and dead keys, in addition to the key events.
    case text(String)
    /// Text that an input method is composing, in place of the composition before. The text that it results in arrives as `text`.
    case composition(TextComposition)
    case touch(TouchEvent)
    /// Delivered to the window with keyboard focus.
    case gamepad(GamepadEvent)
    case drop(DropEvent)
    /// The size, the scale or the display has changed: the window's `size`, `pixelSize` and `scale` have the new values. The surface's
    /// content is lost.
    case resized
    /// The new position in points of the desktop.
    case moved(CGPoint)
    /// The window was uncovered: show the last frame again. The rectangles are in pixels; empty means all.
    case exposed([PixelRect])
    case focusChanged(Bool)
    /// The window was hidden or minimized (false), or became visible again (true). Nothing has to be drawn while it is hidden.
    case visibilityChanged(Bool)
    case fullScreenChanged(Bool)
    /// The user has requested that the window be closed. It stays open unless the receiver closes it.
    case closeRequested
    /// The window no longer exists and is closed. A new window can be created as soon as a display is available.
    case lost(WindowLoss)
}
