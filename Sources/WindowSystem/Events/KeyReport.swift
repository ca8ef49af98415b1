/// The press or release of a key as the X server numbers keys: the form in which assistive technology receives it.
struct KeyReport: Sendable, Hashable {
    var isPress: Bool
    /// The X key symbol: 0x61 for the letter a, 0xFF63 for Insert.
    var symbol: UInt32
    /// The number of the physical key on the X server; 0 if the keyboard has no key with the symbol.
    var code: UInt16 = 0
    /// The modifier keys that were held before the event, as in X: shift 1, caps lock 2, control 4, alternate 8, numeric lock 16, super 64.
    var state: UInt32
    /// The character, or the name of a symbol without one: "a", "Insert".
    var text = ""
    /// Milliseconds on SDL's clock.
    var time: UInt32 = 0

    /// - Parameters:
    ///   - scancode: SDL's number of the physical key.
    ///   - keycode: SDL's number of the character on the key.
    ///   - modifiers: the modifier keys as SDL reports them: with the key of the event itself while it is held.
    /// - Returns: nil for a key without a symbol.
    init?(isPress: Bool, scancode: UInt32, keycode: Int32, modifiers: KeyModifiers) {
        let numeric = modifiers.contains(.numericLock)
        guard let symbol = Self.symbol(scancode: scancode, keycode: keycode, isNumeric: numeric) else { return nil }
        self.isPress = isPress
        self.symbol = symbol
        var held = modifiers
        if let own = Self.modifiers[scancode] { if isPress { held.remove(own) } else { held.insert(own) } }
        state = Self.bits.reduce(0) { held.contains($1.0) ? $0 | $1.1 : $0 }
    }

    /// Whether the symbol stands for a visible character.
    var isCharacter: Bool { (0x21...0xFF).contains(symbol) || symbol > 0x0100_0000 }

    /// The character of the symbol; empty for other symbols.
    var character: String {
        guard isCharacter, let scalar = Unicode.Scalar(symbol & 0x00FF_FFFF) else { return "" }
        return String(Character(scalar))
    }

    private static let bits: [(KeyModifiers, UInt32)] = [
        (.shift, 1), (.capsLock, 2), (.control, 4), (.alternate, 8), (.numericLock, 16), (.command, 64),
    ]

    private static let modifiers: [UInt32: KeyModifiers] = [
        0xE0: .control, 0xE1: .shift, 0xE2: .alternate, 0xE3: .command, 0xE4: .control, 0xE5: .shift, 0xE6: .alternate,
        0xE7: .command,
    ]

    private static func symbol(scancode: UInt32, keycode: Int32, isNumeric: Bool) -> UInt32? {
        if let special = symbols[scancode] { return special }
        if (0x3A...0x45).contains(scancode) { return 0xFFBE + scancode - 0x3A }
        if (0x59...0x63).contains(scancode) {
            let index = Int(scancode - 0x59)
            return isNumeric ? numericKeypad[index] : keypad[index]
        }
        guard keycode & (1 << 30) == 0, keycode >= 0x20, keycode != 0x7F else { return nil }
        return keycode <= 0xFF ? UInt32(keycode) : 0x0100_0000 | UInt32(keycode)
    }

    /// The keypad's keys 1 to 9, 0 and the decimal point, without the numeric lock: End, Down, Next, Left, Begin, and so on.
    private static let keypad: [UInt32] = [
        0xFF9C, 0xFF99, 0xFF9B, 0xFF96, 0xFF9D, 0xFF98, 0xFF95, 0xFF97, 0xFF9A, 0xFF9E, 0xFF9F,
    ]
    private static let numericKeypad: [UInt32] = (1...9).map { 0xFFB0 + $0 } + [0xFFB0, 0xFFAE]

    /// The symbols of keys without a character, by SDL's number of the key.
    private static let symbols: [UInt32: UInt32] = [
        0x28: 0xFF0D, 0x29: 0xFF1B, 0x2A: 0xFF08, 0x2B: 0xFF09, 0x39: 0xFFE5, 0x46: 0xFF61, 0x47: 0xFF14, 0x48: 0xFF13,
        0x49: 0xFF63, 0x4A: 0xFF50, 0x4B: 0xFF55, 0x4C: 0xFFFF, 0x4D: 0xFF57, 0x4E: 0xFF56, 0x4F: 0xFF53, 0x50: 0xFF51,
        0x51: 0xFF54, 0x52: 0xFF52, 0x53: 0xFF7F, 0x54: 0xFFAF, 0x55: 0xFFAA, 0x56: 0xFFAD, 0x57: 0xFFAB, 0x58: 0xFF8D,
        0x65: 0xFF67, 0xE0: 0xFFE3, 0xE1: 0xFFE1, 0xE2: 0xFFE9, 0xE3: 0xFFEB, 0xE4: 0xFFE4, 0xE5: 0xFFE2, 0xE6: 0xFFEA,
        0xE7: 0xFFEC,
    ]
}
