import Foundation
import WindowSystem

@testable import UIKit

/// A window in memory, whatever the machine has.
@MainActor
func makeWindow(_ root: UIViewController, width: Double = 400, height: Double = 300) -> UIWindow {
    UIApplication.isHeadless = true
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: width, height: height))
    window.rootViewController = root
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    return window
}

/// Runs `body` on time that only it moves. Nothing in it may suspend, so that tests do not get into each other's time.
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

    /// A finger at a place of the window, at a time of its own clock.
    func finger(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double, at time: Double, finger: Int64 = 1) {
        memory?.inject(
            .touch(TouchEvent(phase: phase, finger: finger, location: CGPoint(x: x, y: y), timestamp: time)))
    }

    func tap(_ x: Double, _ y: Double, at time: Double) {
        finger(.began, x, y, at: time)
        finger(.ended, x, y, at: time + 0.01)
    }
}
