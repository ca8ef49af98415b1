import Foundation

extension Timer {
    /// Returns a timer on the current run loop that calls a method of `target` with the timer. The timer retains the target until it ends.
    @discardableResult
    public static func scheduledTimer(
        timeInterval: TimeInterval, target: AnyObject, selector: Selector, userInfo: Any?, repeats: Bool
    ) -> Timer {
        let target = RetainedTarget(object: target)
        return scheduledTimer(withTimeInterval: timeInterval, repeats: repeats) { timer in
            selector.call(on: target.object, with: [timer])
        }
    }
}

/// A target that a timer retains.
///
/// `@unchecked`: the timer calls it on the thread of the run loop on which it was scheduled, as Apple's does.
private struct RetainedTarget: @unchecked Sendable {
    let object: AnyObject
}

/// `@unchecked`: like the target, used on the thread of the run loop alone.
private struct RetainedArguments: @unchecked Sendable {
    let value: [Any]
}

extension NSObject {
    /// Calls a method with one argument or none.
    @discardableResult
    public func perform(_ selector: Selector, with argument: Any? = nil) -> Any? {
        selector.result(on: self, with: argument.map { [$0] } ?? [])
    }

    /// Calls a method on the main run loop after a delay in seconds. The object is retained until then.
    public func perform(_ selector: Selector, with argument: Any?, afterDelay delay: TimeInterval) {
        let target = RetainedTarget(object: self)
        let arguments = RetainedArguments(value: argument.map { [$0] } ?? [])
        _ = Timer.scheduledTimer(withTimeInterval: delay, repeats: false) { _ in
            selector.call(on: target.object, with: arguments.value)
        }
    }
}
