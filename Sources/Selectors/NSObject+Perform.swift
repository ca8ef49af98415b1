public import Foundation
import Synchronization

extension NSObjectProtocol {
    /// Whether the object has the method: a method of its class, of a superclass or of a protocol that it adopts.
    ///
    /// A selector that is only a name, as `NSSelectorFromString` returns, belongs to no class: false.
    public func responds(to aSelector: Selector!) -> Bool {
        aSelector?.canBePerformed(by: self) ?? false
    }

    /// Calls a method at once.
    /// - Returns: the result; nil for a method that returns nothing, and where the object has no such method.
    @discardableResult
    public func perform(_ aSelector: Selector!) -> Unmanaged<AnyObject>! {
        PerformedResult.unmanaged(aSelector?.result(on: self))
    }

    @discardableResult
    public func perform(_ aSelector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! {
        PerformedResult.unmanaged(aSelector?.result(on: self, with: [object as Any]))
    }

    @discardableResult
    public func perform(_ aSelector: Selector!, with object1: Any!, with object2: Any!) -> Unmanaged<AnyObject>! {
        PerformedResult.unmanaged(aSelector?.result(on: self, with: [object1 as Any, object2 as Any]))
    }
}

extension NSObjectProtocol where Self: NSObject {
    /// Calls a method after a delay in seconds, on the run loop of this thread. Object and argument are retained until then.
    public func perform(_ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval) {
        DelayedCalls.shared.add(self, aSelector, anArgument, delay: delay, modes: [.default])
    }

    public func perform(
        _ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval, inModes modes: [RunLoop.Mode]
    ) {
        DelayedCalls.shared.add(self, aSelector, anArgument, delay: delay, modes: modes)
    }

    /// Cancels the calls of all methods of `aTarget` that `perform(_:with:afterDelay:)` has scheduled.
    public static func cancelPreviousPerformRequests(withTarget aTarget: Any) {
        DelayedCalls.shared.cancel(aTarget as AnyObject) { _, _ in true }
    }

    /// Cancels the calls of one method with an argument: the same object, or an equal value.
    public static func cancelPreviousPerformRequests(
        withTarget aTarget: Any, selector aSelector: Selector, object anArgument: Any?
    ) {
        DelayedCalls.shared.cancel(aTarget as AnyObject) { selector, argument in
            selector == aSelector && DelayedCalls.isEqual(argument, anArgument)
        }
    }

    /// Calls a method on the main thread.
    /// - Parameter wait: whether to return after the call. On the main thread, it is then made at once.
    public func performSelector(onMainThread aSelector: Selector, with arg: Any?, waitUntilDone wait: Bool) {
        let call = PendingCall(target: self, selector: aSelector, argument: arg)
        if !wait {
            DispatchQueue.main.async { call.perform() }
        } else if MainQueue.isCurrent {
            call.perform()
        } else {
            DispatchQueue.main.sync { call.perform() }
        }
    }

    /// Calls a method on a thread of its own.
    public func performSelector(inBackground aSelector: Selector, with arg: Any?) {
        let call = PendingCall(target: self, selector: aSelector, argument: arg)
        Thread.detachNewThread { call.perform() }
    }
}

/// The main queue, which another thread than the first one serves in a program whose main function is async.
private enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }
}

/// A call of a method that is made later. It retains target and argument.
///
/// `@unchecked`: constants, which are used on the thread that the caller chose.
private final class PendingCall: @unchecked Sendable {
    let target: NSObject
    let selector: Selector
    let argument: Any?

    init(target: NSObject, selector: Selector, argument: Any?) {
        self.target = target
        self.selector = selector
        self.argument = argument
    }

    func perform() { selector.call(on: target, with: argument.map { [$0] } ?? []) }
}

/// The calls that `perform(_:with:afterDelay:)` has scheduled.
private final class DelayedCalls: Sendable {
    static let shared = DelayedCalls()

    /// `@unchecked`: the timer is only invalidated.
    private struct Entry: @unchecked Sendable {
        let identifier: Int
        let call: PendingCall
        let timer: Timer
    }

    private struct State {
        var entries: [Entry] = []
        var lastIdentifier = 0
    }

    private let state = Mutex(State())

    func add(
        _ target: NSObject, _ selector: Selector, _ argument: Any?, delay: TimeInterval, modes: [RunLoop.Mode]
    ) {
        let identifier = state.withLock { state in
            state.lastIdentifier += 1
            return state.lastIdentifier
        }
        // The block names the call by a number: Foundation keeps the block of a timer that has ended.
        let timer = Timer(timeInterval: max(0, delay), repeats: false) { [self] _ in
            take { $0.identifier == identifier }.first?.call.perform()
        }
        let call = PendingCall(target: target, selector: selector, argument: argument)
        let entry = Entry(identifier: identifier, call: call, timer: timer)
        state.withLock { $0.entries.append(entry) }
        for mode in modes { RunLoop.current.add(timer, forMode: mode) }
    }

    func cancel(_ target: AnyObject, where matches: (Selector, Any?) -> Bool) {
        let calls = state.withLock { $0.entries.filter { $0.call.target === target }.map(\.call) }
        // The client's `==` is called without the lock.
        let ended = calls.filter { matches($0.selector, $0.argument) }
        for entry in take(where: { entry in ended.contains { $0 === entry.call } }) { entry.timer.invalidate() }
    }

    private func take(where isTaken: (Entry) -> Bool) -> [Entry] {
        state.withLock { state in
            defer { state.entries.removeAll(where: isTaken) }
            return state.entries.filter(isTaken)
        }
    }

    static func isEqual(_ a: Any?, _ b: Any?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        if let a = a as? AnyHashable, let b = b as? AnyHashable { return a == b }
        return a as AnyObject === b as AnyObject
    }
}

/// Results of performed methods.
private enum PerformedResult {
    private static let key = "org.openavkit.Selectors.performed"

    /// An unretained reference to a result, which lives until the next method is performed on this thread. Apple: until the autorelease pool
    /// is drained.
    static func unmanaged(_ result: Any?) -> Unmanaged<AnyObject>? {
        guard var value = result, !(value is Void) else { return nil }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            guard let wrapped = mirror.children.first?.value else { return nil }
            value = wrapped
        }
        let object = value as AnyObject
        Thread.current.threadDictionary[key] = object
        return .passUnretained(object)
    }
}
