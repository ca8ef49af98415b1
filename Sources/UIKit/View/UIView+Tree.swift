import CoreGraphics

extension UIView {
    /// The window, or the topmost view of a tree outside of windows.
    var rootOfTree: UIView {
        var view = self
        while let above = view.superview { view = above }
        return view
    }

    func place(_ view: UIView, beside sibling: UIView, offset: Int) {
        let others = subviews.filter { $0 !== view }
        let index = others.firstIndex { $0 === sibling }.map { $0 + offset } ?? others.count
        place(view, at: index)
    }

    func place(_ view: UIView, at index: Int) {
        guard view !== self, !isDescendant(of: view) else { return }
        let oldWindow = view.window
        if view.superview === self {
            subviews.removeAll { $0 === view }
        } else {
            view.willMove(toSuperview: self)
            if let old = view.superview {
                old.willRemoveSubview(view)
                old.subviews.removeAll { $0 === view }
                view.leaveEngine()
                view.superview = nil
            } else {
                view.leaveEngine()
            }
            if oldWindow !== window { view.tellWillMove(to: window) }
            view.superview = self
        }
        let index = max(0, min(index, subviews.count))
        let above = index < subviews.count ? subviews[index] : nil
        subviews.insert(view, at: index)
        if let above { layer.insertSublayer(view.layer, below: above.layer) } else { layer.addSublayer(view.layer) }
        view.finishMove(from: oldWindow, isNew: true, into: self)
    }

    /// Removes the animations of a tree that leaves its window; their completions then run with false.
    func endAnimations() {
        if layer.hasRunningAnimations { layer.removeAllAnimations() }
        for child in subviews { child.endAnimations() }
    }

    func finishMove(from oldWindow: UIWindow?, isNew: Bool, into parent: UIView?) {
        if oldWindow !== window {
            tellDidMove()
            oldWindow?.focusableContentDidChange()
            window?.focusableContentDidChange()
        }
        if parent != nil { traitsChanged() }
        awaitConstraintUpdates()
        layoutEngineChanged()
        didMoveToSuperview()
        if let parent {
            parent.didAddSubview(self)
            parent.setNeedsLayout()
        }
    }

    func tellWillMove(to window: UIWindow?) {
        controller?.viewWillMove(isInWindow: window != nil)
        willMove(toWindow: window)
        for child in subviews { child.tellWillMove(to: window) }
    }

    private func tellDidMove() {
        didMoveToWindow()
        controller?.viewDidMove()
        for child in subviews { child.tellDidMove() }
    }

    /// Changes the frame after the superview's size has changed. The flexible parts share the change in proportion to
    /// their lengths, or equally where all lengths are zero.
    func autoresize(from old: CGSize, to new: CGSize) {
        func part(
            _ low: CGFloat, _ length: CGFloat, _ oldWhole: CGFloat, _ newWhole: CGFloat, _ flexible: (Bool, Bool, Bool)
        ) -> (CGFloat, CGFloat) {
            let growth = newWhole - oldWhole
            let high = oldWhole - low - length
            let parts = [(flexible.0, low), (flexible.1, length), (flexible.2, high)].filter(\.0).map(\.1)
            guard !parts.isEmpty, growth != 0 else { return (low, length) }
            let sum = parts.reduce(0, +)
            func share(_ isFlexible: Bool, _ size: CGFloat) -> CGFloat {
                isFlexible ? growth * (sum > 0 ? size / sum : 1 / CGFloat(parts.count)) : 0
            }
            return (low + share(flexible.0, low), max(0, length + share(flexible.1, length)))
        }
        let mask = autoresizingMask
        guard !mask.isEmpty else { return }
        let old1 = frame
        let (x, width) = part(
            old1.minX, old1.width, old.width, new.width,
            (mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin)))
        let (y, height) = part(
            old1.minY, old1.height, old.height, new.height,
            (mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin)))
        frame = CGRect(x: x, y: y, width: width, height: height)
    }

    /// Returns a description of the view tree below this view, one line for each view: class, frame, and whether it is
    /// hidden or transparent.
    package func printViewHierarchy() -> String {
        func lines(_ view: UIView, _ depth: Int) -> String {
            let f = view.frame
            let state = (view.isHidden ? " hidden" : "") + (view.alpha < 1 ? " alpha \(view.alpha)" : "")
            let own =
                "\(String(repeating: "  ", count: depth))\(type(of: view)) (\(f.minX) \(f.minY); \(f.width) \(f.height))\(state)\n"
            return own + view.subviews.map { lines($0, depth + 1) }.joined()
        }
        return lines(self, 0)
    }
}
