import CSDL
import Foundation

/// Translates SDL's events into window events. Keeps state for drops, which SDL reports in several events.
@MainActor
struct EventTranslator {
    /// The window's ID (nil for the focused window) and the event.
    typealias Addressed = (window: UInt32?, event: WindowEvent)

    private var drop = DropEvent()

    /// Returns whether `event` is a pointer motion that `next` continues, so that only the last position matters.
    static func isMotion(_ event: SDL_Event, mergedInto next: SDL_Event) -> Bool {
        event.type == SDL_MOUSEMOTION.rawValue && next.type == SDL_MOUSEMOTION.rawValue
            && event.motion.windowID == next.motion.windowID && event.motion.state == next.motion.state
    }

    mutating func translate(_ event: SDL_Event, scale: CGFloat) -> [Addressed] {
        switch SDL_EventType(event.type) {
        case SDL_WINDOWEVENT: window(event.window, scale: scale)
        case SDL_MOUSEMOTION: motion(event.motion, scale: scale)
        case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: button(event.button, scale: scale)
        case SDL_MOUSEWHEEL: wheel(event.wheel, scale: scale)
        case SDL_KEYDOWN, SDL_KEYUP: key(event.key)
        case SDL_TEXTINPUT: text(event.text)
        case SDL_TEXTEDITING: composition(event.edit)
        case SDL_TEXTEDITING_EXT: composition(event.editExt)
        case SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP: finger(event.tfinger, scale: scale)
        case SDL_DROPBEGIN, SDL_DROPFILE, SDL_DROPTEXT, SDL_DROPCOMPLETE: dropped(event.drop, scale: scale)
        default: []
        }
    }

    private func window(_ event: SDL_WindowEvent, scale: CGFloat) -> [Addressed] {
        let translated: WindowEvent? =
            switch SDL_WindowEventID(UInt32(event.event)) {
            case SDL_WINDOWEVENT_SIZE_CHANGED: .resized
            case SDL_WINDOWEVENT_MOVED:
                .moved(CGPoint(x: CGFloat(event.data1) / scale, y: CGFloat(event.data2) / scale))
            case SDL_WINDOWEVENT_EXPOSED: .exposed([])
            case SDL_WINDOWEVENT_FOCUS_GAINED: .focusChanged(true)
            case SDL_WINDOWEVENT_FOCUS_LOST: .focusChanged(false)
            case SDL_WINDOWEVENT_SHOWN, SDL_WINDOWEVENT_RESTORED: .visibilityChanged(true)
            case SDL_WINDOWEVENT_HIDDEN, SDL_WINDOWEVENT_MINIMIZED: .visibilityChanged(false)
            case SDL_WINDOWEVENT_CLOSE: .closeRequested
            case SDL_WINDOWEVENT_ENTER: crossing(.entered, event, scale: scale)
            case SDL_WINDOWEVENT_LEAVE: crossing(.left, event, scale: scale)
            default: nil
            }
        return translated.map { [(event.windowID, $0)] } ?? []
    }

    private func crossing(_ phase: PointerEvent.Phase, _ event: SDL_WindowEvent, scale: CGFloat) -> WindowEvent {
        var x: Int32 = 0
        var y: Int32 = 0
        let held = SDL_GetMouseState(&x, &y)
        return .pointer(
            PointerEvent(
                phase: phase, location: CGPoint(x: CGFloat(x) / scale, y: CGFloat(y) / scale),
                heldButtons: Self.buttons(held), modifiers: Self.modifiers(),
                timestamp: Self.time(event.timestamp)))
    }

    private func motion(_ event: SDL_MouseMotionEvent, scale: CGFloat) -> [Addressed] {
        let moved = PointerEvent(
            phase: .moved, location: CGPoint(x: CGFloat(event.x) / scale, y: CGFloat(event.y) / scale),
            heldButtons: Self.buttons(event.state), modifiers: Self.modifiers(), timestamp: Self.time(event.timestamp))
        return [(event.windowID, .pointer(moved))]
    }

    private func button(_ event: SDL_MouseButtonEvent, scale: CGFloat) -> [Addressed] {
        let isDown = event.state == UInt8(SDL_PRESSED)
        let button = PointerButton(rawValue: event.button)
        var held = Self.buttons(SDL_GetMouseState(nil, nil))
        // SDL's state may already include later events of the queue.
        if isDown { held.insert(button) } else { held.remove(button) }
        let pressed = PointerEvent(
            phase: isDown ? .pressed : .released,
            location: CGPoint(x: CGFloat(event.x) / scale, y: CGFloat(event.y) / scale), button: button,
            heldButtons: held, clickCount: Int(event.clicks), modifiers: Self.modifiers(),
            timestamp: Self.time(event.timestamp))
        return [(event.windowID, .pointer(pressed))]
    }

    private func wheel(_ event: SDL_MouseWheelEvent, scale: CGFloat) -> [Addressed] {
        let sign: Double = event.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue ? -1 : 1
        let turned = WheelEvent(
            deltaX: Double(event.preciseX) * sign, deltaY: Double(event.preciseY) * sign,
            location: CGPoint(x: CGFloat(event.mouseX) / scale, y: CGFloat(event.mouseY) / scale),
            modifiers: Self.modifiers(), timestamp: Self.time(event.timestamp))
        return [(event.windowID, .wheel(turned))]
    }

