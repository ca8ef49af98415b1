extension CALayer {
    /// Returns the running transition and the part of it that has passed at a time of the tree; nil without one.
    package func transition(at treeTime: Double) -> (transition: CATransition, position: Double)? {
        guard let transition = animation(forKey: kCATransition) as? CATransition,
            let position = transition.position(at: localTime(atTreeTime: treeTime))
        else { return nil }
        return (transition, position)
    }

    /// Returns a copy of the layer and its sublayers with the values of running animations. It belongs to no tree, and has its own identities, so
    /// that it can be drawn together with the layer.
    func still(at treeTime: Double) -> CALayer {
        let copy = _makePresentationCopy()
        let time = localTime(atTreeTime: treeTime)
        for running in runningAnimations { running.animation.apply(to: copy, at: time) }
        copy.mask = mask?.still(at: treeTime)
        for child in children { copy.insert(child.still(at: treeTime), at: copy.children.count) }
        return copy
    }
}
