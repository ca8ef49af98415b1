extension UIViewController {
    func begin(_ isAppearing: Bool, _ animated: Bool) {
        if isAppearing {
            guard appearance == .gone || appearance == .disappearing else { return }
            loadViewIfNeeded()
            prepareToAppear()
            appearance = .appearing
            viewWillAppear(animated)
        } else {
            guard appearance == .shown || appearance == .appearing else { return }
            appearance = .disappearing
            viewWillDisappear(animated)
        }
        for child in forwarded { child.begin(isAppearing, animated) }
        if isAppearing { didAdvanceAppearance(animated: animated) }
    }

    func finish(_ animated: Bool) {
        switch appearance {
        case .appearing:
            viewIsAppearing(animated)
            viewIfLoaded?.layoutIfNeeded()
            appearance = .shown
            userActivity?.becomeCurrent()
            viewDidAppear(animated)
        case .disappearing:
            appearance = .gone
            userActivity?.resignCurrent()
            viewDidDisappear(animated)
        case .gone, .shown: return
        }
        for child in forwarded { child.finish(animated) }
        if appearance == .shown { didAdvanceAppearance(animated: animated) }
    }

    /// The children whose views are in this controller's view.
    private var forwarded: [UIViewController] {
        guard shouldAutomaticallyForwardAppearanceMethods, let view = viewIfLoaded else { return [] }
        return children.filter { $0.viewIfLoaded?.isDescendant(of: view) ?? false }
    }

    private var isSteeredFromAbove: Bool {
        var controller: UIViewController? = self
        while let present = controller {
            if present.isSteered { return true }
            controller = present.parent
        }
        return false
    }

    /// Runs the first appearance callback when the view enters or leaves a window and no container or presentation
    /// controls the callbacks.
    ///
    /// A child that is added to a parent in transition appears with the parent.
    func viewWillMove(isInWindow: Bool) {
        guard !isSteered, parent?.shouldAutomaticallyForwardAppearanceMethods ?? true else { return }
        if isSteeredFromAbove, isInWindow, parent?.appearance != .appearing, parent?.appearance != .shown { return }
        begin(isInWindow, false)
    }

    func viewDidMove() {
        guard !isSteered, parent?.shouldAutomaticallyForwardAppearanceMethods ?? true else { return }
        // The callback of the parent's transition follows for a child that moves with its parent.
        if isSteeredFromAbove, parent?.appearance != .shown, viewIfLoaded?.superview != nil { return }
        finish(false)
    }
}
