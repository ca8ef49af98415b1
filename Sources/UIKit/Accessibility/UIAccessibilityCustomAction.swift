public import Foundation
public import Selectors

/// An action of an element that assistive technology offers by its name.
@preconcurrency @MainActor open class UIAccessibilityCustomAction: NSObject {
    /// Performs the action, and returns whether it succeeded.
    public typealias Handler = (_ customAction: UIAccessibilityCustomAction) -> Bool

    /// The name in the viewer's language.
    open var name: String
    open var actionHandler: Handler?
    open weak var target: AnyObject?
    /// A method without parameters or with the action. One that returns a `Bool` reports whether it succeeded.
    open var selector: Selector

    private static let unnamed = Selector("")

    public init(name: String, actionHandler: Handler?) {
        self.name = name
        self.actionHandler = actionHandler
        selector = Self.unnamed
    }

    public init(name: String, target: Any?, selector: Selector) {
        self.name = name
        self.target = target as AnyObject?
        self.selector = selector
    }

    /// Performs the action by its handler, or by the method of its target.
    func perform() -> Bool {
        if let actionHandler { return actionHandler(self) }
        guard let target, let result = selector.result(on: target, with: [self]) else { return false }
        return result as? Bool ?? true
    }
}
