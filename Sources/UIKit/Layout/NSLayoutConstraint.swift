import CoreGraphics
public import Foundation

/// A linear relation between two edges or sizes: `first (=, ≤, ≥) second × multiplier + constant`.
@preconcurrency @MainActor open class NSLayoutConstraint: NSObject {
    public enum Attribute: Int, Sendable {
        case notAnAttribute = 0
        case left = 1
        case right, top, bottom, leading, trailing, width, height, centerX, centerY, lastBaseline, firstBaseline
    }
    public enum Relation: Int, Sendable {
        case lessThanOrEqual = -1
        case equal, greaterThanOrEqual
    }
    public enum Axis: Int, Sendable { case horizontal, vertical }

    open private(set) weak var firstItem: AnyObject?
    open private(set) weak var secondItem: AnyObject?
    open private(set) var firstAttribute: Attribute
    open private(set) var secondAttribute: Attribute
    open private(set) var relation: Relation
    open private(set) var multiplier: CGFloat
    open var constant: CGFloat { didSet { if constant != oldValue { holder?.layoutEngineChanged() } } }
    open var priority = UILayoutPriority.required {
        didSet { if priority != oldValue { holder?.layoutEngineChanged() } }
    }
    open var identifier: String?

    /// The view that stores the constraint while it is active: the nearest common ancestor of both items.
    weak var holder: UIView?

    public init(
        item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
        attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
    ) {
        firstItem = view1 as AnyObject
        firstAttribute = attr1
        self.relation = relation
        secondItem = view2.map { $0 as AnyObject }
        secondAttribute = attr2
        self.multiplier = multiplier
        constant = c
    }

    open var isActive: Bool {
        get { holder != nil }
        set {
            guard newValue != isActive else { return }
            if newValue { activate() } else { deactivate() }
        }
    }

    open class func activate(_ constraints: [NSLayoutConstraint]) { for one in constraints { one.isActive = true } }
    open class func deactivate(_ constraints: [NSLayoutConstraint]) { for one in constraints { one.isActive = false } }

    private func activate() {
        guard let first = Self.view(of: firstItem) else { return }
        var holder = first
        if let second = Self.view(of: secondItem) {
            var above: UIView? = first
            while let candidate = above, !second.isDescendant(of: candidate) { above = candidate.superview }
            // Apple raises an exception here. Continuing would give a wrong layout that is harder to debug.
            precondition(
                above != nil, "The items of a constraint need a common ancestor view when it is activated: \(formula)")
            holder = above ?? first
        }
        self.holder = holder
        holder.heldConstraints.append(self)
        holder.layoutEngineChanged()
    }

    private func deactivate() {
        let was = holder
        holder = nil
        was?.heldConstraints.removeAll { $0 === self }
        was?.layoutEngineChanged()
    }

    static func view(of item: AnyObject?) -> UIView? { (item as? UIView) ?? (item as? UILayoutGuide)?.owningView }

    /// The constraint as a formula, for messages.
    var formula: String {
        func name(_ item: AnyObject?) -> String { item.map { String(describing: type(of: $0)) } ?? "" }
        let sign = relation == .equal ? "=" : relation == .lessThanOrEqual ? "≤" : "≥"
        return "\(name(firstItem)).\(firstAttribute) \(sign) \(name(secondItem)).\(secondAttribute) × \(multiplier) "
            + "+ \(constant) @\(priority.rawValue)"
    }
}
