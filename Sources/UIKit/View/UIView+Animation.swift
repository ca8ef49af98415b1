import CoreGraphics
public import Foundation
import QuartzCore

extension UIView {
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let layoutSubviews = AnimationOptions(rawValue: 1)
        public static let allowUserInteraction = AnimationOptions(rawValue: 2)
        public static let beginFromCurrentState = AnimationOptions(rawValue: 4)
        public static let `repeat` = AnimationOptions(rawValue: 8)
        public static let autoreverse = AnimationOptions(rawValue: 16)
        public static let curveEaseInOut: AnimationOptions = []
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    }

    public enum AnimationCurve: Int, Sendable { case easeInOut = 0, easeIn, easeOut, linear }

    /// The parameters of the `animate` call whose block is running.
    @MainActor struct AnimationBlock {
        var duration: TimeInterval
        var delay: TimeInterval
        var options: AnimationOptions
        var run: AnimationRun?

        func action(for layer: CALayer, key: String) -> (any CAAction)? {
            guard duration > 0 else { return nil }
            let animation = CABasicAnimation(keyPath: key)
            let isMoving = layer.animation(forKey: key) != nil
            let start = isMoving ? layer.presentation() ?? layer : layer
            animation.fromValue = start.value(forKeyPath: key)
            animation.duration = duration
            if delay > 0 {
                animation.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) + delay
                animation.fillMode = .backwards
            }
            switch options.rawValue >> 16 & 3 {
            case 1: animation.timingFunction = CAMediaTimingFunction(name: .easeIn)
            case 2: animation.timingFunction = CAMediaTimingFunction(name: .easeOut)
            case 3: animation.timingFunction = CAMediaTimingFunction(name: .linear)
            default: animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
            }
            if options.contains(.repeat) { animation.repeatCount = .infinity }
            animation.autoreverses = options.contains(.autoreverse)
            if let run {
                animation.delegate = run
                run.add()
            }
            return animation
        }
    }

    private static var blocks: [AnimationBlock?] = []
    private static var areEnabled = true

    static var animationInProgress: AnimationBlock? {
        guard areEnabled, let block = blocks.last else { return nil }
        return block
    }

    public class var areAnimationsEnabled: Bool { areEnabled }
    public class func setAnimationsEnabled(_ enabled: Bool) { areEnabled = enabled }
    public class var inheritedAnimationDuration: TimeInterval { animationInProgress?.duration ?? 0 }

    /// Animates the changes of animatable properties that `animations` makes. The properties return their new values at
    /// once.
    ///
    /// `completion` runs on the main thread, always after this call has returned: after the delay and the duration, or in
    /// the next turn of the main loop where nothing is animated. Its argument is false if another change has replaced
    /// or removed an animation; if all of them are replaced or removed, `completion` runs early. With the option
    /// `.repeat` it runs only in that case.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        let duration = duration.isFinite ? max(0, duration) : 0
        let delay = delay.isFinite ? max(0, delay) : 0
        let run = completion.map { AnimationRun(completion: $0) }
        blocks.append(AnimationBlock(duration: duration, delay: delay, options: options, run: run))
        animations()
        blocks.removeLast()
        let passes = options.contains(.autoreverse) ? 2.0 : 1
        run?.start(endingAfter: options.contains(.repeat) && areEnabled ? nil : duration * passes + delay)
    }

    /// Apple: animates with a spring. Here: animates with an ease-out curve, which resembles a well-damped spring.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        animate(
            withDuration: duration, delay: delay, options: options.union(.curveEaseOut), animations: animations,
            completion: completion)
    }

    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        blocks.append(nil)
        actionsWithoutAnimation()
        blocks.removeLast()
    }

    /// Applies changes to the tree below `view`, and fades the view in where the options include a cross dissolve.
    public class func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        performWithoutAnimation { animations?() }
        if options.contains(.transitionCrossDissolve), duration > 0, areEnabled {
            let fade = CABasicAnimation(keyPath: "opacity")
            fade.fromValue = Float(0)
            fade.duration = duration
            let run = AnimationRun(completion: completion)
            fade.delegate = run
            run.add()
            view.layer.add(fade, forKey: "transition")
            run.start(endingAfter: duration)
        } else if let completion {
            HostTime.after(areEnabled ? duration : 0) { completion(true) }
        }
    }
}

public enum UIViewAnimatingPosition: Int, Sendable { case end = 0, start, current }

public enum UIViewAnimatingState: Int, Sendable {
    /// Not started, or finished.
    case inactive = 0
    case active
    /// Stopped; `finishAnimation(at:)` has to follow.
    case stopped
}

/// An animation that can be started and stopped.
///
/// Apple: also paused, scrubbed and reversed. Here: it runs to its end, or is stopped at its start or end.
@preconcurrency @MainActor public protocol UIViewAnimating: NSObjectProtocol {
    var state: UIViewAnimatingState { get }
    var isRunning: Bool { get }
    func startAnimation()
    func startAnimation(afterDelay delay: TimeInterval)
    func stopAnimation(_ withoutFinishing: Bool)
    func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// An animation of the changes that blocks make, such as a view controller's transition.
@preconcurrency @MainActor public protocol UIViewImplicitlyAnimating: UIViewAnimating {
    func addAnimations(_ animation: @escaping () -> Void)
    func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
}

/// An animator that collects animations and starts them later.
@preconcurrency @MainActor open class UIViewPropertyAnimator: NSObject, UIViewImplicitlyAnimating {
    open var isRunning: Bool { state == .active }
    open private(set) var state = UIViewAnimatingState.inactive
    /// Counts the starts, so that the end of a stopped animation is ignored.
    private var starts = 0
    open private(set) var duration: TimeInterval
    private let options: UIView.AnimationOptions
    private var animations: [() -> Void] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []

    public init(duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil) {
        self.duration = duration
        options = UIView.AnimationOptions(rawValue: UInt(curve.rawValue) << 16)
        super.init()
        if let animations { self.animations = [animations] }
    }

    open func addAnimations(_ animation: @escaping () -> Void) { animations.append(animation) }
    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
        completions.append(completion)
    }
    open func startAnimation() { startAnimation(afterDelay: 0) }

    open func startAnimation(afterDelay delay: TimeInterval) {
        guard state == .inactive else { return }
        state = .active
        starts += 1
        let (run, start) = (animations, starts)
        animations = []
        UIView.animate(withDuration: duration, delay: delay, options: options) {
            for animation in run { animation() }
        } completion: { _ in
            guard self.state == .active, self.starts == start else { return }
            self.complete(at: .end)
        }
    }

    /// Ends the animation; the animated properties keep their new values.
    /// - Parameter withoutFinishing: whether the animator becomes inactive at once, without its completions. Otherwise it waits for
    ///   `finishAnimation(at:)`.
    open func stopAnimation(_ withoutFinishing: Bool) {
        guard state == .active else { return }
        if withoutFinishing {
            completions = []
            state = .inactive
        } else {
            state = .stopped
        }
    }

    /// Runs the completions of a stopped animation.
    open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
        if state == .stopped { complete(at: finalPosition) }
    }

    private func complete(at position: UIViewAnimatingPosition) {
        state = .inactive
        let done = completions
        completions = []
        for completion in done { completion(position) }
    }
}
