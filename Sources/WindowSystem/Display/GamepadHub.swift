import CDesktop
import CSDL
import Foundation

/// Opens gamepads, after the first frame, and reports their events.
///
/// SDL detects gamepads only when polled. To avoid polling, the folder of the kernel's input devices is watched, and SDL is called on
/// changes; while a gamepad is connected, it is polled every 16 ms.
@MainActor
package final class GamepadHub {
    package static let shared = GamepadHub()

    /// Receives the events if set; otherwise the focused window does.
    package var eventHandler: (@MainActor (GamepadEvent) -> Void)?
    /// The names of the connected gamepads.
    package var names: [String] {
        gamepads.values.compactMap { SDL_GameControllerName($0).map { String(cString: $0) } }
    }

    private var isStarted = false
    private var gamepads: [Int32: OpaquePointer] = [:]
    private var folderWatch: OpaquePointer?
    private var polling: LoopTimer?
    private var sticks: [Int32: Set<GamepadButton>] = [:]

    /// The deflection, of 32767, from which a stick counts as a pressed direction, and below which it counts as released.
    private static let pushed: Int16 = 20000
    private static let released: Int16 = 12000

    private init() {}

    /// Starts the detection of gamepads. Takes about 10 ms: call it after the first frame is on the screen. Further calls do nothing.
    package func start() {
        guard !isStarted, MainLoop.isOnProcessMainThread else { return }
        isStarted = true
        SDL_SetHintWithPriority(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "0", SDL_HINT_NORMAL)
        guard SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0 else { return }
        let file = g_file_new_for_path("/dev/input")
        folderWatch = g_file_monitor_directory(file, G_FILE_MONITOR_NONE, nil, nil).map { OpaquePointer($0) }
        g_object_unref(UnsafeMutableRawPointer(file))
        if let folderWatch {
            let changed: @convention(c) () -> Void = { MainActor.assumeIsolated { GamepadHub.shared.look() } }
            g_signal_connect_data(
                UnsafeMutableRawPointer(folderWatch), "changed", changed, nil, nil,
                G_CONNECT_DEFAULT)
        }
        look()
    }

    private func look() {
        SDL_JoystickUpdate()
        for index in 0..<max(0, SDL_NumJoysticks()) where SDL_IsGameController(index) == SDL_TRUE {
            let identifier = SDL_JoystickGetDeviceInstanceID(index)
            if gamepads[identifier] == nil { gamepads[identifier] = SDL_GameControllerOpen(index) }
        }
        for (identifier, gamepad) in gamepads where SDL_GameControllerGetAttached(gamepad) != SDL_TRUE {
            SDL_GameControllerClose(gamepad)
            gamepads[identifier] = nil
            sticks[identifier] = nil
        }
        if gamepads.isEmpty {
            polling?.cancel()
            polling = nil
        } else if polling == nil {
            polling = MainLoop.shared.schedule(every: .milliseconds(16)) { [self] in pump() }
        }
    }

    /// Polls the gamepads, and processes SDL's events if no window does.
    private func pump() {
        SDL_JoystickUpdate()
        guard !DisplayServer.shared.isServed else { return }
        var event = SDL_Event()
        while SDL_PeepEvents(
            &event, 1, SDL_GETEVENT, SDL_JOYAXISMOTION.rawValue, SDL_CONTROLLERSENSORUPDATE.rawValue) == 1
        {
            for translated in translate(event) { eventHandler?(translated) }
        }
    }

    /// Translates SDL's event into presses and releases. Connecting and disconnecting updates the list of gamepads.
    func translate(_ event: SDL_Event) -> [GamepadEvent] {
        switch SDL_EventType(event.type) {
        case SDL_CONTROLLERBUTTONDOWN, SDL_CONTROLLERBUTTONUP:
            guard let button = GamepadButton(rawValue: Int32(event.cbutton.button)) else { return [] }
            return [
                GamepadEvent(
                    button: button, isDown: event.type == SDL_CONTROLLERBUTTONDOWN.rawValue,
                    gamepad: event.cbutton.which)
            ]
        case SDL_CONTROLLERAXISMOTION:
            return moved(axis: event.caxis.axis, value: event.caxis.value, gamepad: event.caxis.which)
        case SDL_CONTROLLERDEVICEADDED, SDL_CONTROLLERDEVICEREMOVED:
            look()
            return []
        default: return []
        }
    }

    /// Translates the left stick into four buttons, with hysteresis between pressing and releasing.
    func moved(axis: UInt8, value: Int16, gamepad: Int32) -> [GamepadEvent] {
        let pair: (GamepadButton, GamepadButton)
        switch axis {
        case 0: pair = (.left, .right)
        case 1: pair = (.up, .down)
        default: return []
        }
        var held = sticks[gamepad] ?? []
        var events: [GamepadEvent] = []
        for (button, sign) in [(pair.0, -1), (pair.1, 1)] {
            let push = Int(value) * sign
            let isDown = push > Int(held.contains(button) ? Self.released : Self.pushed)
            guard isDown != held.contains(button) else { continue }
            if isDown { held.insert(button) } else { held.remove(button) }
            events.append(GamepadEvent(button: button, isDown: isDown, gamepad: gamepad))
        }
        sticks[gamepad] = held
        return events
    }
}
