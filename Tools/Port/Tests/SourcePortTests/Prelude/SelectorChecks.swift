// Calls of selectors by the checks of the snippets. It is compiled as the module SelectorChecks.
public import Selectors

extension Selector {
    @discardableResult
    public func call(on target: AnyObject, with arguments: [Any] = []) -> Bool {
        value(on: target, with: arguments) != nil
    }

    /// The method's result; nil if it was not called.
    public func value(on target: AnyObject, with arguments: [Any] = []) -> Any? {
        result(on: target, with: arguments)
    }
}
