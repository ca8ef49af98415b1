/// An error of creating a window or of drawing into it.
package struct WindowError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error, for programs.
    package enum Code: Sendable, Hashable {
        /// There is no display. Everything that needs no display still works.
        case noDisplay
        /// This library has no driver for the display.
        case unsupportedDriver
        /// The display does not answer, or rejects the request.
        case displayFailed
        /// The window has no surface to draw into.
        case noSurface
        /// The caller is not on the process's main thread; see `MainLoop`.
        case mainThreadLost
        /// The window is closed.
        case closed
        /// The connection to the display was lost, and the display accepts no new one.
        case displayLost
        /// Another program has destroyed the window.
        case destroyed
    }

    package var code: Code
    /// The driver that was tried: "x11", "wayland", or empty.
    package var driver: String
    /// The error and its remedy, in one or two sentences.
    package var message: String

    package init(code: Code, driver: String = "", message: String) {
        self.code = code
        self.driver = driver
        self.message = message
    }

    package var description: String { message }
}
