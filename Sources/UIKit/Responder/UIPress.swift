import CoreGraphics
public import Foundation

/// A press of a key, or of a button of a remote control or gamepad, from press to release.
///
/// The space bar has the type `.playPause`, Escape `.menu`, and Return `.select`; the arrow and page keys have their
/// own types. All other keys share one unnamed type and are distinguished by `key`.
@preconcurrency @MainActor open class UIPress: NSObject {
    public enum Phase: Int, Sendable {
        case began = 0
        case changed = 1
        case stationary = 2
        case ended = 3
        case cancelled = 4
    }

    /// The button of a remote control, or the key that takes its place. Cases with an underscore are keys that Apple's remote controls do not have:
    /// a `switch` over Apple's cases takes them in `@unknown default`.
    public enum PressType: Int, Sendable {
        case upArrow = 0
        case downArrow = 1
        case leftArrow = 2
        case rightArrow = 3
        case select = 4
        case menu = 5
        case playPause = 6
        case pageUp = 30
        case pageDown = 31
        // Media keys. Apple: arrive as remote control events. Here: arrive as presses, which AVKit's player handles.
        case _stop = 2020
        case _nextTrack = 2021
        case _previousTrack = 2022
        case _fastForward = 2023
        case _rewind = 2024
        case _mute = 2025
        case _volumeUp = 2026
        case _volumeDown = 2027
        case _otherKey = 2040

        package static let stop = PressType._stop
        package static let nextTrack = PressType._nextTrack
        package static let previousTrack = PressType._previousTrack
        package static let fastForward = PressType._fastForward
        package static let rewind = PressType._rewind
        package static let mute = PressType._mute
        package static let volumeUp = PressType._volumeUp
        package static let volumeDown = PressType._volumeDown
        /// A key without a counterpart on a remote control.
        static let otherKey = PressType._otherKey
    }

    open internal(set) var phase: Phase = .began
    open var type: PressType { kind }
    /// The force of the press from 0 to 1; always 1 for keys.
    open internal(set) var force: CGFloat = 1
    open internal(set) var timestamp: TimeInterval
    open internal(set) weak var window: UIWindow?
    open internal(set) weak var responder: UIResponder?
    open internal(set) var gestureRecognizers: [UIGestureRecognizer]? = []
    /// The key that was pressed; nil for remote and gamepad buttons.
    open var key: UIKey? { pressedKey }
    /// Whether the event is an automatic repetition of a held key.
    package internal(set) var isRepeat = false

    private let kind: PressType
    private let pressedKey: UIKey?

    init(type: PressType, key: UIKey?, window: UIWindow?, timestamp: TimeInterval) {
        kind = type
        pressedKey = key
        self.window = window
        self.timestamp = timestamp
    }
}
