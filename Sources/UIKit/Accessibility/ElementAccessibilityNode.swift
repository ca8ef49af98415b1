import CoreGraphics
import WindowSystem

/// The accessibility node of an element without a view.
@MainActor final class ElementAccessibilityNode: AccessibilityNode {
    private weak var element: UIAccessibilityElement?

    init(_ element: UIAccessibilityElement) { self.element = element }

    private var container: UIView? { element?.accessibilityContainer as? UIView }
    private var traits: UIAccessibilityTraits { element?.accessibilityTraits ?? [] }

    var accessibilityNodeRole: AccessibilityRole { traits.role ?? .group }
    var accessibilityNodeLabel: String { element?.accessibilityLabel ?? "" }
    var accessibilityNodeHint: String { element?.accessibilityHint ?? "" }
    var accessibilityNodeIdentifier: String { element?.accessibilityIdentifier ?? "" }

    var accessibilityNodeFrame: CGRect {
        guard let element else { return .zero }
        let inner = element.accessibilityFrameInContainerSpace
        guard inner != .zero, let container, let window = container.window else { return element.accessibilityFrame }
        let place = window.platform?.position ?? .zero
        return container.convert(inner, to: window).offsetBy(dx: place.x, dy: place.y)
    }

    var accessibilityNodeStates: AccessibilityStates {
        guard let container, container.window != nil, !container.isHidden, container.alpha > 0.01 else { return [] }
        var states: AccessibilityStates = [.visible]
        if !traits.contains(.notEnabled) { states.insert(.enabled) }
        if traits.contains(.selected) { states.insert(.selected) }
        return states
    }

    var accessibilityNodeValue: AccessibilityValue? {
        element?.accessibilityValue.map { AccessibilityValue(current: 0, minimum: 0, maximum: 0, text: $0) }
    }

    var accessibilityNodeActions: [AccessibilityAction] {
        guard !traits.contains(.notEnabled) else { return [] }
        return traits.actions + CustomActions.actions(element?.accessibilityCustomActions)
    }

    func performAccessibilityNodeAction(_ name: String) -> Bool {
        guard let element, accessibilityNodeActions.contains(where: { $0.name == name }) else { return false }
        if let isDone = CustomActions.perform(name, element.accessibilityCustomActions) { return isDone }
        switch name {
        case "increment": element.accessibilityIncrement()
        case "decrement": element.accessibilityDecrement()
        default: return element.accessibilityActivate()
        }
        return true
    }

    var accessibilityNodeParent: (any AccessibilityNode)? {
        guard let container else { return nil }
        return container is UIWindow ? container.accessibleNode : container.accessibleNode.accessibilityNodeParent
    }

    var accessibilityNodeChildren: [any AccessibilityNode] { [] }
}

extension UIAccessibilityTraits {
    /// The role of an element; nil where the traits do not say one.
    var role: AccessibilityRole? {
        if contains(.adjustable) { return .slider }
        if contains(.button) { return .button }
        if contains(.link) { return .link }
        if contains(.image) { return .image }
        if contains(.staticText) { return .staticText }
        if contains(.startsMediaSession) { return .video }
        return nil
    }

    /// The actions of an enabled element.
    var actions: [AccessibilityAction] {
        if contains(.adjustable) {
            return [AccessibilityAction(name: "increment"), AccessibilityAction(name: "decrement")]
        }
        return isDisjoint(with: [.button, .link, .startsMediaSession]) ? [] : [AccessibilityAction(name: "press")]
    }
}
