public import CoreGraphics

extension UIView {
    public static let layoutFittingCompressedSize = CGSize.zero
    public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)

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
