import CoreGraphics
import Foundation
import WindowSystem

/// Converts window system events into touches, presses and hover events, and delivers them to gesture recognizers and
/// responders.
@MainActor final class EventDispatcher {
    private var pointer: UITouch?
    private var fingers: [Int64: UITouch] = [:]
    /// The last tap of a finger, for counting taps in sequence.
    private var lastTap: Tap?
    private var presses: [Int: UIPress] = [:]
    /// The characters of the last key, without the effect of modifiers.
    private var lastCharacters = ""
    private var lastModifiers: KeyModifiers = []
    /// Whether the last key has run a key command.
    private var wasKeyCommand = false
    private var hovering: [UIHoverGestureRecognizer] = []
    /// The pointer's position in the window's coordinates; nil while the pointer is outside.
    private(set) var pointerLocation: CGPoint?
    private struct Tap {
        var location: CGPoint
        var time: TimeInterval
        var count: Int

        /// Seconds between two taps of a sequence, and their distance in points, at most.
        static let interval = 0.35
        static let distance: CGFloat = 45

        func isContinued(at point: CGPoint, time now: TimeInterval) -> Bool {
            now - time < Self.interval && isNear(point)
        }
        func isNear(_ point: CGPoint) -> Bool { hypot(point.x - location.x, point.y - location.y) < Self.distance }
    }

    /// The scroll distance of one wheel notch, in points.
    static let pointsPerNotch: CGFloat = 40

    func handle(_ event: WindowEvent, in window: UIWindow) {
        switch event {
        case .pointer(let pointer): handle(pointer, in: window)
        case .touch(let touch): handle(touch, in: window)
        case .key(let key): handle(key, in: window)
        case .text(let text): handle(text: text, in: window)
        case .composition(let composition): handle(composition, in: window)
        case .wheel(let wheel): handle(wheel, in: window)
        case .gamepad(let button): handle(button, in: window)
        default: break
        }
    }

    // MARK: Touches

    private func handle(_ event: PointerEvent, in window: UIWindow) {
        let out = UIEvent(type: .touches, timestamp: event.timestamp)
        out.modifierFlags = UIKeyModifierFlags(event.modifiers)
        switch event.phase {
        case .pressed:
            guard pointer == nil else { return }
            if event.button == .back, window.hitTest(event.location, with: out)?.goBack() == true { return }
            let touch = UITouch(
                type: .indirectPointer, position: event.location, window: window,
                view: window.hitTest(event.location, with: out), timestamp: event.timestamp)
            touch.tapCount = max(1, event.clickCount)
            pointer = touch
            out.buttonMask = event.button == .secondary ? .secondary : event.button == .primary ? .primary : .button(3)
            send(touch, out, in: window)
        case .moved:
            if let pointer { move(pointer, to: event.location, out, in: window) }
            hover(at: event.location, in: window)
        case .released:
            guard let touch = pointer, event.heldButtons.isEmpty else { return }
            pointer = nil
            end(touch, at: event.location, .ended, out, in: window)
        case .entered: hover(at: event.location, in: window)
        case .left: hover(at: nil, in: window)
        }
    }

    private func handle(_ event: TouchEvent, in window: UIWindow) {
        let out = UIEvent(type: .touches, timestamp: event.timestamp)
        switch event.phase {
        case .began:
            let touch = UITouch(
                type: .direct, position: event.location, window: window,
                view: window.hitTest(event.location, with: out), timestamp: event.timestamp)
            if let lastTap, lastTap.isContinued(at: event.location, time: event.timestamp) {
                touch.tapCount = lastTap.count + 1
            }
            lastTap = Tap(location: event.location, time: event.timestamp, count: touch.tapCount)
            fingers[event.finger] = touch
            send(touch, out, in: window)
        case .moved: if let touch = fingers[event.finger] { move(touch, to: event.location, out, in: window) }
        case .ended:
            if let touch = fingers.removeValue(forKey: event.finger) {
                lastTap = lastTap.flatMap { $0.isNear(event.location) ? $0 : nil }
                lastTap?.time = event.timestamp
                end(touch, at: event.location, .ended, out, in: window)
            }
        }
    }

