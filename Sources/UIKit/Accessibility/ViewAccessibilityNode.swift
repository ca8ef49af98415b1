import Foundation
import WindowSystem

/// A view that represents a number which assistive technology can read and set. `accessibilityValue` is the spoken form
/// of the number.
package protocol AccessibilityScale: UIView {
    var accessibilityNumber: Double { get }
    var accessibilityRange: ClosedRange<Double> { get }
    func setAccessibilityNumber(_ number: Double)
}

/// The accessibility node of a view. Only windows and accessibility elements appear in the accessibility tree; the
/// children of other views are attached to the nearest ancestor that does.
@MainActor final class ViewAccessibilityNode: AccessibilityNode {
    private weak var view: UIView?

    init(_ view: UIView) { self.view = view }

    private var parts: UIAccessibilityTraits { view?.accessibilityTraits ?? [] }

    var accessibilityNodeRole: AccessibilityRole {
        guard let view else { return .group }
        if view is UIWindow { return .window }
        if parts.contains(.adjustable) { return .slider }
        if parts.contains(.button) { return .button }
        if parts.contains(.link) { return .link }
        if parts.contains(.image) { return .image }
        if parts.contains(.staticText) { return .staticText }
        if parts.contains(.startsMediaSession) { return .video }
        if view is UIScrollView { return .scrollArea }
        if view.accessibilityIdentifier == "video" { return .video }
        if view is UIActivityIndicatorView { return .busyIndicator }
        return .group
    }

    var accessibilityNodeLabel: String {
        (view as? UIWindow)?.title ?? view?.accessibilityLabel ?? ""
    }
    var accessibilityNodeHint: String { view?.accessibilityHint ?? "" }
    var accessibilityNodeIdentifier: String { view?.accessibilityIdentifier ?? "" }

    var accessibilityNodeFrame: CGRect {
        guard let view, let window = view.window else { return .zero }
        let place = window.platform?.position ?? .zero
        return view.convert(view.bounds, to: window).offsetBy(dx: place.x, dy: place.y)
    }

    var accessibilityNodeStates: AccessibilityStates {
        guard let view, view.window != nil, !view.isHidden, view.alpha > 0.01 else { return [] }
        var states: AccessibilityStates = [.visible]
        if !parts.contains(.notEnabled) { states.insert(.enabled) }
        if parts.contains(.selected) { states.insert(.selected) }
        if view.canBecomeFocused || view.canBecomeFirstResponder { states.insert(.focusable) }
        if view.isFocused || view.isFirstResponder { states.insert(.focused) }
        if (view as? UIWindow)?.isKeyWindow == true { states.insert(.active) }
        return states
    }

    var accessibilityNodeValue: AccessibilityValue? {
        guard let view, let text = view.accessibilityValue else { return nil }
        if let slider = view as? UISlider {
            return AccessibilityValue(
                current: Double(slider.value), minimum: Double(slider.minimumValue),
                maximum: Double(slider.maximumValue), text: text)
        }
        if let scale = view as? any AccessibilityScale {
            let range = scale.accessibilityRange
            return AccessibilityValue(
                current: scale.accessibilityNumber, minimum: range.lowerBound, maximum: range.upperBound, text: text)
        }
        return AccessibilityValue(current: 0, minimum: 0, maximum: 0, text: text)
    }

    var accessibilityNodeActions: [AccessibilityAction] {
        guard let view, view.isAccessibilityElement, !parts.contains(.notEnabled) else { return [] }
        if parts.contains(.adjustable) {
            return [AccessibilityAction(name: "increment"), AccessibilityAction(name: "decrement")]
        }
        return parts.isDisjoint(with: [.button, .link, .startsMediaSession]) ? [] : [AccessibilityAction(name: "press")]
    }

    func performAccessibilityNodeAction(_ name: String) -> Bool {
        guard let view, accessibilityNodeActions.contains(where: { $0.name == name }) else { return false }
        switch name {
        case "increment": view.accessibilityIncrement()
        case "decrement": view.accessibilityDecrement()
        default: return view.accessibilityActivate()
        }
        return true
    }

    func setAccessibilityNodeValue(_ value: Double) -> Bool {
        guard !parts.contains(.notEnabled) else { return false }
        if let scale = view as? any AccessibilityScale, value.isFinite {
            let range = scale.accessibilityRange
            scale.setAccessibilityNumber(min(max(value, range.lowerBound), range.upperBound))
            return true
        }
        guard let slider = view as? UISlider, value.isFinite else { return false }
        slider.setValue(Float(value), animated: false)
        slider.sendActions(for: [.valueChanged, .primaryActionTriggered])
        return true
    }

    func focusAccessibilityNode() -> Bool { view?.becomeFirstResponder() ?? false }

    var accessibilityNodeParent: (any AccessibilityNode)? {
        var above = view?.superview
        while let present = above {
            if present.isAccessibilityElement || present is UIWindow { return present.accessibleNode }
            above = present.superview
        }
        return nil
    }

    var accessibilityNodeChildren: [any AccessibilityNode] {
        guard let view, !view.accessibilityElementsHidden, view is UIWindow || !view.isAccessibilityElement else {
            return []
        }
        func collect(_ parent: UIView) -> [any AccessibilityNode] {
            parent.subviews.flatMap { child -> [any AccessibilityNode] in
                guard !child.isHidden, child.alpha > 0.01, !child.accessibilityElementsHidden else { return [] }
                if child is UILabel, (child.accessibilityLabel ?? "").isEmpty { return [] }
                return child.isAccessibilityElement ? [child.accessibleNode] : collect(child)
            }
        }
        return collect(view)
    }
}
