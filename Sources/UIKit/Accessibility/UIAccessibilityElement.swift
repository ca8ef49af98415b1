public import Foundation

/// A part of a view that assistive technology reads as an element of its own, without a view for it. The view lists it in
/// `accessibilityElements`.
@preconcurrency @MainActor open class UIAccessibilityElement: UIResponder {
    /// The view that contains the element.
    open weak var accessibilityContainer: AnyObject?
    open var isAccessibilityElement = true
    open var accessibilityLabel: String?
    open var accessibilityHint: String?
    open var accessibilityValue: String?
    open var accessibilityIdentifier: String?
    open var accessibilityTraits = UIAccessibilityTraits.none
    /// The frame in points of the screen. Without effect where the frame in the container is set.
    open var accessibilityFrame = CGRect.zero
    /// The frame in the coordinates of the containing view, with which it moves.
    open var accessibilityFrameInContainerSpace = CGRect.zero
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]?

    public init(accessibilityContainer container: Any) {
        accessibilityContainer = container as AnyObject
        super.init()
    }

    /// Performs the element's action, and returns whether it has one.
    open func accessibilityActivate() -> Bool { false }
    open func accessibilityIncrement() {}
    open func accessibilityDecrement() {}

    lazy var accessibleNode = ElementAccessibilityNode(self)
}
