import Foundation
import Testing

@testable import WindowSystem

struct KeyTableTests {
    @Test("keys are named by HID usage; media keys and modifiers have names of their own")
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
    @Test("a stick counts as a direction once pushed far, and no longer when it is nearly back")
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

struct DesktopSettingsTests {
    @Test("the portal's answer is read for scheme, motion, contrast and text size")
    func desktopSettings_portalAnswer_isRead() {
        let answer = """
            ({'org.freedesktop.appearance': {'color-scheme': <uint32 1>, 'contrast': <uint32 0>}, \
            'org.gnome.desktop.interface': {'enable-animations': <false>, 'text-scaling-factor': <1.25>}},)
            """
        let settings = DesktopSettings(portalAnswer: answer)
        #expect(settings.colourScheme == .dark)
        #expect(settings.reducesMotion)
        #expect(!settings.prefersHighContrast)
        #expect(settings.textScale == 1.25)
    }

    @Test(
        "an answer of another shape gives the defaults", arguments: ["", "()", "'color-scheme': <", "{'contrast': <>}"])
    func desktopSettings_oddAnswer_givesDefaults(answer: String) {
        #expect(DesktopSettings(portalAnswer: answer) == DesktopSettings())
    }

    @Test("text that goes over the bus is quoted")
    func sessionBus_quote_escapes() {
        #expect(SessionBus.quote("it's \\ a\nfilm") == "'it\\'s \\\\ a\\nfilm'")
    }
}
