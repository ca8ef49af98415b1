import CoreGraphics
public import Foundation

/// Determines the frame of a presented controller's view and adds accompanying views, such as a dimming view behind it.
///
/// For the style `.custom`, the transitioning delegate provides an instance. Lives from the presentation until the end
/// of the dismissal.
@preconcurrency @MainActor open class UIPresentationController: NSObject {
    /// The presented controller, referenced weakly because that controller owns this object. An empty controller is
    /// returned after the presented controller has been deallocated.
    open var presentedViewController: UIViewController { presented ?? UIViewController() }
    open var presentingViewController: UIViewController { presenting ?? presentedViewController }
    private weak var presented: UIViewController?
    private weak var presenting: UIViewController?
    /// The superview of the presented view and its accompanying views, as large as the window; nil before the
    /// presentation and after the dismissal.
    open internal(set) var containerView: UIView?
    /// The superview from which the presentation removed the presenter's view.
    weak var presenterHolder: UIView?
    /// Ends a presentation without an animation, which otherwise ends in the next turn of the main loop.
    var endOfPresentation: (() -> Void)?
    /// The dismissals that were requested during an animated presentation; they run after its end.
    var dismissalAfterPresentation: (() -> Void)?
    /// The item that had the focus before the presentation. The focus returns to it after the dismissal.
    weak var focusBefore: (any UIFocusItem)?

    public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
        presented = presentedViewController
        presenting = presentingViewController
    }

    open var presentationStyle: UIModalPresentationStyle { presentedViewController.modalPresentationStyle }
    open var presentedView: UIView? { presentedViewController.viewIfLoaded }
    open var frameOfPresentedViewInContainerView: CGRect { containerView?.bounds ?? .zero }
    open var shouldPresentInFullscreen: Bool { true }

    /// Whether the presenter's view is removed from the window while the presented view is shown.
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
        // Sets the center and the bounds rather than the frame, as a running transition may have set a transform.
        view.bounds.size = frame.size
        view.center = CGPoint(x: frame.midX, y: frame.midY)
    }
}

/// The presentation controller of page and form sheets: a panel in the middle of the window above a dimming view.
///
/// Apple: sheets rise from the lower edge and can be dragged. Here: sheets appear in the middle, as on the Mac.
final class SheetPresentationController: UIPresentationController {
    private let shade = UIView(frame: .zero)
    /// The size of a form sheet in points. `pageWidth` is the width of a page sheet, and `margin` the least distance of
    /// a sheet from the window's edges.
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

/// The container view of a presentation.
final class PresentationContainerView: UIView {
    private weak var presentation: UIPresentationController?
    /// Whether a transition is running. The animator then sets the frame of the presented view.
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

    /// Dismisses the presented controller when the remote's menu button is pressed, unless `isModalInPresentation` is
    /// set.
    override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard let presented = presentation?.presentedViewController, traitCollection.userInterfaceIdiom == .tv,
            !presented.isModalInPresentation, presses.contains(where: { $0.type == .menu })
        else { return super.pressesEnded(presses, with: event) }
        presented.dismiss(animated: true)
    }
}