    private func move(_ touch: UITouch, to point: CGPoint, _ event: UIEvent, in window: UIWindow) {
        touch.previousPosition = touch.position
        touch.position = point
        touch.phase = .moved
        touch.timestamp = event.timestamp
        send(touch, event, in: window)
    }

    private func end(
        _ touch: UITouch, at point: CGPoint, _ phase: UITouch.Phase, _ event: UIEvent, in window: UIWindow
    ) {
        touch.previousPosition = touch.position
        touch.position = point
        touch.phase = phase
        touch.timestamp = event.timestamp
        send(touch, event, in: window)
        for recognizer in touch.gestureRecognizers ?? [] { recognizer.forget(touch) }
    }

    private func send(_ touch: UITouch, _ event: UIEvent, in window: UIWindow) {
        event.allTouches = Set(fingers.values).union(pointer.map { [$0] } ?? []).union([touch])
        event.changedTouch = touch
        UIApplication.shared.sendEvent(event, to: window)
    }

    /// Delivers a touch event for `UIWindow.sendEvent`: first to the gesture recognizers, then to the view unless a
    /// gesture recognizer has canceled the touch for it.
    func deliver(_ event: UIEvent, in window: UIWindow) {
        guard event.type == .touches else { return }
        guard let touch = event.changedTouch, touch.window === window else { return }
        if touch.phase == .began { touch.gestureRecognizers = recognizers(for: touch) }
        let followers = touch.gestureRecognizers ?? []
        for recognizer in followers { recognizer.feed(touch, event, rivals: followers) }
        guard !touch.isTakenFromView, let view = touch.view else { return }
        // Such a view receives one touch at a time; the recognizers receive them all.
        if touch.phase == .began, !view.isMultipleTouchEnabled,
            event.allTouches?.contains(where: { $0 !== touch && $0.view === view && !$0.isTakenFromView }) == true
        {
            touch.isTakenFromView = true
            return
        }
        switch touch.phase {
        case .began: view.touchesBegan([touch], with: event)
        case .moved: view.touchesMoved([touch], with: event)
        case .ended: view.touchesEnded([touch], with: event)
        case .cancelled: view.touchesCancelled([touch], with: event)
        default: break
        }
    }

    /// Returns the recognizers that receive a touch. As with Apple's controls, an enabled control blocks the one-finger
    /// single-tap recognizers of the views behind it; other recognizers, such as for double taps, still receive the
    /// touch.
    private func recognizers(for touch: UITouch) -> [UIGestureRecognizer] {
        var found: [UIGestureRecognizer] = []
        var view = touch.view
        var isBehindControl = false
        while let present = view {
            for recognizer in present.gestureRecognizers ?? [] where !(recognizer is UIHoverGestureRecognizer) {
                if isBehindControl, let tap = recognizer as? UITapGestureRecognizer, tap.numberOfTapsRequired == 1,
                    tap.numberOfTouchesRequired == 1
                {
                    continue
                }
                if recognizer.accepts(touch) { found.append(recognizer) }
            }
            if let control = present as? UIControl, control.isEnabled { isBehindControl = true }
            view = present.superview
        }
        return found
    }

    func takeFromView(_ touch: UITouch) {
        guard !touch.isTakenFromView else { return }
        touch.isTakenFromView = true
        let event = UIEvent(type: .touches, timestamp: touch.timestamp)
        event.allTouches = [touch]
        if touch.phase != .began { touch.view?.touchesCancelled([touch], with: event) }
    }

    func cancelAll(in window: UIWindow) {
        let open = Array(fingers.values) + (pointer.map { [$0] } ?? [])
        fingers = [:]
        pointer = nil
        for touch in open {
            end(touch, at: touch.position, .cancelled, UIEvent(type: .touches, timestamp: HostTime.now), in: window)
        }
        for (code, press) in presses { finish(press, code, .cancelled, HostTime.now, in: window) }
    }

    // MARK: Hover and wheel

