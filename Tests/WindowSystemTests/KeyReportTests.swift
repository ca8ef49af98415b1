import Testing

@testable import WindowSystem

/// The numbers of keys for assistive technology are those of X.
struct KeyReportTests {
    private func report(
        _ scancode: UInt32, _ keycode: Int32 = 1 << 30, press: Bool = true, with modifiers: KeyModifiers = []
    ) -> KeyReport? {
        KeyReport(isPress: press, scancode: scancode, keycode: keycode, modifiers: modifiers)
    }

    @Test("keys with characters have Latin-1 or Unicode symbols; others have the symbols of the X keyboard")
    func symbols() {
        #expect(report(4, 0x61)?.symbol == 0x61)
        #expect(report(4, 0x61)?.character == "a")
        // The Cyrillic letter on the same key.
        #expect(report(4, 0x444)?.symbol == 0x0100_0444)
        #expect(report(4, 0x444)?.character == "\u{444}")
        #expect(report(0x2C, 0x20)?.symbol == 0x20)
        #expect(report(0x2C, 0x20)?.isCharacter == false)
        #expect(report(0x49)?.symbol == 0xFF63)
        #expect(report(0x3A)?.symbol == 0xFFBE)
        #expect(report(0x45)?.symbol == 0xFFC9)
        // A key of another page, such as a media key.
        #expect(report(258) == nil)
    }

    @Test("the keypad has the symbols of movements, and those of digits with the numeric lock")
    func keypad() {
        #expect(
            (0x59...0x63).map { report($0)?.symbol } == [
                0xFF9C, 0xFF99, 0xFF9B, 0xFF96, 0xFF9D, 0xFF98, 0xFF95, 0xFF97, 0xFF9A, 0xFF9E, 0xFF9F,
            ])
        #expect(
            (0x59...0x63).map { report($0, with: .numericLock)?.symbol } == [
                0xFFB1, 0xFFB2, 0xFFB3, 0xFFB4, 0xFFB5, 0xFFB6, 0xFFB7, 0xFFB8, 0xFFB9, 0xFFB0, 0xFFAE,
            ])
    }

    @Test("the state is that before the event: a modifier key counts itself on release only")
    func state() {
        #expect(report(4, 0x61, with: [.shift, .control])?.state == 5)
        #expect(report(0xE1, press: true, with: .shift)?.state == 0)
        #expect(report(0xE1, press: false)?.state == 1)
        #expect(report(0xE3, press: false, with: .numericLock)?.state == 80)
        #expect(report(4, 0x61, with: [.alternate, .capsLock])?.state == 10)
    }
}
