/// Why there is no window, or no picture in it.
public struct WindowError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong, for programs.
    public enum Code: Sendable, Hashable {
        /// There is no display to show a window on. Everything that needs no pixels still works.
        case noDisplay
        /// The display is of a kind that this library has no driver for.
        case unsupportedDriver
        /// The display does not answer, or refuses.
        case displayFailed
        /// The window has no surface to draw into.
        case noSurface
        /// The process's main thread is not the one that asks: `MainLoop`.
        case mainThreadLost
        /// The window was closed before.
        case closed
    }

    public var code: Code
    /// The driver that was tried: "x11", "wayland", or empty.
    public var driver: String
    /// What is wrong and how to remedy it, in one or two sentences.
    public var message: String

    public init(code: Code, driver: String = "", message: String) {
        self.code = code
        self.driver = driver
        self.message = message
    }

    public var description: String { message }
}
