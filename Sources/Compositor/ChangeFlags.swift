import Synchronization

/// Records changes since the last rendering, reported from any thread.
final class ChangeFlags: Sendable {
    private struct State {
        var isTreeChanged = true
        var isTold = false
        var handler: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isTreeChanged: Bool { state.withLock { $0.isTreeChanged } }

    func setHandler(_ handler: (@Sendable () -> Void)?) {
        state.withLock {
            $0.handler = handler
            $0.isTold = false
        }
    }

    func treeChanged() {
        let handler = state.withLock { state -> (@Sendable () -> Void)? in
            state.isTreeChanged = true
            return Self.handlerToCall(&state)
        }
        handler?()
    }

    func frameChanged() { state.withLock { Self.handlerToCall(&$0) }?() }

    /// Returns the handler for the first change after a rendering, nil for later ones.
    private static func handlerToCall(_ state: inout State) -> (@Sendable () -> Void)? {
        guard !state.isTold, let handler = state.handler else { return nil }
        state.isTold = true
        return handler
    }

    /// Begins a rendering: later changes are recorded for the next one.
    /// - Returns: whether the tree has changed since the last rendering.
    func beginRendering() -> Bool {
        state.withLock { state in
            defer {
                state.isTold = false
                state.isTreeChanged = false
            }
            return state.isTreeChanged
        }
    }
}
