import CoreGraphics
import Foundation

/// Shows, hides and places the navigation bar and the toolbar of a navigation controller.
@MainActor final class NavigationBars {
    private unowned let owner: UINavigationController
    private let bar: UINavigationBar
    private let toolbar: UIToolbar
    private(set) var isBarHidden = false
    private(set) var isToolbarHidden = true

    init(_ owner: UINavigationController, _ bar: UINavigationBar, _ toolbar: UIToolbar) {
        self.owner = owner
        self.bar = bar
        self.toolbar = toolbar
    }

    // MARK: Showing and hiding

    func hideBar(_ isHidden: Bool, animated: Bool) {
        guard isHidden != isBarHidden else { return }
        isBarHidden = isHidden
        bar.isUserInteractionEnabled = !isHidden
        bar.accessibilityElementsHidden = isHidden
        animate(animated)
    }

    func hideToolbar(_ isHidden: Bool, animated: Bool) {
        guard isHidden != isToolbarHidden else { return }
        isToolbarHidden = isHidden
        update(animated: animated)
    }

    private var showsToolbar: Bool { !isToolbarHidden && !owner.hidesBottomBar }

    /// Displays the items of the top controller and shows or hides the toolbar.
    func update(animated: Bool) {
        (owner.parent as? UITabBarController)?.stackDidChange(animated: animated)
        guard owner.isViewLoaded else { return }
        toolbar.actionStart = owner.topViewController?.viewIfLoaded
        let items = owner.topViewController?.toolbarItems
        if !Self.areSame(toolbar.items, items) { toolbar.setItems(items, animated: animated && showsToolbar) }
        if showsToolbar { toolbar.isHidden = false }
        animate(animated) { [weak self, weak owner] in
            guard let self, owner != nil else { return }
            toolbar.isHidden = !showsToolbar
        }
    }

    private static func areSame(_ first: [UIBarButtonItem]?, _ second: [UIBarButtonItem]?) -> Bool {
        let (first, second) = (first ?? [], second ?? [])
        return first.count == second.count && zip(first, second).allSatisfy { $0 === $1 }
    }

    private func animate(_ animated: Bool, completion: (() -> Void)? = nil) {
        guard let view = owner.viewIfLoaded else { return }
        view.setNeedsLayout()
        guard animated, view.window != nil else {
            if view.window != nil { view.layoutIfNeeded() }
            completion?()
            return
        }
        UIView.animate(withDuration: TimeInterval(UINavigationController.hideShowBarDuration)) {
            view.layoutIfNeeded()
        } completion: { _ in
            completion?()
        }
    }

    // MARK: Layout

    /// Places the bars.
    /// - Returns: the insets that the bars and the safe area cover.
    func layOut(_ bounds: CGRect, safe: UIEdgeInsets) -> UIEdgeInsets {
        let height = bar.fittingHeight
        bar.frame = CGRect(x: 0, y: isBarHidden ? -height : safe.top, width: bounds.width, height: height)
        bar.alpha = isBarHidden ? 0 : 1
        let toolbarHeight = toolbar.sizeThatFits(bounds.size).height
        let showsToolbar = showsToolbar
        toolbar.frame = CGRect(
            x: 0, y: showsToolbar ? bounds.height - safe.bottom - toolbarHeight : bounds.height, width: bounds.width,
            height: toolbarHeight)
        return UIEdgeInsets(
            top: safe.top + (isBarHidden ? 0 : height), left: safe.left,
            bottom: safe.bottom + (showsToolbar ? toolbarHeight : 0), right: safe.right)
    }
}
