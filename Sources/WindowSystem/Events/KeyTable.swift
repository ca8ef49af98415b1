import CSDL

/// What SDL's numbers for keys mean.
enum KeyTable {
    /// SDL's scancodes are the usages of the HID keyboard page up to 231; above it follow keys of other pages.
    static func usage(scancode: UInt32) -> KeyUsage? {
        (4...231).contains(scancode) ? KeyUsage(rawValue: UInt16(scancode)) : nil
    }

    static func mediaKey(scancode: UInt32) -> MediaKey? { mediaKeys[scancode] }

    /// What the key writes without modifiers: SDL's key codes are characters, but for those with bit 30.
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
