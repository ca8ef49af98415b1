import Foundation
import WindowSystem

@testable import UIKit

/// Creates and shows a window in memory, even where a display is available.
@MainActor
func makeWindow(_ root: UIViewController, width: Double = 400, height: Double = 300) -> UIWindow {
    UIApplication.isHeadless = true
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: width, height: height))
    window.rootViewController = root
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    return window
}

/// Runs `body` with a clock that only `body` advances. The clock is global: `body` cannot suspend, so no other test uses it.
@MainActor
func withManualTime(_ body: (HostTime.Manual) throws -> Void) rethrows {
    let time = HostTime.Manual()
    HostTime.manual = time
    defer { HostTime.manual = nil }
    try body(time)
}

extension UIWindow {
    var memory: MemoryWindow? { platform as? MemoryWindow }

    func press(_ usage: KeyUsage) {
        for phase in [KeyEvent.Phase.down, .up] {
            memory?.inject(.key(KeyEvent(phase: phase, usage: usage, characters: "")))
        }
    }

    /// Sends a touch event at a position in the window's coordinates. `time` is the event's timestamp in seconds.
    func finger(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double, at time: Double, finger: Int64 = 1) {
        memory?.inject(
            .touch(TouchEvent(phase: phase, finger: finger, location: CGPoint(x: x, y: y), timestamp: time)))
    }

    func tap(_ x: Double, _ y: Double, at time: Double) {
        finger(.began, x, y, at: time)
        finger(.ended, x, y, at: time + 0.01)
    }
}
