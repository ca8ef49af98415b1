import CSDL

/// The mapping of SDL's key numbers.
enum KeyTable {
    /// Returns the HID usage: SDL's scancodes up to 231 are the usages of the HID keyboard page, higher ones are keys of other pages.
    static func usage(scancode: UInt32) -> KeyUsage? {
        (4...231).contains(scancode) ? KeyUsage(rawValue: UInt16(scancode)) : nil
    }

    static func mediaKey(scancode: UInt32) -> MediaKey? { mediaKeys[scancode] }

    /// Returns the character of a key without modifiers: SDL's key codes are characters unless bit 30 is set.
    static func characters(keycode: Int32) -> String {
        guard keycode >= 0x20, keycode != 0x7F, keycode & (1 << 30) == 0, let scalar = Unicode.Scalar(UInt32(keycode))
        else { return "" }
        return String(Character(scalar))
    }

    private static let mediaKeys: [UInt32: MediaKey] = [
        SDL_SCANCODE_AUDIOPLAY.rawValue: .playPause,
        SDL_SCANCODE_AUDIOSTOP.rawValue: .stop,
        SDL_SCANCODE_AUDIONEXT.rawValue: .nextTrack,
        SDL_SCANCODE_AUDIOPREV.rawValue: .previousTrack,
        SDL_SCANCODE_AUDIOFASTFORWARD.rawValue: .fastForward,
        SDL_SCANCODE_AUDIOREWIND.rawValue: .rewind,
        SDL_SCANCODE_AUDIOMUTE.rawValue: .mute,
        SDL_SCANCODE_MUTE.rawValue: .mute,
        SDL_SCANCODE_VOLUMEUP.rawValue: .volumeUp,
        SDL_SCANCODE_VOLUMEDOWN.rawValue: .volumeDown,
        SDL_SCANCODE_EJECT.rawValue: .eject,
        SDL_SCANCODE_AC_BACK.rawValue: .back,
        SDL_SCANCODE_MENU.rawValue: .menu,
    ]
}
