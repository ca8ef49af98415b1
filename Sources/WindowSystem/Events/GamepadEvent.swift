package import Foundation

/// A button of a gamepad, or of a remote control that acts as a gamepad, by its position in the common layout.
package enum GamepadButton: Int32, Sendable, Hashable, CaseIterable {
    case south = 0, east, west, north, back, guide, start, leftStick, rightStick, leftShoulder, rightShoulder
    case up, down, left, right
}

/// The press or release of a gamepad's button. A stick deflected far enough counts as the button of that direction.
package struct GamepadEvent: Sendable, Hashable {
    package var button: GamepadButton
    package var isDown: Bool
    /// The gamepad's ID, constant while it is connected.
    package var gamepad: Int32
    /// Seconds of `MonotonicTime`.
    package var timestamp: TimeInterval

    package init(
        button: GamepadButton, isDown: Bool, gamepad: Int32 = 0, timestamp: TimeInterval = MonotonicTime.now
    ) {
        self.button = button
        self.isDown = isDown
        self.gamepad = gamepad
        self.timestamp = timestamp
    }
}
