import CoreGraphics
public import Foundation

/// A part of the user interface that takes part in deciding what a remote or keyboard acts on: views, controllers, windows.
@preconcurrency @MainActor public protocol UIFocusEnvironment: NSObjectProtocol {
    /// Where the focus should go when it comes here, best first; the first that has something to focus on gets it.
    var preferredFocusEnvironments: [any UIFocusEnvironment] { get }
    var parentFocusEnvironment: (any UIFocusEnvironment)? { get }
    var focusItemContainer: (any UIFocusItemContainer)? { get }
    /// Asks for a new decision with the loop's next turn, if the focus is in here or nowhere.
    func setNeedsFocusUpdate()
    /// Decides at once what is pending.
    func updateFocusIfNeeded()
    /// Asked before each move into, out of or inside of this environment; false keeps the focus where it is.
    func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool
    func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator)
}

/// Something that can have the focus.
@preconcurrency @MainActor public protocol UIFocusItem: UIFocusEnvironment {
    var canBecomeFocused: Bool { get }
    var isFocused: Bool { get }
    /// In the coordinates of the container that it is in.
    var frame: CGRect { get }
}

/// Something that has items inside, and can name those in a part of it.
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

    /// This one and all those around it, from the inside out.
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
