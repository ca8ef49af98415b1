import Foundation

/// Calls back once on the main thread at a deadline; a new deadline replaces the old one.
@MainActor
package final class MainTimer {
    private var item: DispatchWorkItem?

    package init() {}

    package func fire(after delay: Duration, _ body: @escaping @MainActor () -> Void) {
        cancel()
        let item = DispatchWorkItem { MainActor.assumeIsolated(body) }
        self.item = item
        let nanoseconds =
            max(0, delay.components.seconds) * 1_000_000_000 + delay.components.attoseconds / 1_000_000_000
        DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(Int(max(0, nanoseconds))), execute: item)
    }

    package func cancel() {
        item?.cancel()
        item = nil
    }

    isolated deinit { item?.cancel() }
}
