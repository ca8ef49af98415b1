import Synchronization

/// Lets one thread cancel the wait of another; cannot be reset. Thread-safe.
final class Interruption: Sendable {
    private struct State {
        var isRaised = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isRaised: Bool { state.withLock { $0.isRaised } }

    /// Sets the action of `raise`, replacing the previous one; performs it at once if already raised.
    func whenRaised(_ action: @escaping @Sendable () -> Void) {
        let isRaised = state.withLock { state in
            if !state.isRaised { state.action = action }
            return state.isRaised
        }
        if isRaised { action() }
    }

    func raise() {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            state.isRaised = true
            defer { state.action = nil }
            return state.action
        }
        action?()
    }
}
