import Synchronization

/// What has changed since the last rendering, told from any thread.
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

    func pictureChanged() { state.withLock { Self.handlerToCall(&$0) }?() }

    /// The handler, the first time after a rendering.
    private static func handlerToCall(_ state: inout State) -> (@Sendable () -> Void)? {
        guard !state.isTold, let handler = state.handler else { return nil }
        state.isTold = true
        return handler
    }

    /// Changes from here on belong to the next rendering.
    /// - Returns: whether the tree has changed since the last one.
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
