package import Foundation
import Synchronization

/// The time of a registry.
package protocol RegistryClock: Sendable {
    var now: Date { get }
    /// Calls `body` at a time or soon after it, on any thread.
    /// - Returns: the alarm, which its last reference cancels.
    func alarm(at date: Date, _ body: @escaping @Sendable () -> Void) -> any AnyObject & Sendable
}

/// The system's clock. Alarms follow changes of the clock and count the time while the device sleeps.
package struct SystemRegistryClock: RegistryClock {
    package init() {}

    package var now: Date { Date() }

    package func alarm(at date: Date, _ body: @escaping @Sendable () -> Void) -> any AnyObject & Sendable {
        Alarm(date, body)
    }

    private final class Alarm: Sendable {
        // A dispatch source may be used on any thread.
        nonisolated(unsafe) private let source: any DispatchSourceTimer

        init(_ date: Date, _ body: @escaping @Sendable () -> Void) {
            source = DispatchSource.makeTimerSource(queue: .global())
            // An alarm is at most a day away (`SubscriptionRegistry`), so that the number fits.
            let seconds = max(0, date.timeIntervalSinceNow)
            source.schedule(wallDeadline: .now() + seconds, leeway: .milliseconds(100))
            source.setEventHandler(handler: body)
            source.activate()
        }

        deinit { source.cancel() }
    }
}
