import CoreGraphics
public import Foundation

/// A part of the user interface that takes part in focus updates: a view, a controller or a window.
@preconcurrency @MainActor public protocol UIFocusEnvironment: NSObjectProtocol {
    /// The environments that should get the focus when it enters this one, best first. The first that contains a
    /// focusable item is used.
    var preferredFocusEnvironments: [any UIFocusEnvironment] { get }
    var parentFocusEnvironment: (any UIFocusEnvironment)? { get }
    var focusItemContainer: (any UIFocusItemContainer)? { get }
    /// Requests a focus update in the main loop's next turn, if the focused item is in this environment or nothing has
    /// the focus.
    func setNeedsFocusUpdate()
    /// Performs a pending focus update at once.
    func updateFocusIfNeeded()
    /// Called before each focus update that enters, leaves or moves within this environment. Returning false prevents
    /// the update.
    func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool
    func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator)
}

/// An object that can have the focus.
@preconcurrency @MainActor public protocol UIFocusItem: UIFocusEnvironment {
    var canBecomeFocused: Bool { get }
    var isFocused: Bool { get }
    /// The item's frame, in the coordinates of its container.
    var frame: CGRect { get }
}

/// A container of focus items that returns the items in a part of its area.
@preconcurrency @MainActor public protocol UIFocusItemContainer: NSObjectProtocol {
    var coordinateSpace: any UICoordinateSpace { get }
    /// - Parameter rect: in the container's coordinates.
    func focusItems(in rect: CGRect) -> [any UIFocusItem]
}

extension UIFocusEnvironment {
    public func setNeedsFocusUpdate() { UIFocusSystem.focusSystem(for: self)?.setNeedsUpdate(for: self) }
    public func updateFocusIfNeeded() { UIFocusSystem.focusSystem(for: self)?.updateFocusIfNeeded() }
    public func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool { true }
    public func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator) {}
    public var focusItemContainer: (any UIFocusItemContainer)? { nil }

    /// This environment and its ancestors, innermost first.
    var focusChain: [any UIFocusEnvironment] {
        var chain: [any UIFocusEnvironment] = []
        var next: (any UIFocusEnvironment)? = self
        while let present = next, chain.count < UIFocusSystem.greatestDepth {
            chain.append(present)
            next = present.parentFocusEnvironment
        }
        return chain
    }
}

extension UIFocusItem {
    public var isFocused: Bool { UIFocusSystem.focusSystem(for: self)?.focusedItem === self }
}
