public import CoreGraphics

extension UIView {
    public var constraints: [NSLayoutConstraint] { heldConstraints }

    public func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }
    public func addConstraints(_ constraints: [NSLayoutConstraint]) { NSLayoutConstraint.activate(constraints) }
    public func removeConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = false }
    public func removeConstraints(_ constraints: [NSLayoutConstraint]) { NSLayoutConstraint.deactivate(constraints) }

    public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        axis == .horizontal ? hugging.0 : hugging.1
    }

    public func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        if axis == .horizontal { hugging.0 = priority } else { hugging.1 = priority }
        layoutEngineChanged()
    }

    public func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        axis == .horizontal ? resistance.0 : resistance.1
    }

    public func setContentCompressionResistancePriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis)
    {
        if axis == .horizontal { resistance.0 = priority } else { resistance.1 = priority }
        layoutEngineChanged()
    }

    public static let layoutFittingCompressedSize = CGSize.zero
    public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)

    /// Returns the size that best satisfies the constraints in this view; without constraints, the intrinsic or fitting
    /// size.
    public func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
        if !LayoutEngine.hasConstraints(self) {
            let own = intrinsicContentSize
            let fitting = own.width < 0 || own.height < 0 ? sizeThatFits(targetSize) : own
            return CGSize(
                width: own.width >= 0 ? own.width : fitting.width, height: own.height >= 0 ? own.height : fitting.height
            )
        }
        return LayoutEngine(root: self).fittingSize(targetSize)
    }

    // MARK: Used by UIKit only

    /// Invalidates the tree's layout solution. Called when any input of the solution has changed.
    func layoutEngineChanged() {
        let root = rootOfTree
        if root.engine == nil {
            guard !heldConstraints.isEmpty || !guides.isEmpty || LayoutEngine.hasConstraints(self) else { return }
            root.engine = LayoutEngine(root: root)
        }
        root.engine?.isSolved = false
        root.setNeedsLayout()
    }

    /// Deactivates constraints between this subtree and views outside it, before the view leaves its superview.
    /// Constraints within the subtree stay active.
    func leaveEngine() {
        var above = superview
        while let view = above {
            for constraint in view.heldConstraints {
                let ends = [constraint.firstItem, constraint.secondItem].compactMap { NSLayoutConstraint.view(of: $0) }
                if ends.contains(where: { $0.isDescendant(of: self) }) { constraint.isActive = false }
            }
            above = view.superview
        }
        rootOfTree.engine?.isSolved = false
    }

    /// Updates the solution and lays out the views whose frames it changes. Called on the root of a tree.
    func solveConstraints() { engine?.solveIfNeeded() }
}
