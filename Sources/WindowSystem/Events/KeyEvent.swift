public import Foundation

/// A place on the keyboard, by its usage in the HID keyboard page (0x07): the value that `UIKeyboardHIDUsage` has.
public struct KeyUsage: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let a = KeyUsage(rawValue: 0x04)
    public static let f = KeyUsage(rawValue: 0x09)
    public static let m = KeyUsage(rawValue: 0x10)
    public static let returnOrEnter = KeyUsage(rawValue: 0x28)
    public static let escape = KeyUsage(rawValue: 0x29)
    public static let backspace = KeyUsage(rawValue: 0x2A)
    public static let tab = KeyUsage(rawValue: 0x2B)
    public static let space = KeyUsage(rawValue: 0x2C)
    public static let home = KeyUsage(rawValue: 0x4A)
    public static let pageUp = KeyUsage(rawValue: 0x4B)
    public static let end = KeyUsage(rawValue: 0x4D)
    public static let pageDown = KeyUsage(rawValue: 0x4E)
    public static let rightArrow = KeyUsage(rawValue: 0x4F)
    public static let leftArrow = KeyUsage(rawValue: 0x50)
    public static let downArrow = KeyUsage(rawValue: 0x51)
    public static let upArrow = KeyUsage(rawValue: 0x52)
}

/// A key with a meaning of its own for media, which no page of the keyboard has a character for.
public enum MediaKey: Sendable, Hashable, CaseIterable {
    case playPause, stop, nextTrack, previousTrack, fastForward, rewind, mute, volumeUp, volumeDown, eject, back, menu
}

/// A key that goes down, repeats, or comes up again.
public struct KeyEvent: Sendable, Hashable {
    public enum Phase: Sendable, Hashable { case down, up }

    public var phase: Phase
    /// Where the key is on the keyboard, whatever is printed on it; nil for keys outside of the keyboard page.
    public var usage: KeyUsage?
    /// What the layout puts on the key without modifiers ("f", " "); empty for keys that write nothing.
    public var characters: String
    /// Set for media keys.
    public var mediaKey: MediaKey?
    public var modifiers: KeyModifiers
    /// Whether the key is held and the desktop repeats it.
    public var isRepeat: Bool
    /// Seconds of `MonotonicTime`.
    public var timestamp: TimeInterval

    public init(
        phase: Phase, usage: KeyUsage?, characters: String = "", mediaKey: MediaKey? = nil,
        modifiers: KeyModifiers = [], isRepeat: Bool = false, timestamp: TimeInterval = MonotonicTime.now
    ) {
        self.phase = phase
        self.usage = usage
        self.characters = characters
        self.mediaKey = mediaKey
        self.modifiers = modifiers
        self.isRepeat = isRepeat
        self.timestamp = timestamp
    }
}
