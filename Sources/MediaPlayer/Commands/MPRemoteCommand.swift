public import Foundation
import NowPlayingModel
public import Selectors
import Synchronization

/// A command of a remote control, a headset, a media key or another program.
///
/// A command is available while it is enabled and has a target. Any thread may use it; handlers run on the main thread.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
    // Unchecked: the stored properties are constants; `state` is protected by its mutex.

    /// A handler with its identity, which `addTarget(handler:)` returns.
    private final class Target: NSObject, @unchecked Sendable {
        // Unchecked: a constant, whose closure or object is called on the main thread only.
        enum Call {
            case closure((MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus)
            case method(WeakReference, Selector)
        }

        let call: Call
        init(_ call: Call) { self.call = call }

        /// Whether the target is deallocated.
        var isEnded: Bool {
            if case .method(let target, _) = call { target.object == nil } else { false }
        }

        /// Whether this is the registration of a method, of this selector or, for nil, of any.
        func isMethod(of target: AnyObject, _ selector: Selector?) -> Bool {
            guard case .method(let present, let method) = call else { return false }
            return present.object === target && (selector == nil || method == selector)
        }

        func perform(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
            switch call {
            case .closure(let handler): return handler(event)
            case .method(let target, let selector):
                guard let target = target.object, let result = selector.result(on: target, with: [event]) else {
                    return .commandFailed
                }
                // Methods of older clients return nothing.
                return result as? MPRemoteCommandHandlerStatus ?? .success
            }
        }
    }
    private struct State {
        var isEnabled = true
        var targets: [Target] = []
    }

    let name: RemoteCommandName
    private let state = Mutex(State())
    private let relay: CommandRelay

    /// Creates a command that belongs to no center, such as a test double.
    ///
    /// Apple: for subclasses only. Here: declared, because an initializer of a subclass cannot call it otherwise.
    override public init() {
        name = .play
        relay = CommandRelay()
        super.init()
    }

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
        let target = Target(.closure(handler))
        state.withLock { $0.targets.append(target) }
        noteChange()
        return target
    }

    /// Adds a method of `target`: with the event or without parameters, and with a status or nothing as result.
    /// - Parameter target: not retained. After it is deallocated, the command has one target fewer.
    open func addTarget(_ target: Any, action: Selector) {
        let target = Target(.method(WeakReference(target as AnyObject), action))
        state.withLock { $0.targets.append(target) }
        noteChange()
    }

    /// Removes the handler that `addTarget(handler:)` returned the object for, or all methods of a target; nil: all handlers and methods.
    open func removeTarget(_ target: Any?) {
        guard let target else { return removeTargets { _ in true } }
        removeTarget(target, action: nil)
    }

    /// Removes a method of a target.
    /// - Parameter action: nil: all methods of the target.
    open func removeTarget(_ target: Any, action: Selector?) {
        let target = target as AnyObject
        removeTargets { $0 === target || $0.isMethod(of: target, action) }
    }

    private func removeTargets(where isRemoved: (Target) -> Bool) {
        let targets = state.withLock { $0.targets }
        // Compared and released outside of the lock: what a handler holds, and a target that ends now, may use the command when it is
        // deallocated.
        let removed = targets.filter(isRemoved)
        state.withLock { state in state.targets.removeAll { target in removed.contains { $0 === target } } }
        withExtendedLifetime((targets, removed)) {}
        noteChange()
    }

    /// Reports a change of the availability or of the command's settings.
    func noteChange() { relay.noteChange() }

    var isAvailable: Bool {
        let (isEnabled, targets) = state.withLock { ($0.isEnabled, $0.targets) }
        return isEnabled && !targets.allSatisfy(\.isEnded)
    }

    /// Runs the handlers.
    @MainActor
    func perform(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
        let (isEnabled, all) = state.withLock { ($0.isEnabled, $0.targets) }
        let ended = all.filter(\.isEnded)
        if !ended.isEmpty {
            state.withLock { state in state.targets.removeAll { target in ended.contains { $0 === target } } }
        }
        let targets = isEnabled ? all.filter { target in !ended.contains { $0 === target } } : []
        guard !targets.isEmpty else { return .commandFailed }
        var worst = MPRemoteCommandHandlerStatus.success
        for target in targets {
            let status = target.perform(event)
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