    private func key(_ event: SDL_KeyboardEvent) -> [Addressed] {
        let code = event.keysym.scancode.rawValue
        let pressed = KeyEvent(
            phase: event.state == UInt8(SDL_PRESSED) ? .down : .up, usage: KeyTable.usage(scancode: code),
            characters: KeyTable.characters(keycode: event.keysym.sym), mediaKey: KeyTable.mediaKey(scancode: code),
            modifiers: Self.modifiers(event.keysym.mod), isRepeat: event.repeat != 0,
            timestamp: Self.time(event.timestamp))
        return [(event.windowID, .key(pressed))]
    }

    /// Returns a key with the X server's numbers; nil for a key without a symbol.
    static func report(of event: SDL_KeyboardEvent, in window: OpaquePointer) -> KeyReport? {
        guard
            var key = KeyReport(
                isPress: event.state == UInt8(SDL_PRESSED), scancode: event.keysym.scancode.rawValue,
                keycode: event.keysym.sym, modifiers: modifiers(event.keysym.mod))
        else { return nil }
        var shifted: UInt = 0
        key.code = UInt16(clamping: sdl_x11_key_code(window, UInt(key.symbol), &shifted))
        if key.isCharacter, key.state & 1 != 0, shifted != 0 { key.symbol = UInt32(clamping: shifted) }
        key.text =
            key.isCharacter ? key.character : sdl_x11_key_name(UInt(key.symbol)).map { String(cString: $0) } ?? ""
        key.time = event.timestamp
        return key
    }

    private func text(_ event: SDL_TextInputEvent) -> [Addressed] {
        var event = event
        let text = withUnsafeBytes(of: &event.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return text.isEmpty ? [] : [(event.windowID, .text(text))]
    }

    private func composition(_ event: SDL_TextEditingEvent) -> [Addressed] {
        var event = event
        let text = withUnsafeBytes(of: &event.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return composition(text, event.start, event.length, in: event.windowID)
    }

    /// Long compositions arrive in memory that SDL has allocated.
    private func composition(_ event: SDL_TextEditingExtEvent) -> [Addressed] {
        defer { if let text = event.text { SDL_free(text) } }
        return composition(
            event.text.map { String(cString: $0) } ?? "", event.start, event.length, in: event.windowID)
    }

    /// SDL's start and length are in code points; both are 0 where the input method does not report them.
    private func composition(_ text: String, _ start: Int32, _ length: Int32, in window: UInt32) -> [Addressed] {
        let composition = TextComposition(text: text, start: Int(start), length: Int(length))
        return [(window == 0 ? nil : window, .composition(composition))]
    }

    private func finger(_ event: SDL_TouchFingerEvent, scale: CGFloat) -> [Addressed] {
        var width: Int32 = 0
        var height: Int32 = 0
        guard let window = SDL_GetWindowFromID(event.windowID) else { return [] }
        SDL_GetWindowSizeInPixels(window, &width, &height)
        let phase: TouchEvent.Phase =
            switch SDL_EventType(event.type) {
            case SDL_FINGERDOWN: .began
            case SDL_FINGERUP: .ended
            default: .moved
            }
        let touch = TouchEvent(
            phase: phase, finger: event.fingerId,
            location: CGPoint(
                x: CGFloat(event.x) * CGFloat(width) / scale, y: CGFloat(event.y) * CGFloat(height) / scale),
            pressure: Double(event.pressure), timestamp: Self.time(event.timestamp))
        return [(event.windowID, .touch(touch))]
    }

    private mutating func dropped(_ event: SDL_DropEvent, scale: CGFloat) -> [Addressed] {
        defer { if let file = event.file { SDL_free(file) } }
        let content = event.file.map { String(cString: $0) }
        switch SDL_EventType(event.type) {
        case SDL_DROPBEGIN: drop = DropEvent()
        case SDL_DROPFILE: if let content { drop.files.append(URL(fileURLWithPath: content)) }
        case SDL_DROPTEXT: if let content { drop.texts.append(content) }
        default:
            defer { drop = DropEvent() }
            guard !drop.files.isEmpty || !drop.texts.isEmpty else { return [] }
            var x: Int32 = 0
            var y: Int32 = 0
            SDL_GetMouseState(&x, &y)
            drop.location = CGPoint(x: CGFloat(x) / scale, y: CGFloat(y) / scale)
            return [(event.windowID == 0 ? nil : event.windowID, .drop(drop))]
        }
        return []
    }

    /// Converts SDL's timestamp, in milliseconds of its own clock, by its age.
    private static func time(_ stamp: UInt32) -> TimeInterval {
        let age = SDL_GetTicks() &- stamp
        return MonotonicTime.now - (age < 60_000 ? TimeInterval(age) / 1000 : 0)
    }

    private static func buttons(_ mask: UInt32) -> Set<PointerButton> {
        Set((1...5).filter { mask & (1 << ($0 - 1)) != 0 }.map { PointerButton(rawValue: UInt8($0)) })
    }

    private static func modifiers() -> KeyModifiers {
        modifiers(UInt16(truncatingIfNeeded: SDL_GetModState().rawValue))
    }

    private static func modifiers(_ mask: UInt16) -> KeyModifiers {
        let pairs: [(UInt16, KeyModifiers)] = [
            (0x0003, .shift), (0x00C0, .control), (0x0300, .alternate), (0x0C00, .command), (0x1000, .numericLock),
            (0x2000, .capsLock),
        ]
        return pairs.reduce(into: []) { if mask & $1.0 != 0 { $0.insert($1.1) } }
    }
}
