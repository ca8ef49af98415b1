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
        if view is UISwitch { return .checkBox }
        if view is SegmentButton { return .tab }
        if view is any AccessibleList { return .list }
        if view is any AccessibleRow { return .listItem }
        if let text = view as? any AccessibleText { return text.isAccessibleTextSecure ? .passwordField : .textField }
        if let role = parts.role { return role }
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
        if (view as? UISwitch)?.isOn == true { states.insert(.checked) }
        let hasKeys = (view as? any AccessibleRow)?.hasKeys ?? view.isFirstResponder
        if view.canBecomeFocused || view.canBecomeFirstResponder || view is any AccessibleRow {
            states.insert(.focusable)
        }
        if view.isFocused || hasKeys { states.insert(.focused) }
        if (view as? any AccessibleText)?.isAccessibleTextEditable == true { states.insert(.editable) }
        if (view as? UIWindow)?.isKeyWindow == true { states.insert(.active) }
        return states
    }

    var accessibilityNodeValue: AccessibilityValue? {
        // The state of a switch is that of its check mark.
        guard let view, !(view is UISwitch), !(view is any AccessibleText), let text = view.accessibilityValue else {
            return nil
        }
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
        let press = view is any AccessibleRow && parts.actions.isEmpty ? [AccessibilityAction(name: "press")] : []
        return press + parts.actions + CustomActions.actions(view.accessibilityCustomActions)
    }

    func performAccessibilityNodeAction(_ name: String) -> Bool {
        guard let view, accessibilityNodeActions.contains(where: { $0.name == name }) else { return false }
        if let isDone = CustomActions.perform(name, view.accessibilityCustomActions) { return isDone }
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

    private var text: (any AccessibleText)? { view as? any AccessibleText }

    var accessibilityNodeEditedText: AccessibilityEditedText? { text?.accessibleText }

    func replaceAccessibilityNodeText(in range: Range<Int>, with text: String) -> Bool {
        self.text?.replaceAccessibleText(in: range, with: text) ?? false
    }

    func selectAccessibilityNodeText(_ range: Range<Int>) -> Bool { text?.selectAccessibleText(range) ?? false }

    func focusAccessibilityNode() -> Bool { view?.becomeFirstResponder() ?? false }

    var accessibilityNodeParent: (any AccessibilityNode)? {
        var above = view?.superview
        while let present = above {
            if present.isAccessibilityElement || present is UIWindow || present is any AccessibleList {
                return present.accessibleNode
            }
            above = present.superview
        }
        return nil
    }

    var accessibilityNodeChildren: [any AccessibilityNode] {
        guard let view, !view.accessibilityElementsHidden, view is UIWindow || !view.isAccessibilityElement else {
            return []
        }
        return Self.nodes(in: view)
    }

    /// The elements in a view: those that it lists, or those of its subviews.
    private static func nodes(in parent: UIView) -> [any AccessibilityNode] {
        guard let listed = parent.accessibilityElements else {
            let children = (parent as? any AccessibleList)?.accessibleRows ?? parent.subviews
            return children.flatMap { nodes(of: $0) }
        }
        return listed.flatMap { element -> [any AccessibilityNode] in
            if let view = element as? UIView { return nodes(of: view) }
            guard let element = element as? UIAccessibilityElement, element.isAccessibilityElement else { return [] }
            return [element.accessibleNode]
        }
    }

    private static func nodes(of child: UIView) -> [any AccessibilityNode] {
        guard !child.isHidden, child.alpha > 0.01, !child.accessibilityElementsHidden else { return [] }
        if child is UILabel, (child.accessibilityLabel ?? "").isEmpty { return [] }
        let isNode = child.isAccessibilityElement || child is any AccessibleList
        return isNode ? [child.accessibleNode] : nodes(in: child)
    }
}
