import Foundation
import Testing

@testable import WindowSystem

struct KeyTableTests {
    @Test("keys have the names of their HID usages; media keys and modifiers have their own names")
    func keyTable_scancodes_usages() {
        #expect(KeyTable.usage(scancode: 44) == .space)
        #expect(KeyTable.usage(scancode: 80) == .leftArrow)
        #expect(KeyTable.usage(scancode: 3) == nil)
        #expect(KeyTable.usage(scancode: 261) == nil)
        #expect(KeyTable.mediaKey(scancode: 261) == .playPause)
        #expect(KeyTable.mediaKey(scancode: 44) == nil)
        #expect(KeyTable.characters(keycode: 102) == "f")
        #expect(KeyTable.characters(keycode: 27) == "")
        #expect(KeyTable.characters(keycode: 0x4000_0050) == "")
        #expect(KeyTable.characters(keycode: -1) == "")
    }
}

@MainActor
struct GamepadHubTests {
    @Test("a gamepad stick is a direction beyond a threshold, and until it is nearly centred again")
    func gamepadHub_stick_hasHysteresis() {
        let hub = GamepadHub.shared
        func presses(_ value: Int16, axis: UInt8 = 0) -> [String] {
            hub.moved(axis: axis, value: value, gamepad: 99).map { "\($0.button) \($0.isDown)" }
        }
        #expect(presses(19000) == [])
        #expect(presses(25000) == ["right true"])
        #expect(presses(15000) == [])
        #expect(presses(.min) == ["left true", "right false"])
        #expect(presses(0) == ["left false"])
        #expect(presses(30000, axis: 1) == ["down true"])
        #expect(presses(0, axis: 1) == ["down false"])
        #expect(presses(30000, axis: 4) == [])
    }
}
