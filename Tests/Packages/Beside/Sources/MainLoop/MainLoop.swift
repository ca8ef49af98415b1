import Combine
import Foundation

/// Runs the main run loop until its timers and deliveries have arrived. A program of its own, because the main thread of a test process
/// belongs to the testing library.
@main
enum MainLoop {
    @MainActor
    static func main() {
        var ticks = 0
        var isDeliveredByRunLoop = false
        var isDeliveredByQueue = false
        let subscriptions: [AnyCancellable] = [
            Timer.publish(every: 0.01, on: .main, in: .common).autoconnect().sink { _ in ticks += 1 },
            Just(1).receive(on: RunLoop.main).sink { _ in isDeliveredByRunLoop = Thread.isMainThread },
            Just(1).receive(on: DispatchQueue.main).sink { _ in isDeliveredByQueue = Thread.isMainThread },
            Just(1).delay(for: .milliseconds(20), scheduler: RunLoop.main).sink { _ in ticks += 1 },
        ]
        let limit = Date(timeIntervalSinceNow: 20)
        while ticks < 3 || !isDeliveredByRunLoop || !isDeliveredByQueue {
            guard Date() < limit else {
                print("timers: \(ticks), run loop: \(isDeliveredByRunLoop), queue: \(isDeliveredByQueue)")
                exit(1)
            }
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
        }
        for subscription in subscriptions { subscription.cancel() }
        print("the main run loop works")
    }
}
