import Synchronization

/// The layer contents that should keep the display awake while they are visible: playing video.
///
/// Players register contents, and windows look up the contents that they display. Callable on any thread.
package final class WakefulContents: Sendable {
    package static let shared = WakefulContents()

    private struct State {
        var contents: Set<ObjectIdentifier> = []
        var handler: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Registers contents or removes them. Contents must be removed before they are deallocated.
    package func set(_ isWakeful: Bool, for contents: ObjectIdentifier) {
        let handler = state.withLock { state -> (@Sendable () -> Void)? in
            let isChanged =
                isWakeful ? state.contents.insert(contents).inserted : state.contents.remove(contents) != nil
            return isChanged ? state.handler : nil
        }
        handler?()
    }

    /// Whether one of these contents is registered.
    package func contains(anyOf contents: Set<ObjectIdentifier>) -> Bool {
        state.withLock { !$0.contents.isDisjoint(with: contents) }
    }

    /// Sets the handler that is called, on any thread, after each change. There is one handler.
    package func setChangeHandler(_ handler: (@Sendable () -> Void)?) { state.withLock { $0.handler = handler } }
}
