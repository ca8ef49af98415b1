import Synchronization

/// Lets one thread end the wait of another: raised once, for good. Any thread.
final class Interruption: Sendable {
    private struct State {
        var isRaised = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isRaised: Bool { state.withLock { $0.isRaised } }

    /// What `raise` is to do from now on, instead of what was said before; done at once where it was raised already.
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
