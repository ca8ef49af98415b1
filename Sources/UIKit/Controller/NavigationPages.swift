import CoreGraphics

/// The pages of a navigation controller: that of the top controller, and during a transition the former one.
@MainActor final class NavigationPages {
    let view = UIView(frame: .zero)
    private(set) var top: NavigationPage?
    private let onScroll: @MainActor () -> Void

    /// - Parameter onScroll: called after the content of a page has scrolled.
    init(onScroll: @escaping @MainActor () -> Void) {
        self.onScroll = onScroll
        view.clipsToBounds = true
    }

    /// Adds the page of a controller: above the other one, or below for a pop. The former page stays in the view.
    func add(_ controller: UIViewController?, isPop: Bool) {
        top = controller.map { NavigationPage($0, frame: view.bounds) }
        guard let top else { return }
        view.insertSubview(top, at: isPop ? 0 : view.subviews.count)
        top.onScroll = { [weak self] in self?.onScroll() }
    }

    func removeTop() {
        top?.removeFromSuperview()
        top = nil
    }

    /// Replaces the top page with the former one.
    func restore(_ former: NavigationPage?) {
        top?.removeFromSuperview()
        top?.content.viewIfLoaded?.removeFromSuperview()
        top = former
        if let former, let view = former.content.viewIfLoaded { former.addSubview(view) }
    }

    /// Moves the view of the top controller back into its page, where a custom animator has moved it into the container.
    func settle() {
        guard let top, let content = top.content.viewIfLoaded, content.superview !== top else { return }
        UIView.performWithoutAnimation {
            top.addSubview(content)
            top.layoutIfNeeded()
        }
    }

    /// - Parameters:
    ///   - covered: the parts of the pages that bars cover.
    ///   - isOpaque: whether the bar at the upper edge is.
    func layOut(covered: UIEdgeInsets, isOpaque: Bool) {
        for case let page as NavigationPage in view.subviews {
            page.bounds.size = view.bounds.size
            page.center = CGPoint(x: view.bounds.midX, y: view.bounds.midY)
            let endsAtBar = isOpaque && !page.content.extendedLayoutIncludesOpaqueBars
            page.extendedEdges = page.content.edgesForExtendedLayout.subtracting(endsAtBar ? .top : [])
            page.covered = covered
        }
    }
}
