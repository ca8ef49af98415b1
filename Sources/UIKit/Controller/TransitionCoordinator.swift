public import CoreGraphics
public import Foundation

public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let from = Self(rawValue: "UITransitionContextFromViewController")
    public static let to = Self(rawValue: "UITransitionContextToViewController")
}

public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let from = Self(rawValue: "UITransitionContextFromView")
    public static let to = Self(rawValue: "UITransitionContextToView")
}

/// The state of a running transition. `isCancelled` is final only in a completion.
@preconcurrency @MainActor public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
    var isAnimated: Bool { get }
    var presentationStyle: UIModalPresentationStyle { get }
    var initiallyInteractive: Bool { get }
    var isInteractive: Bool { get }
    var isInterruptible: Bool { get }
    var isCancelled: Bool { get }
    var transitionDuration: TimeInterval { get }
    var percentComplete: CGFloat { get }
    var completionVelocity: CGFloat { get }
    var completionCurve: UIView.AnimationCurve { get }
    var containerView: UIView { get }
    var targetTransform: CGAffineTransform { get }
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    func view(forKey key: UITransitionContextViewKey) -> UIView?
}

/// Runs a client's animations alongside a transition. Every completion runs exactly once, also when the transition is
/// cancelled.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    @discardableResult func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
    @discardableResult func animateAlongsideTransition(
        in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
    func notifyWhenInteractionChanges(
        _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void)
}

extension UIViewControllerTransitionCoordinator {
    @discardableResult public func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool { animate(alongsideTransition: animation, completion: nil) }
    @discardableResult public func animateAlongsideTransition(
        in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool { animateAlongsideTransition(in: view, animation: animation, completion: nil) }
    public func notifyWhenInteractionEnds(
        _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
    ) { notifyWhenInteractionChanges(handler) }
}

/// The coordinator of one transition. AVKit creates its own coordinators for entering and leaving full screen.
package final class TransitionCoordinator: NSObject, UIViewControllerTransitionCoordinator {
    package let isAnimated: Bool
    package let presentationStyle: UIModalPresentationStyle
    package let initiallyInteractive: Bool
    package private(set) var isInteractive: Bool
    package private(set) var isCancelled = false
    package let transitionDuration: TimeInterval
    package var percentComplete: CGFloat = 0
    package let containerView: UIView
    package var isInterruptible: Bool { false }
    package var completionVelocity: CGFloat { 1 }
    package var completionCurve: UIView.AnimationCurve { .easeInOut }
    package var targetTransform: CGAffineTransform { .identity }

    /// Weak, so that a controller that is released during its own transition is deallocated.
    private struct Weak { weak var controller: UIViewController? }
    private let controllers: [UITransitionContextViewControllerKey: Weak]
    private var animations: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
    private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
    private var interactionHandlers: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
    private enum Stage { case collecting, running, over }
    private var stage = Stage.collecting

    package init(
        from: UIViewController?, to: UIViewController?, containerView: UIView, duration: TimeInterval,
        isInteractive: Bool = false, style: UIModalPresentationStyle = .fullScreen
    ) {
        controllers = [.from: Weak(controller: from), .to: Weak(controller: to)]
        self.containerView = containerView
        transitionDuration = duration
        isAnimated = duration > 0
        self.isInteractive = isInteractive
        initiallyInteractive = isInteractive
        presentationStyle = style
    }

    package func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController? {
        controllers[key]?.controller
    }

    package func view(forKey key: UITransitionContextViewKey) -> UIView? {
        controllers[key == .from ? .from : .to]?.controller?.viewIfLoaded
    }

    package func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
        guard stage != .over else {
            // Apple does not document this case. Here the completion still runs, after this call has returned.
            if let completion { HostTime.after(0) { completion(self) } }
            return false
        }
        if let animation {
            if stage == .running { animation(self) } else { animations.append(animation) }
        }
        if let completion { completions.append(completion) }
        return true
    }

    package func animateAlongsideTransition(
        in view: UIView?, animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool { animate(alongsideTransition: animation, completion: completion) }

    package func notifyWhenInteractionChanges(
        _ handler: @escaping (any UIViewControllerTransitionCoordinatorContext) -> Void
    ) { interactionHandlers.append(handler) }

    /// Runs the collected animations; call it inside the transition's own animation block.
    package func runAnimations() {
        guard stage == .collecting else { return }
        stage = .running
        let run = animations
        animations = []
        for animation in run { animation(self) }
    }

    /// Ends the interactive part after the user has lifted the finger, with the decision to complete or cancel the
    /// transition.
    package func endInteraction(cancelled: Bool) {
        guard isInteractive else { return }
        isInteractive = false
        isCancelled = cancelled
        for handler in interactionHandlers { handler(self) }
    }

    /// Ends the transition and runs all completions. A second call does nothing. The animations of a transition that is
    /// cancelled before they have started do not run.
    package func finish(cancelled: Bool = false) {
        guard stage != .over else { return }
        if !cancelled { runAnimations() }
        animations = []
        isCancelled = cancelled
        percentComplete = cancelled ? 0 : 1
        stage = .over
        let run = completions
        completions = []
        for completion in run { completion(self) }
    }
}
