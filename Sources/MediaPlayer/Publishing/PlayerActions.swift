import Foundation
package import NowPlayingModel

/// What programs on the bus can do with a player besides its commands. The closures run on the main thread.
package struct PlayerActions: Sendable {
    /// Sets the volume, 0 to 1; nil: the player has none.
    package var setVolume: (@MainActor @Sendable (Double) -> Void)?
    /// Lets the player cover the display, or be a window again; nil: impossible.
    package var setFullScreen: (@MainActor @Sendable (Bool) -> Void)?
    /// Plays a track of the queue.
    package var goTo: (@MainActor @Sendable (NowPlayingIdentity) -> Void)?

    package init() {}
}

/// What programs on the bus can do with the program. The closures run on the main thread.
package struct ProgramActions: Sendable {
    /// Brings the program's window to the front.
    package var raise: (@MainActor @Sendable () -> Void)?
    package var quit: (@MainActor @Sendable () -> Void)?
    /// Opens a link or a file; false: the program does not open it.
    package var open: (@MainActor @Sendable (URL) -> Bool)?
    /// The schemes of URLs that `open` accepts; empty: none are announced.
    package var schemes: [String] = []
    package var mediaTypes: [String] = []

    package init() {}
}
