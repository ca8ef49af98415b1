import CoreGraphics
public import Foundation

/// A button of a remote control or gamepad, or a key, from its going down to its release.
///
/// Space arrives as `playPause`, Escape as `menu`, Return as `select`, the arrow and page keys as themselves; other keys
/// have a type that equals no named one and are told apart by `key`.
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
        // Media keys. Apple: they arrive as remote control events. Here: as presses, and AVKit's player reads them.
        package static let stop = PressType(rawValue: 2020)
        package static let nextTrack = PressType(rawValue: 2021)
        package static let previousTrack = PressType(rawValue: 2022)
        package static let fastForward = PressType(rawValue: 2023)
        package static let rewind = PressType(rawValue: 2024)
        package static let mute = PressType(rawValue: 2025)
        package static let volumeUp = PressType(rawValue: 2026)
        package static let volumeDown = PressType(rawValue: 2027)
        /// A key that stands for no button of a remote.
        static let otherKey = PressType(rawValue: 2040)
    }

    open internal(set) var phase: Phase = .began
    open var type: PressType { kind }
    /// 0 to 1; keys know only 1.
    open internal(set) var force: CGFloat = 1
    open internal(set) var timestamp: TimeInterval
    open internal(set) weak var window: UIWindow?
    open internal(set) weak var responder: UIResponder?
    open internal(set) var gestureRecognizers: [UIGestureRecognizer]? = []
    /// The key behind the press; nil for remote and gamepad buttons.
    open var key: UIKey? { pressedKey }
    /// Whether the key repeats because it is held down.
    public internal(set) var isRepeat = false

    private let kind: PressType
    private let pressedKey: UIKey?

    init(type: PressType, key: UIKey?, window: UIWindow?, timestamp: TimeInterval) {
        kind = type
        pressedKey = key
        self.window = window
        self.timestamp = timestamp
    }
}
