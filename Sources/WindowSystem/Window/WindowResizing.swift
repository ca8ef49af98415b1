package import Foundation

/// How the user can change a window's size.
///
/// The window manager enforces the rule; a bare X server without a window manager offers no resizing. The program itself can set any size.
package enum WindowResizing: Sendable, Hashable {
    case free
    /// The user cannot change the size.
    case fixed
    /// Width and height keep this ratio. A ratio that is not positive is treated as `free`.
    case proportional(CGSize)
}
