public import Foundation
import NowPlayingModel
import Synchronization

/// A command of a remote control, a headset, a media key or another program.
///
/// A command is available while it is enabled and has a target. Any thread may use it; handlers run on the main thread.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
    // Unchecked: the stored properties are constants; `state` is protected by its mutex.

    /// A handler with its identity, which `addTarget(handler:)` returns.
    private final class Target: NSObject, @unchecked Sendable {
        // Unchecked: a constant, whose closure is called on the main thread only.
        let handler: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
        init(_ handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) { self.handler = handler }
    }
    private struct State {
        var isEnabled = true
        var targets: [Target] = []
    }

    let name: RemoteCommandName
    private let state = Mutex(State())
    private let relay: CommandRelay

    init(_ name: RemoteCommandName, _ relay: CommandRelay) {
        self.name = name
        self.relay = relay
        super.init()
    }

    /// Whether the user can give the command.
    open var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            let isChanged = state.withLock { state in
                defer { state.isEnabled = newValue }
                return state.isEnabled != newValue
            }
            if isChanged { noteChange() }
        }
    }

    /// Adds a handler; several handlers run in the order of addition, and the worst of their results counts.
    /// - Returns: an object for `removeTarget(_:)`.
    @discardableResult
    open func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
        let target = Target(handler)
        state.withLock { $0.targets.append(target) }
        noteChange()
        return target
    }

    /// Removes the handler that `addTarget(handler:)` returned the object for; nil: all handlers.
    open func removeTarget(_ target: Any?) {
        state.withLock { state in
            if let target {
                guard let target = target as? Target else { return }
                state.targets.removeAll { $0 === target }
            } else {
                state.targets = []
            }
        }
        noteChange()
    }

    /// Reports a change of the availability or of the command's settings.
    func noteChange() { relay.noteChange() }

    var isAvailable: Bool { state.withLock { $0.isEnabled && !$0.targets.isEmpty } }

    /// Runs the handlers.
    @MainActor
    func perform(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
        let targets = state.withLock { $0.isEnabled ? $0.targets : [] }
        guard !targets.isEmpty else { return .commandFailed }
        var worst = MPRemoteCommandHandlerStatus.success
        for target in targets {
            let status = target.handler(event)
            if status.rawValue > worst.rawValue { worst = status }
        }
        return worst
    }
}

/// Reports that the commands of a centre have changed.
final class CommandRelay: Sendable {
    private let handler = Mutex<(@Sendable () -> Void)?>(nil)

    func setHandler(_ newHandler: (@Sendable () -> Void)?) { handler.withLock { $0 = newHandler } }
    func noteChange() { handler.withLock { $0 }?() }
}
