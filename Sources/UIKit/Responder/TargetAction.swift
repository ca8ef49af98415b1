import Selectors

/// A method that an event calls on a target, which is not retained.
@MainActor struct TargetAction {
    let selector: Selector
    /// nil: there is no target, and the responder chain is searched for one.
    private let reference: WeakReference?

    init(target: Any?, selector: Selector) {
        self.selector = selector
        reference = target.map { WeakReference($0 as AnyObject) }
    }

    /// nil: the action has no target, or the target is deallocated.
    var target: AnyObject? { reference?.object }

    /// Whether nothing can be called any more.
    var isEnded: Bool { reference != nil && target == nil }

    /// Whether the action has this target and selector. nil stands for any.
    func matches(target: Any?, selector: Selector?) -> Bool {
        (target == nil || self.target === (target as AnyObject)) && (selector == nil || self.selector == selector)
    }
}
