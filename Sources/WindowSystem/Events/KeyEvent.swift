public import Foundation

/// A physical key, by its usage in the HID keyboard page (0x07); the values are those of `UIKeyboardHIDUsage`.
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
    public static let pause = KeyUsage(rawValue: 0x48)
    public static let keypadEnter = KeyUsage(rawValue: 0x58)
    public static let execute = KeyUsage(rawValue: 0x74)
    public static let select = KeyUsage(rawValue: 0x77)
    public static let stop = KeyUsage(rawValue: 0x78)
    public static let cancel = KeyUsage(rawValue: 0x9B)
    public static let secondReturn = KeyUsage(rawValue: 0x9E)
}

/// A media key, which has no character.
public enum MediaKey: Sendable, Hashable, CaseIterable {
    case playPause, stop, nextTrack, previousTrack, fastForward, rewind, mute, volumeUp, volumeDown, eject, back, menu
}

/// The press, repetition or release of a key.
public struct KeyEvent: Sendable, Hashable {
    public enum Phase: Sendable, Hashable { case down, up }

    public var phase: Phase
    /// The physical key, independent of the layout; nil for keys outside of the keyboard page.
    public var usage: KeyUsage?
    /// The characters of the key in the current layout without modifiers ("f", " "); empty for keys without characters.
    public var characters: String
    /// The media key; nil for other keys.
    public var mediaKey: MediaKey?
    public var modifiers: KeyModifiers
    /// Whether the event is a repetition of a held key.
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
