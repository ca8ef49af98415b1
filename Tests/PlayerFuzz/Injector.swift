import CSDL
import CTestInput
import Foundation

/// Sends the viewer's actions to the display, as a keyboard, a pointer and a touch screen do. One thread only.
final class Injector {
    private let input: OpaquePointer?

    init() { input = test_input_open(nil) }

    deinit { if let input { test_input_close(input) } }

    /// Whether there is a display that takes events.
    var isConnected: Bool { input.map { test_input_synchronize($0) != 0 } ?? false }

    /// - Parameter onMain: runs a closure on the main thread.
    func perform(_ action: InputAction, onMain: (@escaping @MainActor @Sendable () -> Void) -> Void) {
        if let input {
            for step in action.steps {
                switch step {
                case .key(let code, let isDown): test_input_key(input, code, isDown ? 1 : 0)
                case .button(let button, let isDown): test_input_button(input, button, isDown ? 1 : 0)
                case .move(let x, let y): test_input_move(input, Int32(x), Int32(y))
                case .pause(let milliseconds): usleep(UInt32(milliseconds) * 1000)
                }
            }
        }
        let touches = action.touches
        if !touches.isEmpty { onMain { TouchScreen.send(touches) } }
    }
}

/// The touch screen of the window under the pointer: the X server's test devices have no fingers, so that the events enter at SDL.
@MainActor
enum TouchScreen {
    static func send(_ touches: [InputAction.Touch]) {
        guard let window = SDL_GetMouseFocus() ?? SDL_GetKeyboardFocus() else { return }
        for touch in touches {
            var event = SDL_Event()
            switch touch.phase {
            case .began: event.tfinger.type = SDL_FINGERDOWN.rawValue
            case .moved: event.tfinger.type = SDL_FINGERMOTION.rawValue
            case .ended: event.tfinger.type = SDL_FINGERUP.rawValue
            }
            event.tfinger.timestamp = SDL_GetTicks()
            event.tfinger.touchId = 1
            event.tfinger.fingerId = Int64(touch.finger)
            (event.tfinger.x, event.tfinger.y) = (Float(touch.x), Float(touch.y))
            event.tfinger.pressure = touch.phase == .ended ? 0 : 1
            event.tfinger.windowID = SDL_GetWindowID(window)
            SDL_PushEvent(&event)
        }
    }
}
