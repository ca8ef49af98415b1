public import Foundation

/// A user input event. Timestamps are in seconds of `ProcessInfo.systemUptime`.
@preconcurrency @MainActor open class UIEvent: NSObject {
    public enum EventType: Int, Sendable {
        case touches = 0
        case motion = 1
        case remoteControl = 2
        case presses = 3
        case scroll = 10
        case hover = 11
        case transform = 14
    }

    public enum EventSubtype: Int, Sendable {
        case none = 0
        case motionShake = 1
        case remoteControlPlay = 100
        case remoteControlPause = 101
        case remoteControlStop = 102
        case remoteControlTogglePlayPause = 103
        case remoteControlNextTrack = 104
        case remoteControlPreviousTrack = 105
        case remoteControlBeginSeekingBackward = 106
        case remoteControlEndSeekingBackward = 107
        case remoteControlBeginSeekingForward = 108
        case remoteControlEndSeekingForward = 109
    }

    public struct ButtonMask: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let primary = ButtonMask(rawValue: 1)
        public static let secondary = ButtonMask(rawValue: 2)
        public static func button(_ number: Int) -> ButtonMask {
            ButtonMask(rawValue: number >= 1 && number < 32 ? 1 << (number - 1) : 0)
        }
    }

    open var type: EventType { kind }
    open var subtype: EventSubtype { detail }
    open internal(set) var timestamp: TimeInterval
    open internal(set) var allTouches: Set<UITouch>?
    /// The touch that began, moved or ended with this event; the other touches are unchanged.
    var changedTouch: UITouch?
    open internal(set) var modifierFlags: UIKeyModifierFlags = []
    open internal(set) var buttonMask: ButtonMask = []
    /// Whether a finger or the primary button began the touch.
    var isPrimaryPress: Bool { buttonMask.isEmpty || buttonMask == .primary }

    private let kind: EventType
    private let detail: EventSubtype

    init(type: EventType, subtype: EventSubtype = .none, timestamp: TimeInterval) {
        kind = type
        detail = subtype
        self.timestamp = timestamp
    }

    open func touches(for window: UIWindow) -> Set<UITouch>? {
        allTouches?.filter { $0.window === window }
    }

    open func touches(for view: UIView) -> Set<UITouch>? {
        allTouches?.filter { $0.view === view }
    }

    open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
        allTouches?.filter { $0.gestureRecognizers?.contains(gesture) ?? false }
    }
}

/// An event of key and remote button presses.
open class UIPressesEvent: UIEvent {
    open internal(set) var allPresses: Set<UIPress> = []

    init(timestamp: TimeInterval) {
        super.init(type: .presses, timestamp: timestamp)
    }

    open func presses(for gesture: UIGestureRecognizer) -> Set<UIPress> {
        allPresses.filter { $0.gestureRecognizers?.contains(gesture) ?? false }
    }
}
