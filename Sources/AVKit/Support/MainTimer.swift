import Foundation

/// Calls back once on the main thread at a deadline; a new deadline replaces the old one.
///
/// Holds no `DispatchWorkItem`: its block cannot be reflected on Linux, so that `dump` of a controller, or a failed expectation about one,
/// would end the program.
@MainActor
package final class MainTimer {
    /// A scheduled call; without a body after it was cancelled.
    private final class Call {
        var body: (@MainActor () -> Void)?
        init(_ body: @escaping @MainActor () -> Void) { self.body = body }
    }

    private var call: Call?

    package init() {}

    package func fire(after delay: Duration, _ body: @escaping @MainActor () -> Void) {
        cancel()
        let call = Call(body)
        self.call = call
        let nanoseconds =
            max(0, delay.components.seconds) * 1_000_000_000 + delay.components.attoseconds / 1_000_000_000
        DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(Int(max(0, nanoseconds)))) {
            MainActor.assumeIsolated { call.body?() }
        }
    }

    package func cancel() {
        call?.body = nil
        call = nil
    }

    isolated deinit { call?.body = nil }
}
