/// A media key that no responder of the chain has handled.
package struct UnhandledPress: Sendable {
    package enum Key: Sendable { case playPause, stop, nextTrack, previousTrack, fastForward, rewind }

    package let key: Key
    /// Whether the key was pressed rather than released.
    package let isDown: Bool

    /// Returns nil for other keys. The space bar has the type of a media key, but is none.
    @MainActor
    init?(_ press: UIPress, isDown: Bool) {
        guard !press.isRepeat else { return nil }
        switch press.type {
        case .playPause where press.key.map { $0.keyCode.rawValue == 0 } ?? true: key = .playPause
        case .stop: key = .stop
        case .nextTrack: key = .nextTrack
        case .previousTrack: key = .previousTrack
        case .fastForward: key = .fastForward
        case .rewind: key = .rewind
        default: return nil
        }
        self.isDown = isDown
    }
}

extension UIApplication {
    /// Receives the media keys that no responder has handled. MediaPlayer passes them to the player as commands.
    package static var unhandledPresses: @MainActor (UnhandledPress) -> Void = { _ in }

    static func reportUnhandled(_ presses: Set<UIPress>, isDown: Bool) {
        for press in presses {
            if let press = UnhandledPress(press, isDown: isDown) { unhandledPresses(press) }
        }
    }
}
