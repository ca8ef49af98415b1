public import Foundation

/// A button of a gamepad or of a remote control that acts as one, by its place on the common layout.
public enum GamepadButton: Int32, Sendable, Hashable, CaseIterable {
    case south = 0, east, west, north, back, guide, start, leftStick, rightStick, leftShoulder, rightShoulder
    case up, down, left, right
}

/// A gamepad's button going down or up. A stick that is pushed far counts as the direction's button.
public struct GamepadEvent: Sendable, Hashable {
    public var button: GamepadButton
    public var isDown: Bool
    /// The same for as long as this gamepad is connected.
    public var gamepad: Int32
    /// Seconds of `MonotonicTime`.
    public var timestamp: TimeInterval

    public init(
        button: GamepadButton, isDown: Bool, gamepad: Int32 = 0, timestamp: TimeInterval = MonotonicTime.now
    ) {
        self.button = button
        self.isDown = isDown
        self.gamepad = gamepad
        self.timestamp = timestamp
    }
}
