import CoreGraphics

/// An animation attached to a layer.
struct RunningAnimation {
    let key: String
    let animation: CAAnimation
    /// The completion block that waits for the animation.
    let completion: TransactionCompletion?
    var hasStarted = false
}

/// Seconds of the machine's monotonic clock.
public func CACurrentMediaTime() -> Double {
    var spec = timespec()
    clock_gettime(CLOCK_MONOTONIC, &spec)
    return Double(spec.tv_sec) + Double(spec.tv_nsec) / 1e9
}

extension CALayer {
    /// The time of the layer tree: that of its observer, or the machine's.
    var currentTreeTime: Double {
        for box in root.observers { if let observer = box.observer { return observer.layerTime } }
        return CACurrentMediaTime()
    }

    /// Returns this layer's local time at a time of the tree.
    package func localTime(atTreeTime time: Double) -> Double {
        let above = superlayer?.localTime(atTreeTime: time) ?? time
        if beginTime == 0, speed == 1, timeOffset == 0 { return above }
        return (above - beginTime) * Double(speed) + timeOffset
    }

    func treeTime(atLocalTime time: Double) -> Double {
        let above = speed == 0 ? beginTime : (time - timeOffset) / Double(speed) + beginTime
        return superlayer?.treeTime(atLocalTime: above) ?? above
    }

    func stop(where matches: (RunningAnimation) -> Bool, finished: Bool) {
        let stopped = runningAnimations.filter(matches)
        guard !stopped.isEmpty else { return }
        runningAnimations.removeAll(where: matches)
        treeChanged()
        for one in stopped {
            one.animation.delegate?.animationDidStop(one.animation, finished: finished)
            one.completion?.end()
        }
    }

    /// Returns the layer's presentation at a time of the tree: a pure function of the model, its animations and the time.
    package func presentation(at treeTime: Double) -> CALayer {
        let copy = _makePresentationCopy()
        let time = localTime(atTreeTime: treeTime)
        for running in runningAnimations { running.animation.apply(to: copy, at: time) }
        copy.appearanceVersion = appearanceVersion
        copy.identity = identity
        return copy
    }

    /// Whether a running animation changes the layer's own content, not only its position, opacity or visibility.
    package var animatesAppearance: Bool {
        runningAnimations.contains { running in
            running.animation.keyPaths.contains { path in !Self.geometry.contains { path.hasPrefix($0) } }
        }
    }

    private static let geometry = [
        "position", "bounds", "anchorPoint", "zPosition", "transform", "sublayerTransform", "opacity", "hidden",
    ]

    package var hasRunningAnimations: Bool { !runningAnimations.isEmpty }

    /// Starts and ends animations of this layer and its sublayers for a time of the tree, and calls delegates and completion blocks.
    /// - Returns: whether any animation continues to change the presentation.
    @discardableResult
    package func advanceAnimations(to treeTime: Double) -> Bool {
        var isRunning = false
        if !runningAnimations.isEmpty {
            let time = localTime(atTreeTime: treeTime)
            for index in runningAnimations.indices
            where !runningAnimations[index].hasStarted && runningAnimations[index].animation.beginTime <= time {
                runningAnimations[index].hasStarted = true
                let animation = runningAnimations[index].animation
                animation.delegate?.animationDidStart(animation)
            }
            stop(where: { $0.animation.isRemovedOnCompletion && $0.animation.endTime <= time }, finished: true)
            isRunning = runningAnimations.contains { $0.animation.endTime > time } && speed != 0
        }
        if let mask, mask.advanceAnimations(to: treeTime) { isRunning = true }
        for child in children where child.advanceAnimations(to: treeTime) { isRunning = true }
        return isRunning
    }

    // MARK: Actions

    func lookUpAction(_ event: String) -> (any CAAction)? {
        if let action = delegate?.action(for: self, forKey: event) { return action }
        if let action = actions?[event] { return action }
        if let action = type(of: self).defaultAction(forKey: event) { return action }
        // Without an action from its view, a layer owned by a view changes immediately; so does a layer in a tree without an observer.
        guard delegate == nil, isShown, Self.implicitlyAnimated.contains(event) else { return nil }
        return CABasicAnimation(keyPath: event)
    }

    private static let implicitlyAnimated: Set<String> = [
        "bounds", "position", "anchorPoint", "zPosition", "transform", "sublayerTransform", "opacity",
        "backgroundColor", "contentsRect", "cornerRadius", "borderWidth", "borderColor", "shadowColor", "shadowOpacity",
        "shadowOffset", "shadowRadius", "shadowPath", "colors", "locations", "startPoint", "endPoint", "path",
        "fillColor", "strokeColor", "lineWidth", "strokeStart", "strokeEnd",
    ]

    /// Called before a property changes: starts the action for the change, from the present presentation.
    func willChange(_ event: String) {
        guard delegate != nil || actions != nil || isShown else { return }
        guard !CATransaction.disableActions(), let action = action(forKey: event), !(action is NSNull) else { return }
        if let animation = action as? CABasicAnimation, animation.keyPath != nil, animation.fromValue == nil,
            animation.toValue == nil, animation.byValue == nil
        {
            let from = hasRunningAnimations ? presentation() : self
            animation.fromValue = from?.value(forKeyPath: event)
        }
        action.run(forKey: event, object: self, arguments: nil)
    }
}
