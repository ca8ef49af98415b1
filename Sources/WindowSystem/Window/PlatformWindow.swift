public import Foundation
public import QuartzCore

/// A window as the layers above see it: pixels to draw into and events that come out.
///
/// There are two: `DisplayWindow` on a display and `MemoryWindow` without one. Positions and sizes are in points
/// unless their name says pixels; one point is `scale` pixels, and the origin is at the top left. Main actor only.
@MainActor
public protocol PlatformWindow: AnyObject {
    /// Receives what happens to the window, in order. Set it before `show()`. The window does not keep events for later.
    var eventHandler: (@MainActor (WindowEvent) -> Void)? { get set }

    /// The size of the content in points. Setting it asks for a change, which arrives as `.resized`.
    var size: CGSize { get set }
    /// The size of the content in whole pixels: the size of the surface.
    var pixelSize: (width: Int, height: Int) { get }
    /// Pixels in a point: 1 on an ordinary display.
    var scale: CGFloat { get }
    /// The top left corner of the content in points of the desktop.
    var position: CGPoint { get set }
    var minimumSize: CGSize { get set }
    var title: String { get set }

    /// Whether `show()` was called and the window is not closed, hidden or minimised.
    var isVisible: Bool { get }
    /// Whether keys come to this window.
    var hasFocus: Bool { get }
    /// Covers the display that the window is on, without changing its mode. The change arrives as events.
    var isFullScreen: Bool { get set }
    var isAlwaysOnTop: Bool { get set }
    /// Whether the pointer is drawn while it is over the window.
    var isCursorVisible: Bool { get set }
    /// A square picture for the desktop's lists of windows: BGRA, premultiplied, rows from the top.
    func setIcon(_ surface: PixelSurface)

    /// Puts the window on the screen. Draw right after it: the display shows nothing of what was drawn before.
    func show()
    func hide()
    func minimise()
    /// Brings it to the front and asks for the keyboard.
    func raise()
    /// Removes it for good. Twice is once.
    func close()

    /// Hands over the surface to draw into and shows the rectangles that `body` returns.
    ///
    /// - Parameter body: gets the surface, valid during the call only, and whether it is fresh: then its pixels are
    ///   undefined (after the first show, a change of size or of scale) and all of them must be drawn. It returns what
    ///   it changed, in pixels; rectangles are clipped to the surface.
    /// - Throws: `WindowError.noSurface` when the display gives no surface, `.closed` after `close()`.
    func draw(_ body: (_ surface: PixelSurface, _ isFresh: Bool) -> [PixelRect]) throws(WindowError)
}
