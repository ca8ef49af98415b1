import CSDL
import QuartzCore
import Synchronization

/// The pixels of an X window, on a connection separate from the main thread's.
///
/// Callable on any thread; calls are serialized. Losing the window or the display throws an error and does not end the process. The first
/// call that needs the connection opens it; deallocation closes it.
final class DisplaySurface: Sendable {
    /// The changes reported by the display.
    struct Changes: Sendable {
        /// Whether the window's content was lost and must be shown again.
        var isExposed = false
        /// Why drawing has to end: the window or the display is lost.
        var loss: WindowError?
        /// Whether no pixel of the window is visible: it is hidden, minimized or completely covered.
        var isConcealed = false
        /// Whether the display is still reading the pixels of the last frame.
        var isBusy = false
    }

    private final class Connection {
        let raw: OpaquePointer
        init(_ raw: OpaquePointer) { self.raw = raw }
        deinit { x11_surface_close(raw) }
    }

    /// Maximum wait for a display that is still reading, in milliseconds.
    private static let timeout: Int32 = 1000

    private let connection = Mutex<Connection?>(nil)
    private let display: String?
    private let window: UInt32

    /// - Parameters:
    ///   - display: the display's name; nil for the one that DISPLAY names.
    ///   - window: the ID of an existing X window.
    init(display: String?, window: UInt32) {
        self.display = display
        self.window = window
    }

    /// Connects if necessary.
    /// - Returns: a descriptor that becomes readable when `serve()` has something to do.
    func open() throws(WindowError) -> Int32 {
        try connection.withLock { connection throws(WindowError) in
            x11_surface_descriptor(try opened(&connection).raw)
        }
    }

    private func opened(_ connection: inout Connection?) throws(WindowError) -> Connection {
        if let connection { return connection }
        var result: Int32 = 0
        guard let raw = x11_surface_open(display, window, &result) else {
            throw Self.error(result, display: display ?? "")
        }
        let made = Connection(raw)
        connection = made
        return made
    }

    /// Processes the display's pending events without waiting.
    func serve() -> Changes {
        connection.withLock { connection in
            guard let raw = connection?.raw else { return Changes(loss: Self.displayLoss) }
            let changes = Int(x11_surface_serve(raw))
            return Changes(
                isExposed: changes & X11_SURFACE_EXPOSED != 0, loss: Self.loss(changes),
                isConcealed: x11_surface_is_concealed(raw) != 0, isBusy: x11_surface_is_busy(raw) != 0)
        }
    }

    /// Passes the pixels to `body`, then shows the rectangles that `body` returns, or all pixels.
    /// - Parameter body: receives the pixels, valid during the call only, and whether their values are undefined.
    func draw(
        width: Int, height: Int, showsAll: Bool = false,
        _ body: (_ surface: PixelSurface, _ isFresh: Bool) -> [PixelRect]
    ) throws(WindowError) {
        try connection.withLock { connection throws(WindowError) in
            let raw = try opened(&connection).raw
            guard x11_surface_wait(raw, Self.timeout) != 0 else {
                throw Self.loss(Int(x11_surface_serve(raw)))
                    ?? WindowError(
                        code: .displayFailed, driver: "x11", message: "The display did not read the last frame in time."
                    )
            }
            var isFresh: Int32 = 0
            guard let pixels = x11_surface_pixels(raw, Int32(width), Int32(height), &isFresh) else {
                throw Self.error(Int32(X11_SURFACE_NO_MEMORY), display: display ?? "")
            }
            let surface = PixelSurface(base: pixels, bytesPerRow: width * 4, width: width, height: height)
            let changed = body(surface, isFresh != 0)
            let shown = showsAll ? [PixelRect(x: 0, y: 0, width: width, height: height)] : changed
            let clipped = shown.compactMap { rect -> x11_surface_rect? in
                guard let rect = rect.clipped(width: width, height: height) else { return nil }
                return x11_surface_rect(
                    x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
            }
            x11_surface_show(raw, clipped, Int32(clipped.count))
        }
    }

    /// Shows all pixels again; returns false if there are none yet, or the display is still reading them.
    @discardableResult
    func reshow() -> Bool {
        connection.withLock { connection in connection.map { x11_surface_reshow($0.raw) != 0 } ?? false }
    }

    private static func loss(_ changes: Int) -> WindowError? {
        if changes & X11_SURFACE_WINDOW_DESTROYED != 0 {
            return WindowError(
                code: .destroyed, driver: "x11", message: "Another program has destroyed the window: it is closed.")
        }
        return changes & X11_SURFACE_DISPLAY_LOST != 0 ? displayLoss : nil
    }

    private static let displayLoss = WindowError(
        code: .displayLost, driver: "x11", message: "The connection to the display is lost: drawing has stopped.")

    private static func error(_ result: Int32, display: String) -> WindowError {
        switch Int(result) {
        case X11_SURFACE_NO_WINDOW:
            WindowError(
                code: .destroyed, driver: "x11", message: "The window no longer exists on the display '\(display)'.")
        case X11_SURFACE_NO_COLOUR:
            WindowError(
                code: .noSurface, driver: "x11",
                message: "The display has no 32-bit pixels in the order B, G, R: start the X server with a depth of 24."
            )
        case X11_SURFACE_NO_MEMORY:
            WindowError(
                code: .noSurface, driver: "x11", message: "Allocating the window's pixels failed: out of memory.")
        default:
            WindowError(
                code: .displayFailed, driver: "x11",
                message: "The display '\(display)' rejected a second connection. Check DISPLAY and XAUTHORITY.")
        }
    }
}
