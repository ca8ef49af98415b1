package import Foundation

/// A physical key, by its usage in the HID keyboard page (0x07); the values are those of `UIKeyboardHIDUsage`.
package struct KeyUsage: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let a = KeyUsage(rawValue: 0x04)
    package static let f = KeyUsage(rawValue: 0x09)
    package static let m = KeyUsage(rawValue: 0x10)
    package static let returnOrEnter = KeyUsage(rawValue: 0x28)
    package static let escape = KeyUsage(rawValue: 0x29)
    package static let backspace = KeyUsage(rawValue: 0x2A)
    package static let tab = KeyUsage(rawValue: 0x2B)
    package static let space = KeyUsage(rawValue: 0x2C)
    package static let home = KeyUsage(rawValue: 0x4A)
    package static let pageUp = KeyUsage(rawValue: 0x4B)
    package static let end = KeyUsage(rawValue: 0x4D)
    package static let pageDown = KeyUsage(rawValue: 0x4E)
    package static let rightArrow = KeyUsage(rawValue: 0x4F)
    package static let leftArrow = KeyUsage(rawValue: 0x50)
    package static let downArrow = KeyUsage(rawValue: 0x51)
    package static let upArrow = KeyUsage(rawValue: 0x52)
    package static let pause = KeyUsage(rawValue: 0x48)
    package static let keypadEnter = KeyUsage(rawValue: 0x58)
    package static let execute = KeyUsage(rawValue: 0x74)
    package static let select = KeyUsage(rawValue: 0x77)
    package static let stop = KeyUsage(rawValue: 0x78)
    package static let cancel = KeyUsage(rawValue: 0x9B)
    package static let secondReturn = KeyUsage(rawValue: 0x9E)
}

/// A media key, which has no character.
package enum MediaKey: Sendable, Hashable, CaseIterable {
    case playPause, stop, nextTrack, previousTrack, fastForward, rewind, mute, volumeUp, volumeDown, eject, back, menu
}

/// The press, repetition or release of a key.
package struct KeyEvent: Sendable, Hashable {
    package enum Phase: Sendable, Hashable { case down, up }

    package var phase: Phase
    /// The physical key, independent of the layout; nil for keys outside of the keyboard page.
    package var usage: KeyUsage?
    /// The characters of the key in the current layout without modifiers ("f", " "); empty for keys without characters.
    package var characters: String
    /// The media key; nil for other keys.
    package var mediaKey: MediaKey?
    package var modifiers: KeyModifiers
    /// Whether the event is a repetition of a held key.
    package var isRepeat: Bool
    /// Seconds of `MonotonicTime`.
    package var timestamp: TimeInterval

    package init(
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
