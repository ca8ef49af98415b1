import CSDL
import QuartzCore
import Synchronization

/// The pixels of an X window, on a connection to the display that is not the main thread's.
///
/// Any thread; one call at a time, others wait for it. Losing the window or the display throws errors and ends nothing.
/// The connection is made by the first call that needs it and ends with the object.
final class DisplaySurface: Sendable {
    /// What the display has reported.
    struct News: Sendable {
        /// The display has lost what was shown in the window.
        var isExposed = false
        /// The window or the display is gone, or was never reached.
        var isLost = false
        /// The display still reads the pixels that were shown last.
        var isBusy = false
    }

    private final class Connection {
        let raw: OpaquePointer
        init(_ raw: OpaquePointer) { self.raw = raw }
        deinit { x11_surface_close(raw) }
    }

    /// How long a caller waits for a display that still reads, in milliseconds.
    private static let patience: Int32 = 1000

    private let connection = Mutex<Connection?>(nil)
    private let display: String?
    private let window: UInt32

    /// - Parameters:
    ///   - display: the display's name; nil for the one that DISPLAY names.
    ///   - window: the number of a window that the display has already.
    init(display: String?, window: UInt32) {
        self.display = display
        self.window = window
    }

    /// Connects if need be.
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

    /// Takes in what the display has sent, without waiting.
    func serve() -> News {
        connection.withLock { connection in
            guard let raw = connection?.raw else { return News(isLost: true) }
            let news = Int(x11_surface_serve(raw))
            return News(
                isExposed: news & X11_SURFACE_EXPOSED != 0, isLost: news & X11_SURFACE_LOST != 0,
                isBusy: x11_surface_is_busy(raw) != 0)
        }
    }

    /// Hands over the pixels and shows the rectangles that `body` returns, or all of them.
    /// - Parameter body: gets the pixels, valid during the call only, and whether their values are undefined.
    func draw(
        width: Int, height: Int, showsAll: Bool = false,
        _ body: (_ surface: PixelSurface, _ isFresh: Bool) -> [PixelRect]
    ) throws(WindowError) {
        try connection.withLock { connection throws(WindowError) in
            let raw = try opened(&connection).raw
            guard x11_surface_wait(raw, Self.patience) != 0 else {
                throw WindowError(
                    code: .displayFailed, driver: "x11",
                    message: "The display does not take pixels: the window or the connection to the display is gone.")
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

    /// Shows all pixels again as they are; false where there are none yet, or the display still reads them.
    @discardableResult
    func reshow() -> Bool {
        connection.withLock { connection in connection.map { x11_surface_reshow($0.raw) != 0 } ?? false }
    }

    private static func error(_ result: Int32, display: String) -> WindowError {
        switch Int(result) {
        case X11_SURFACE_NO_WINDOW:
            WindowError(
                code: .noSurface, driver: "x11", message: "The display '\(display)' has no such window any more.")
        case X11_SURFACE_NO_COLOUR:
            WindowError(
                code: .noSurface, driver: "x11",
                message: "The display has no 32-bit colour in the order B, G, R: start it with a depth of 24.")
        case X11_SURFACE_NO_MEMORY:
            WindowError(code: .noSurface, driver: "x11", message: "There is no memory for the window's pixels.")
        default:
            WindowError(
                code: .displayFailed, driver: "x11",
                message: "The display '\(display)' takes no second connection. Check DISPLAY and XAUTHORITY.")
        }
    }
}
