package import Foundation
package import QuartzCore

/// A window: a surface to draw into, and a source of events.
///
/// The two implementations are `DisplayWindow`, on a display, and `MemoryWindow`, without one. Positions and sizes are in points unless
/// their name says pixels; one point is `scale` pixels, and the origin is at the top left. Main actor only.
@MainActor
package protocol PlatformWindow: AnyObject {
    /// Receives the window's events, in order. Set the handler before `show()`: the window does not queue events.
    var eventHandler: (@MainActor (WindowEvent) -> Void)? { get set }

    /// The size of the content in points. Setting the property requests a change, which is reported by `.resized`.
    var size: CGSize { get set }
    /// The size of the content in whole pixels: the size of the surface.
    var pixelSize: (width: Int, height: Int) { get }
    /// Pixels per point: 1 on an ordinary display.
    var scale: CGFloat { get }
    /// The top left corner of the content in points of the desktop.
    var position: CGPoint { get set }
    /// Requests a position and a size in points at the same time. Does not wait for the window manager, so that it is suitable for drags and
    /// animations; the events `.moved` and `.resized` report the result.
    func move(to frame: CGRect)
    /// The minimum size of the content that the user can choose; zero for none.
    var minimumSize: CGSize { get set }
    /// The maximum size of the content that the user can choose; zero for none.
    var maximumSize: CGSize { get set }
    var resizing: WindowResizing { get set }
    /// Whether the window manager draws a frame with title and buttons.
    var hasFrame: Bool { get set }
    var title: String { get set }

    /// Whether `show()` was called and the window is not closed, hidden or minimized.
    var isVisible: Bool { get }
    /// Whether the window has keyboard focus.
    var hasFocus: Bool { get }
    /// Whether the window covers its display, without a change of the display's mode. Setting the property is answered by events.
    var isFullScreen: Bool { get set }
    var isAlwaysOnTop: Bool { get set }
    /// Whether the pointer is drawn while it is over the window.
    var isCursorVisible: Bool { get set }
    /// Whether the pointer has the shape of a text cursor.
    var showsTextCursor: Bool { get set }
    /// The place of the caret in points of the window, beside which input methods display their candidates; nil while no text is edited.
    var textInputArea: CGRect? { get set }
    /// Sets the icon for the desktop's window lists: a square image, BGRA, premultiplied, rows from the top.
    func setIcon(_ surface: PixelSurface)

    /// Shows the window. Draw right afterwards: content drawn before is not displayed.
    func show()
    func hide()
    func minimise()
    /// Brings the window to the front and requests keyboard focus.
    func raise()
    /// Closes the window permanently. Further calls do nothing.
    func close()

    /// Passes the surface to `body` for drawing, then shows the rectangles that `body` returns.
    ///
    /// - Parameter body: receives the surface, valid during the call only, and whether it is fresh: its pixels are then undefined (after
    ///   the first show, or a change of size or scale) and all of them must be drawn. Returns the changed rectangles in pixels, which are
    ///   clipped to the surface.
    /// - Throws: `WindowError.noSurface` if the display provides no surface, `.closed` after `close()`.
    func draw(_ body: (_ surface: PixelSurface, _ isFresh: Bool) -> [PixelRect]) throws(WindowError)
}