    private func hover(at point: CGPoint?, in window: UIWindow) {
        pointerLocation = point
        defer { window.updateChrome() }
        var now: [UIHoverGestureRecognizer] = []
        if let point {
            var view = window.hitTest(point, with: nil)
            while let present = view {
                now += (present.gestureRecognizers ?? []).compactMap { $0 as? UIHoverGestureRecognizer }
                view = present.superview
            }
        }
        let before = hovering
        hovering = now
        for gone in before where !now.contains(where: { $0 === gone }) { gone.hover(false, at: gone.lastLocation) }
        if let point { for recognizer in now { recognizer.hover(true, at: point) } }
    }

    private func handle(_ event: WheelEvent, in window: UIWindow) {
        let (dx, dy) = (CGFloat(event.deltaX) * Self.pointsPerNotch, CGFloat(event.deltaY) * Self.pointsPerNotch)
        guard dx.isFinite, dy.isFinite else { return }
        var view = window.hitTest(event.location, with: nil)
        while let present = view {
            for case let pan as UIPanGestureRecognizer in present.gestureRecognizers ?? [] {
                if pan.scroll(dx, dy, at: event.location) { return }
            }
            if let scroll = present as? UIScrollView, scroll.scroll(byWheel: CGPoint(x: dx, y: dy)) { return }
            view = present.superview
        }
    }

    // MARK: Presses

    private func handle(_ event: KeyEvent, in window: UIWindow) {
        let type = event.usage.flatMap(Self.pressType) ?? event.mediaKey.flatMap(Self.pressType) ?? .otherKey
        let code =
            event.usage.map { Int($0.rawValue) } ?? event.mediaKey.map {
                10_000 + (MediaKey.allCases.firstIndex(of: $0) ?? 0)
            } ?? 9_999
        switch event.phase {
        case .down:
            let key = UIKey(
                characters: event.characters, charactersIgnoringModifiers: event.characters.lowercased(),
                modifiers: UIKeyModifierFlags(event.modifiers),
                code: UIKeyboardHIDUsage(rawValue: event.usage.map { Int($0.rawValue) } ?? 0))
            lastCharacters = event.characters
            let use = window.textInput?.use(of: key) ?? .passed
            lastModifiers = event.modifiers
            wasKeyCommand = use != .taken && runKeyCommand(key, in: window)
            if wasKeyCommand || use != .passed { return }
            begin(type, key: key, code, isRepeat: event.isRepeat, event.timestamp, in: window)
        case .up: if let press = presses[code] { finish(press, code, .ended, event.timestamp, in: window) }
        }
    }

    /// Delivers a symbol that needs Shift or another modifier as a press of its own: key events have the character that
    /// the key alone types, so that on many keyboards `?` and `#` arrive as text only.
    private func handle(text: String, in window: UIWindow) {
        if let input = window.textInput {
            if isTyped(text) { input.insertTyped(text) }
            return
        }
        guard text.count == 1, let character = text.first, !character.isLetter, !character.isWhitespace,
            text != lastCharacters
        else { return }
        let key = UIKey(
            characters: text, charactersIgnoringModifiers: text, modifiers: [], code: UIKeyboardHIDUsage(rawValue: 0))
        if runKeyCommand(key, in: window) { return }
        begin(.otherKey, key: key, Self.symbolCode, isRepeat: false, HostTime.now, in: window)
        if let press = presses[Self.symbolCode] {
            finish(press, Self.symbolCode, .ended, HostTime.now, in: window)
        }
    }

    /// Returns whether text is typed rather than a command. Alt types no character by itself; with the third level of a keyboard (AltGr), the
    /// text differs from the characters of the key.
    private func isTyped(_ text: String) -> Bool {
        if wasKeyCommand || lastModifiers.contains(.command) { return false }
        let isAlternate = lastModifiers.contains(.alternate)
        if lastModifiers.contains(.control), !isAlternate { return false }
        return !isAlternate || text.lowercased() != lastCharacters.lowercased()
    }

    private func handle(_ composition: TextComposition, in window: UIWindow) {
        window.textInput?.compose(composition.text, start: composition.start, length: composition.length)
    }

    /// The code of presses that arrive as text.
    private static let symbolCode = 9_998

