public import Foundation

extension Thread {
    /// Calls a method on a thread of its own. Target and argument are retained until the method returns.
    public static func detachNewThreadSelector(
        _ selector: Selector, toTarget target: Any, with argument: Any?
    ) {
        Thread(target: target, selector: selector, object: argument).start()
    }

    /// A thread that calls a method once it is started. It retains target and argument.
    public convenience init(target: Any, selector: Selector, object argument: Any?) {
        let call = ThreadCall(target: target as AnyObject, selector: selector, argument: argument)
        self.init { call.perform() }
    }
}

/// A call on another thread.
///
/// `@unchecked Sendable`: constants, which only the new thread uses. Whether target and argument may be used there is the caller's business, as on
/// Apple's platforms.
private final class ThreadCall: @unchecked Sendable {
    private let target: AnyObject
    private let selector: Selector
    private let argument: Any?

    init(target: AnyObject, selector: Selector, argument: Any?) {
        self.target = target
        self.selector = selector
        self.argument = argument
    }

    func perform() { selector.call(on: target, with: argument.map { [$0] } ?? []) }
}
