package import Foundation

/// The role of a node for assistive technology.
package enum AccessibilityRole: Sendable, Hashable, CaseIterable {
    case window, group, button, toggleButton, checkBox, slider, progressIndicator, staticText, image, textField,
        passwordField
    case list, listItem, menu, menuItem, tab, tabList, link, scrollArea, video, alert, busyIndicator
}

/// The current states of a node.
package struct AccessibilityStates: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let enabled = AccessibilityStates(rawValue: 1)
    package static let focusable = AccessibilityStates(rawValue: 2)
    package static let focused = AccessibilityStates(rawValue: 4)
    package static let selected = AccessibilityStates(rawValue: 8)
    package static let checked = AccessibilityStates(rawValue: 16)
    package static let expanded = AccessibilityStates(rawValue: 32)
    package static let busy = AccessibilityStates(rawValue: 64)
    /// On the screen and not hidden by the program. A node covered by other windows counts as visible.
    package static let visible = AccessibilityStates(rawValue: 128)
    /// The user can change the node's value.
    package static let editable = AccessibilityStates(rawValue: 256)
    /// The window with the keyboard focus. Screen readers ignore the elements of windows that are not active.
    package static let active = AccessibilityStates(rawValue: 512)
}

/// The numeric value of a node, such as a slider's position or a progress.
package struct AccessibilityValue: Sendable, Hashable {
    package var current: Double
    package var minimum: Double
    package var maximum: Double
    /// The smallest useful change; 0 if unknown.
    package var step: Double
    /// The spoken value: "1 minute 20 seconds".
    package var text: String

    package init(current: Double, minimum: Double = 0, maximum: Double = 1, step: Double = 0, text: String = "") {
        self.current = current
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        self.text = text
    }
}

/// An action that assistive technology can perform on a node.
package struct AccessibilityAction: Sendable, Hashable {
    /// A stable name that is not displayed: "activate", "increment", "decrement", "escape" or one of the program's own.
    package var name: String
    /// The label in the viewer's language.
    package var label: String

    package init(name: String, label: String = "") {
        self.name = name
        self.label = label
    }
}

/// An element on the screen as assistive technology sees it. Its properties are read on the main actor, whenever a client requests them.
///
/// The properties should return current values. A node must be the same object for as long as its element is on the screen.
@MainActor
package protocol AccessibilityNode: AnyObject {
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

    /// The text that the viewer edits; nil for nodes without one.
    var accessibilityNodeEditedText: AccessibilityEditedText? { get }

    /// Replaces a part of the edited text, in code points; the range may end behind the text. Returns false if it cannot be changed.
    func replaceAccessibilityNodeText(in range: Range<Int>, with text: String) -> Bool
    /// Selects a part of the edited text, in code points; an empty range places the caret.
    func selectAccessibilityNodeText(_ range: Range<Int>) -> Bool
    /// Performs one of `accessibilityNodeActions`. Returns false on failure.
    func performAccessibilityNodeAction(_ name: String) -> Bool
    /// Sets the value, which the receiver clamps. Returns false if the value cannot be set.
    func setAccessibilityNodeValue(_ value: Double) -> Bool
    /// Moves the keyboard focus to the node. Returns false if the node cannot be focused.
    func focusAccessibilityNode() -> Bool
}

extension AccessibilityNode {
    package var accessibilityNodeHint: String { "" }
    package var accessibilityNodeIdentifier: String { "" }
    package var accessibilityNodeValue: AccessibilityValue? { nil }
    package var accessibilityNodeActions: [AccessibilityAction] { [] }
    package func performAccessibilityNodeAction(_ name: String) -> Bool { false }
    package func setAccessibilityNodeValue(_ value: Double) -> Bool { false }
    package func focusAccessibilityNode() -> Bool { false }
    package var accessibilityNodeEditedText: AccessibilityEditedText? { nil }
    package func replaceAccessibilityNodeText(in range: Range<Int>, with text: String) -> Bool { false }
    package func selectAccessibilityNodeText(_ range: Range<Int>) -> Bool { false }

    /// The text that a screen reader reviews: the edited text, or name and value of an element that represents a number; nil for others. Without this text,
    /// Orca's flat review speaks the role and the value of such elements without their name.
    var accessibilityNodeText: String? {
        if let edited = accessibilityNodeEditedText { return edited.text }
        guard [.slider, .progressIndicator].contains(accessibilityNodeRole), let value = accessibilityNodeValue else {
            return nil
        }
        let parts = [accessibilityNodeLabel, value.text].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

/// The changed property of a node, which assistive technology reads again or announces.
package enum AccessibilityChange: Sendable, Hashable {
    case label, value, frame, children, states, focus
    /// The caret or the selection of an edited text.
    case caret
}