    private func handle(_ event: GamepadEvent, in window: UIWindow) {
        guard let type = Self.pressType(event.button) else { return }
        let code = 20_000 + Int(event.button.rawValue)
        if event.isDown {
            begin(type, key: nil, code, isRepeat: false, event.timestamp, in: window)
        } else if let press = presses[code] {
            finish(press, code, .ended, event.timestamp, in: window)
        }
    }

    private func target(in window: UIWindow) -> UIResponder {
        if window.textInput != nil, let responder = window.firstResponder { return responder }
        return window.focusedView ?? window.firstResponder ?? window.soleKeyReceiver ?? window.soleList
            ?? window.topController?.viewIfLoaded ?? window
    }

    private func runKeyCommand(_ key: UIKey, in window: UIWindow) -> Bool {
        var responder: UIResponder? = target(in: window)
        while let present = responder {
            if let command = present.keyCommands?.first(where: { $0.matches(key) }) {
                command.perform(from: present)
                return true
            }
            responder = present.next
        }
        return false
    }

    private func begin(
        _ type: UIPress.PressType, key: UIKey?, _ code: Int, isRepeat: Bool, _ time: TimeInterval, in window: UIWindow
    ) {
        let responder = target(in: window)
        let press = UIPress(type: type, key: key, window: window, timestamp: time)
        press.responder = responder
        press.isRepeat = isRepeat
        presses[code] = press
        let event = UIPressesEvent(timestamp: time)
        event.allPresses = [press]
        if !feedGestures(press, event) { responder.pressesBegan([press], with: event) }
    }

    private func finish(
        _ press: UIPress, _ code: Int, _ phase: UIPress.Phase, _ time: TimeInterval, in window: UIWindow
    ) {
        presses[code] = nil
        press.phase = phase
        press.timestamp = time
        let event = UIPressesEvent(timestamp: time)
        event.allPresses = [press]
        if phase == .cancelled {
            press.responder?.pressesCancelled([press], with: event)
        } else if !feedGestures(press, event) {
            press.responder?.pressesEnded([press], with: event)
        }
    }

    private func feedGestures(_ press: UIPress, _ event: UIPressesEvent) -> Bool {
        var responder = press.responder
        while let present = responder {
            for recognizer in (present as? UIView)?.gestureRecognizers ?? [] where recognizer.feed(press, event) {
                return true
            }
            responder = present.next
        }
        return false
    }

    private static func pressType(_ usage: KeyUsage) -> UIPress.PressType? {
        switch usage {
        case .upArrow: .upArrow
        case .downArrow: .downArrow
        case .leftArrow: .leftArrow
        case .rightArrow: .rightArrow
        case .returnOrEnter: .select
        case .escape: .menu
        case .space: .playPause
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        // Keys of remote controls and keypads.
        case .keypadEnter, .select, .execute, .secondReturn: .select
        case .cancel: .menu
        case .pause: .playPause
        case .stop: .stop
        default: nil
        }
    }

    private static func pressType(_ key: MediaKey) -> UIPress.PressType? {
        switch key {
        case .playPause: .playPause
        case .back, .menu: .menu
        case .stop: .stop
        case .nextTrack: .nextTrack
        case .previousTrack: .previousTrack
        case .fastForward: .fastForward
        case .rewind: .rewind
        case .mute: .mute
        case .volumeUp: .volumeUp
        case .volumeDown: .volumeDown
        case .eject: nil
        }
    }

    private static func pressType(_ button: GamepadButton) -> UIPress.PressType? {
        switch button {
        case .south: .select
        case .east, .back: .menu
        case .start, .north: .playPause
        case .up: .upArrow
        case .down: .downArrow
        case .left: .leftArrow
        case .right: .rightArrow
        case .leftShoulder: .pageUp
        case .rightShoulder: .pageDown
        default: nil
        }
    }
}

extension UIKeyModifierFlags {
    init(_ modifiers: KeyModifiers) {
        self = []
        if modifiers.contains(.shift) { insert(.shift) }
        if modifiers.contains(.control) { insert(.control) }
        if modifiers.contains(.alternate) { insert(.alternate) }
        if modifiers.contains(.command) { insert(.command) }
        if modifiers.contains(.capsLock) { insert(.alphaShift) }
    }
}
