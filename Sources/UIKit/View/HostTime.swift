import Foundation
import QuartzCore
import WindowSystem

/// The clock of the module's gestures, animations and transitions. Tests can replace it with a manual clock.
@MainActor enum HostTime {
    /// A clock that advances only when a test advances it.
    @MainActor final class Manual {
        fileprivate(set) var now: TimeInterval = 1000
        fileprivate var waiting: [(time: TimeInterval, timer: HostTimer)] = []

        /// Advances the clock and fires the timers that are due, in order.
        func advance(by seconds: TimeInterval) {
            let end = now + seconds
            while let next = waiting.filter({ $0.time <= end }).min(by: { $0.time < $1.time }) {
                waiting.removeAll { $0.timer === next.timer }
                now = max(now, next.time)
                next.timer.fire()
            }
            now = end
        }
    }

    static var manual: Manual?

    static var now: TimeInterval { manual?.now ?? CACurrentMediaTime() }

    @discardableResult static func after(_ delay: TimeInterval, _ body: @escaping () -> Void) -> HostTimer {
        let timer = HostTimer(body)
        let delay = delay.isFinite ? max(0, min(delay, 1e6)) : 0
        if let manual {
            manual.waiting.append((manual.now + delay, timer))
        } else {
            DispatchQueue.main.asyncAfter(deadline: .now() + delay) { MainActor.assumeIsolated { timer.fire() } }
        }
        return timer
    }
}

/// A one-shot timer that can be canceled.
@MainActor final class HostTimer {
    private var body: (() -> Void)?
    init(_ body: @escaping () -> Void) { self.body = body }
    var isPending: Bool { body != nil }
    func cancel() { body = nil }

    fileprivate func fire() {
        let body = body
        self.body = nil
        body?()
    }
}
