import CoreGraphics
import Foundation
import Synchronization
import WindowSystem

/// Switches displays to modes that suit the frame rate of a video, and restores their modes; the exit of the process restores all of them.
///
/// The display answers on another thread, because a switch takes up to seconds.
package final class DisplayModeMatcher: Sendable {
    package static let shared = DisplayModeMatcher()

    private let original = Mutex<[DisplayModeSwitch]>([])
    private let queue = DispatchQueue(label: "openavkit.display-mode")
    private static let installExitHandler: Void = { atexit { DisplayModeMatcher.shared.restoreAll() } }()

    /// Switches the display under a window to the mode that suits a frame rate best.
    ///
    /// Only the refresh rate changes, never the size. The first mode of a display is restored where the rate is nil or no mode suits.
    /// - Parameters:
    ///   - willSwitch: called on the main thread before a switch; not called where the present mode suits.
    ///   - completion: called on the main thread in any case, with whether the mode has changed.
    @MainActor
    package func match(
        _ frameRate: Double?, under window: UIWindow, willSwitch: @escaping @MainActor @Sendable () -> Void,
        completion: @escaping @MainActor @Sendable (_ hasSwitched: Bool) -> Void
    ) {
        guard let platform = window.platform as? DisplayWindow else { return completion(false) }
        _ = Self.installExitHandler
        let (origin, size, scale) = (platform.position, platform.size, platform.scale)
        let x = Int((origin.x + size.width / 2) * scale), y = Int((origin.y + size.height / 2) * scale)
        queue.async { [self] in
            let plan = plan(frameRate, x: x, y: y)
            guard let plan else {
                return DispatchQueue.main.async { MainActor.assumeIsolated { completion(false) } }
            }
            DispatchQueue.main.sync { MainActor.assumeIsolated { willSwitch() } }
            let isDone = plan.display.apply(plan.mode)
            if isDone { note(plan.display, restored: plan.isOriginal) }
            DispatchQueue.main.async { MainActor.assumeIsolated { completion(isDone) } }
        }
    }

    private struct Plan {
        var display: DisplayModeSwitch
        var mode: DisplayMode
        var isOriginal: Bool
    }

    /// Returns the mode to switch to; nil where the present one stays.
    private func plan(_ frameRate: Double?, x: Int, y: Int) -> Plan? {
        guard let display = DisplayModeSwitch(x: x, y: y) else { return nil }
        let first = original.withLock { $0.first { $0.isSameDisplay(as: display) } }?.current ?? display.current
        let wanted = frameRate.flatMap { DisplayMode.best(for: $0, among: display.modes, current: first) } ?? first
        guard wanted != display.current else { return nil }
        return Plan(display: display, mode: wanted, isOriginal: wanted == first)
    }

    private func note(_ display: DisplayModeSwitch, restored: Bool) {
        original.withLock { original in
            if restored {
                original.removeAll { $0.isSameDisplay(as: display) }
            } else if !original.contains(where: { $0.isSameDisplay(as: display) }) {
                original.append(display)
            }
        }
    }

    /// Restores the modes of all displays and waits for it. Any thread.
    package func restoreAll() {
        let displays = original.withLock { original in
            defer { original = [] }
            return original
        }
        for display in displays { _ = display.apply(display.current) }
    }
}
