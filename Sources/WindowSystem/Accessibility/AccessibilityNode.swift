public import Foundation

/// The role of a node for assistive technology.
public enum AccessibilityRole: Sendable, Hashable, CaseIterable {
    case window, group, button, toggleButton, checkBox, slider, progressIndicator, staticText, image, textField
    case list, listItem, menu, menuItem, tab, tabList, link, scrollArea, video, alert, busyIndicator
}

/// The current states of a node.
public struct AccessibilityStates: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let enabled = AccessibilityStates(rawValue: 1)
    public static let focusable = AccessibilityStates(rawValue: 2)
    public static let focused = AccessibilityStates(rawValue: 4)
    public static let selected = AccessibilityStates(rawValue: 8)
    public static let checked = AccessibilityStates(rawValue: 16)
    public static let expanded = AccessibilityStates(rawValue: 32)
    public static let busy = AccessibilityStates(rawValue: 64)
    /// On the screen and not hidden by the program. A node covered by other windows counts as visible.
    public static let visible = AccessibilityStates(rawValue: 128)
    /// The user can change the node's value.
    public static let editable = AccessibilityStates(rawValue: 256)
    /// The window with the keyboard focus. Screen readers ignore the elements of windows that are not active.
    public static let active = AccessibilityStates(rawValue: 512)
}

/// The numeric value of a node, such as a slider's position or a progress.
public struct AccessibilityValue: Sendable, Hashable {
    public var current: Double
    public var minimum: Double
    public var maximum: Double
    /// The smallest useful change; 0 if unknown.
    public var step: Double
    /// The spoken value: "1 minute 20 seconds".
    public var text: String

    public init(current: Double, minimum: Double = 0, maximum: Double = 1, step: Double = 0, text: String = "") {
        self.current = current
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.text = text
    }
}

/// An action that assistive technology can perform on a node.
public struct AccessibilityAction: Sendable, Hashable {
    /// A stable name that is not displayed: "activate", "increment", "decrement", "escape" or one of the program's own.
    public var name: String
    /// The label in the viewer's language.
    public var label: String

    public init(name: String, label: String = "") {
        self.name = name
        self.label = label
    }
}

/// An element on the screen as assistive technology sees it. Its properties are read on the main actor, whenever a client requests them.
///
/// The properties should return current values. A node must be the same object for as long as its element is on the screen.
@MainActor
public protocol AccessibilityNode: AnyObject {
    var accessibilityNodeRole: AccessibilityRole { get }
    /// The node's name: "Play".
    var accessibilityNodeLabel: String { get }
    /// A description of the node's effect, if the label is not sufficient; may be empty.
    var accessibilityNodeHint: String { get }
    /// A constant identifier for tests that is not displayed; may be empty.
    var accessibilityNodeIdentifier: String { get }
    /// The value of sliders, progress indicators and the like; nil for nodes without a number.
    var accessibilityNodeValue: AccessibilityValue? { get }
    /// The frame in points of the desktop, which includes the window's position.
    var accessibilityNodeFrame: CGRect { get }
    var accessibilityNodeStates: AccessibilityStates { get }
    var accessibilityNodeParent: (any AccessibilityNode)? { get }
    /// The children, from back to front or in reading order.
    var accessibilityNodeChildren: [any AccessibilityNode] { get }
    var accessibilityNodeActions: [AccessibilityAction] { get }

    /// Performs one of `accessibilityNodeActions`. Returns false on failure.
    func performAccessibilityNodeAction(_ name: String) -> Bool
    /// Sets the value, which the receiver clamps. Returns false if the value cannot be set.
    func setAccessibilityNodeValue(_ value: Double) -> Bool
    /// Moves the keyboard focus to the node. Returns false if the node cannot be focused.
    func focusAccessibilityNode() -> Bool
}

extension AccessibilityNode {
    public var accessibilityNodeHint: String { "" }
    public var accessibilityNodeIdentifier: String { "" }
    public var accessibilityNodeValue: AccessibilityValue? { nil }
    public var accessibilityNodeActions: [AccessibilityAction] { [] }
    public func performAccessibilityNodeAction(_ name: String) -> Bool { false }
    public func setAccessibilityNodeValue(_ value: Double) -> Bool { false }
    public func focusAccessibilityNode() -> Bool { false }

    /// The text that a screen reader reviews: name and value of an element that represents a number; nil for others. Without this text,
    /// Orca's flat review speaks the role and the value of such elements without their name.
    var accessibilityNodeText: String? {
        guard [.slider, .progressIndicator].contains(accessibilityNodeRole), let value = accessibilityNodeValue else {
            return nil
        }
        let parts = [accessibilityNodeLabel, value.text].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

/// The changed property of a node, which assistive technology reads again or announces.
public enum AccessibilityChange: Sendable, Hashable {
    case label, value, frame, children, states, focus
}
