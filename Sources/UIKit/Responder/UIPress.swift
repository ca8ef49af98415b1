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

    public struct PressType: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let upArrow = PressType(rawValue: 0)
        public static let downArrow = PressType(rawValue: 1)
        public static let leftArrow = PressType(rawValue: 2)
        public static let rightArrow = PressType(rawValue: 3)
        public static let select = PressType(rawValue: 4)
        public static let menu = PressType(rawValue: 5)
        public static let playPause = PressType(rawValue: 6)
        public static let pageUp = PressType(rawValue: 30)
        public static let pageDown = PressType(rawValue: 31)
        // Media keys. Apple: arrive as remote control events. Here: arrive as presses, which AVKit's player handles.
        package static let stop = PressType(rawValue: 2020)
        package static let nextTrack = PressType(rawValue: 2021)
        package static let previousTrack = PressType(rawValue: 2022)
        package static let fastForward = PressType(rawValue: 2023)
        package static let rewind = PressType(rawValue: 2024)
        package static let mute = PressType(rawValue: 2025)
        package static let volumeUp = PressType(rawValue: 2026)
        package static let volumeDown = PressType(rawValue: 2027)
        /// A key without a counterpart on a remote control.
        static let otherKey = PressType(rawValue: 2040)
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
