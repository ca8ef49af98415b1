import CoreGraphics
public import Foundation

/// Decides where a presented controller's view stands and what comes with it, such as a shade behind it.
///
/// A transitioning delegate gives one of its own for `.custom`. Lives from the presentation to the end of the dismissal.
@preconcurrency @MainActor open class UIPresentationController: NSObject {
    /// Weak, as the presented controller owns this one: without it there is nothing to present, and an empty one is returned.
    open var presentedViewController: UIViewController { presented ?? UIViewController() }
    open var presentingViewController: UIViewController { presenting ?? presentedViewController }
    private weak var presented: UIViewController?
    private weak var presenting: UIViewController?
    /// Holds the presented view and what comes with it; as large as the window. nil before and after.
    open internal(set) var containerView: UIView?
    /// Where the presenter's view was before it was taken away.
    weak var presenterHolder: UIView?
    /// What had the focus before, to give it back.
    weak var focusBefore: (any UIFocusItem)?

    public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
        presented = presentedViewController
        presenting = presentingViewController
    }

    open var presentationStyle: UIModalPresentationStyle { presentedViewController.modalPresentationStyle }
    open var presentedView: UIView? { presentedViewController.viewIfLoaded }
    open var frameOfPresentedViewInContainerView: CGRect { containerView?.bounds ?? .zero }
    open var shouldPresentInFullscreen: Bool { true }

    /// Whether the presenter's view leaves the window while the other one is shown.
    open var shouldRemovePresentersView: Bool {
        switch presentationStyle {
        case .fullScreen, .automatic, .none, .currentContext: true
        default: false
        }
    }

    open func presentationTransitionWillBegin() {}
    open func presentationTransitionDidEnd(_ completed: Bool) {}
    open func dismissalTransitionWillBegin() {}
    open func dismissalTransitionDidEnd(_ completed: Bool) {}
    open func containerViewWillLayoutSubviews() {}
    open func containerViewDidLayoutSubviews() {}

    func placePresentedView() {
        guard let view = presentedView, view.superview === containerView else { return }
        let frame = frameOfPresentedViewInContainerView
        // By its middle and size, as the view may be under way by a transform.
        view.bounds.size = frame.size
        view.center = CGPoint(x: frame.midX, y: frame.midY)
    }
}

/// A panel in the middle of the window over a shade: page and form sheets.
///
/// Apple: sheets rise from the lower edge and follow the finger. Here they stand in the middle, as on the Mac.
final class SheetPresentationController: UIPresentationController {
    private let shade = UIView(frame: .zero)
    /// What a form measures, and the least distance of a sheet to the window's edges, in points.
    static let formSize = CGSize(width: 540, height: 620)
    static let pageWidth: CGFloat = 720
    static let margin: CGFloat = 24

    override var frameOfPresentedViewInContainerView: CGRect {
        let room = (containerView?.bounds ?? .zero).insetBy(dx: Self.margin, dy: Self.margin)
        guard room.width > 0, room.height > 0 else { return containerView?.bounds ?? .zero }
        let standard =
            presentationStyle == .formSheet ? Self.formSize : CGSize(width: Self.pageWidth, height: room.height)
        let asked = presentedViewController.preferredContentSize
        let size = CGSize(
            width: min(room.width, asked.width > 0 ? asked.width : standard.width),
            height: min(room.height, asked.height > 0 ? asked.height : standard.height))
        return CGRect(
            x: (room.midX - size.width / 2).rounded(), y: (room.midY - size.height / 2).rounded(), width: size.width,
            height: size.height)
    }

    override func presentationTransitionWillBegin() {
        guard let containerView else { return }
        shade.backgroundColor = UIColor(white: 0, alpha: 0.4)
        shade.frame = containerView.bounds
        shade.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        containerView.insertSubview(shade, at: 0)
        presentedView?.layer.cornerRadius = 10
        presentedView?.clipsToBounds = true
        shade.alpha = 0
        presentedViewController.transitionCoordinator?.animate(alongsideTransition: { _ in self.shade.alpha = 1 })
    }

    override func dismissalTransitionWillBegin() {
        presentedViewController.transitionCoordinator?.animate(alongsideTransition: { _ in self.shade.alpha = 0 })
    }

    override func dismissalTransitionDidEnd(_ completed: Bool) { shade.alpha = completed ? 0 : 1 }
}

/// The view that holds a presentation.
final class PresentationContainerView: UIView {
    private weak var presentation: UIPresentationController?
    /// While it comes or goes, its animator places the view.
    var isInTransition = false

    init(frame: CGRect, presentation: UIPresentationController) {
        self.presentation = presentation
        super.init(frame: frame)
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        presentation?.containerViewWillLayoutSubviews()
        super.layoutSubviews()
        if !isInTransition { presentation?.placePresentedView() }
        presentation?.containerViewDidLayoutSubviews()
    }

    /// The remote's menu button goes back, unless the controller keeps it.
    override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard let presented = presentation?.presentedViewController, traitCollection.userInterfaceIdiom == .tv,
            !presented.isModalInPresentation, presses.contains(where: { $0.type == .menu })
        else { return super.pressesEnded(presses, with: event) }
        presented.dismiss(animated: true)
    }
}
