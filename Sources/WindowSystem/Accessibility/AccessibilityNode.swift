public import Foundation

/// What kind of thing a node is, for assistive programs.
public enum AccessibilityRole: Sendable, Hashable, CaseIterable {
    case window, group, button, toggleButton, checkBox, slider, progressIndicator, staticText, image, textField
    case list, listItem, menu, menuItem, tab, tabList, link, scrollArea, video, alert, busyIndicator
}

/// What is true of a node at present.
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
    /// On the screen, not hidden by the program. (Covered by other windows still counts as visible.)
    public static let visible = AccessibilityStates(rawValue: 128)
    /// Its value can be changed by the user.
    public static let editable = AccessibilityStates(rawValue: 256)
}

/// A number that a node stands for: a slider's place, a progress.
public struct AccessibilityValue: Sendable, Hashable {
    public var current: Double
    public var minimum: Double
    public var maximum: Double
    /// The least useful change; 0 if unknown.
    public var step: Double
    /// The value as a person would say it: "1 minute 20 seconds".
    public var text: String

    public init(current: Double, minimum: Double = 0, maximum: Double = 1, step: Double = 0, text: String = "") {
        self.current = current
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.text = text
    }
}

/// Something that an assistive program can have a node do.
public struct AccessibilityAction: Sendable, Hashable {
    /// Stable and not shown: "activate", "increment", "decrement", "escape" or one of the program's own.
    public var name: String
    /// In the viewer's language.
    public var label: String

    public init(name: String, label: String = "") {
        self.name = name
        self.label = label
    }
}

/// One thing on the screen as assistive programs see it. Questions come on the main actor, whenever somebody asks.
///
/// The answers should be those of the moment. A node must be the same object each time while it is on the screen.
@MainActor
public protocol AccessibilityNode: AnyObject {
    var accessibilityNodeRole: AccessibilityRole { get }
    /// What it is called: "Play".
    var accessibilityNodeLabel: String { get }
    /// What it does, when the label alone does not say; may be empty.
    var accessibilityNodeHint: String { get }
    /// A name that never changes and is not shown, for tests; may be empty.
    var accessibilityNodeIdentifier: String { get }
    /// Set for sliders, progress and the like; nil for things without a number.
    var accessibilityNodeValue: AccessibilityValue? { get }
    /// In points of the desktop (the window's position added).
    var accessibilityNodeFrame: CGRect { get }
    var accessibilityNodeStates: AccessibilityStates { get }
    var accessibilityNodeParent: (any AccessibilityNode)? { get }
    /// From back to front, or in reading order.
    var accessibilityNodeChildren: [any AccessibilityNode] { get }
    var accessibilityNodeActions: [AccessibilityAction] { get }

    /// Does one of `accessibilityNodeActions`. Returns false if it could not.
    func performAccessibilityNodeAction(_ name: String) -> Bool
    /// Sets the number, clamped by the receiver. Returns false where it cannot be set.
    func setAccessibilityNodeValue(_ value: Double) -> Bool
    /// Gives it the keyboard. Returns false where it cannot have it.
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
}

/// What changed about a node, so that assistive programs ask again or speak.
public enum AccessibilityChange: Sendable, Hashable {
    case label, value, frame, children, states, focus
}
