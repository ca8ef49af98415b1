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
        /// In a transition between two views: hides and shows them, instead of removing and adding them.
        public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
        public static let curveEaseInOut: AnimationOptions = []
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)

        var curve: CAMediaTimingFunctionName {
            switch rawValue >> 16 & 3 {
            case 1: .easeIn
            case 2: .easeOut
            case 3: .linear
            default: .easeInEaseOut
            }
        }
    }

    public enum AnimationCurve: Int, Sendable { case easeInOut = 0, easeIn, easeOut, linear }

    /// The parameters of the `animate` call whose block is running.
    @MainActor struct AnimationBlock {
        var duration: TimeInterval
        var delay: TimeInterval
        var options: AnimationOptions
        var run: AnimationRun?
        /// Records the changes instead of animating them.
        var changes: PropertyChanges?
        /// Replaces the curve of the options.
        var spring: UISpringTimingParameters?

        func action(for layer: CALayer, key: String) -> (any CAAction)? {
            if let changes {
                changes.willChange(layer, key)
                return nil
            }
            guard duration > 0 else { return nil }
            let animation = spring?.animation(duration: duration) ?? CABasicAnimation()
            animation.keyPath = key
            let isMoving = layer.animation(forKey: key) != nil
            let start = isMoving ? layer.presentation() ?? layer : layer
            animation.fromValue = start.value(forKeyPath: key)
            animation.duration = duration
            if delay > 0 {
                animation.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) + delay
                animation.fillMode = .backwards
            }
            if spring == nil { animation.timingFunction = CAMediaTimingFunction(name: options.curve) }
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

    /// Runs `body` with the parameters of its animations.
    static func withBlock(_ block: AnimationBlock, _ body: () -> Void) {
        blocks.append(block)
        body()
        blocks.removeLast()
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
        animate(
            duration: duration, delay: delay, options: options, spring: nil, animations: animations,
            completion: completion)
    }

    /// Animates with a spring that settles in the duration. `completion` runs as with the other methods.
    /// - Parameters:
    ///   - dampingRatio: 1 does not overshoot; lower values oscillate longer. Apple: any value. Here: from 0.05 to 1.
    ///   - velocity: the speed at the start, in fractions of the way per second.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: @escaping () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        let spring = UISpringTimingParameters(
            dampingRatio: dampingRatio, initialVelocity: CGVector(dx: velocity, dy: velocity))
        animate(
            duration: duration, delay: delay, options: options, spring: spring, animations: animations,
            completion: completion)
    }

    /// Animates with a spring of a perceived duration. `completion` runs when the spring has settled, which is later.
    /// - Parameters:
    ///   - bounce: 0 does not overshoot, and values towards 1 oscillate longer; negative values are slower towards the end.
    ///   - velocity: the speed at the start, in fractions of the way per second.
    public class func animate(
        springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity velocity: CGFloat = 0,
        delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void,
        completion: ((Bool) -> Void)? = nil
    ) {
        let spring = UISpringTimingParameters(
            duration: duration, bounce: bounce, initialVelocity: CGVector(dx: velocity, dy: velocity))
        let isAnimated = duration.isFinite && duration > 0
        animate(
            duration: isAnimated ? spring.animation(duration: duration).duration : 0, delay: delay, options: options,
            spring: spring, animations: animations, completion: completion)
    }

    private static func animate(
        duration: TimeInterval, delay: TimeInterval, options: AnimationOptions, spring: UISpringTimingParameters?,
        animations: () -> Void, completion: ((Bool) -> Void)?
    ) {
        let duration = duration.isFinite ? max(0, duration) : 0
        let delay = delay.isFinite ? max(0, delay) : 0
        let run = completion.map { AnimationRun(completion: $0) }
        withBlock(
            AnimationBlock(duration: duration, delay: delay, options: options, run: run, spring: spring), animations)
        let passes = options.contains(.autoreverse) ? 2.0 : 1
        run?.start(endingAfter: options.contains(.repeat) && areEnabled ? nil : duration * passes + delay)
    }

    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        blocks.append(nil)
        actionsWithoutAnimation()
        blocks.removeLast()
    }

    /// Applies changes to `view` and the tree below it, with a cross dissolve from the former content where the options include it.
    public class func transition(
        with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
        completion: ((Bool) -> Void)? = nil
    ) {
        if options.contains(.transitionCrossDissolve), duration > 0, areEnabled {
            let fade = CATransition()
            fade.duration = duration
            fade.timingFunction = CAMediaTimingFunction(name: options.curve)
            let run = AnimationRun(completion: completion)
            fade.delegate = run
            run.add()
            view.layer.add(fade, forKey: kCATransition)
            performWithoutAnimation { animations?() }
            run.start(endingAfter: duration)
            return
        }
        performWithoutAnimation { animations?() }
        if let completion {
            HostTime.after(areEnabled ? duration : 0) { completion(true) }
        }
    }

    /// Replaces a view by another one in its superview, with a cross dissolve where the options include it. With `.showHideTransitionViews` both
    /// views stay in the tree, and only the second one is visible.
    ///
    /// `completion` is called after the duration.
    public class func transition(
        from fromView: UIView, to toView: UIView, duration: TimeInterval, options: AnimationOptions = [],
        completion: ((Bool) -> Void)? = nil
    ) {
        let showsAndHides = options.contains(.showHideTransitionViews)
        performWithoutAnimation {
            if showsAndHides {
                toView.isHidden = false
            } else {
                fromView.superview?.insertSubview(toView, aboveSubview: fromView)
            }
        }
        let end = { if showsAndHides { fromView.isHidden = true } else { fromView.removeFromSuperview() } }
        let dissolves = options.contains(.transitionCrossDissolve) && duration > 0 && areEnabled
        guard dissolves else {
            end()
            if let completion { HostTime.after(areEnabled ? duration : 0) { completion(true) } }
            return
        }
        let alpha = toView.alpha
        performWithoutAnimation { toView.alpha = 0 }
        animate(withDuration: duration, options: options, animations: { toView.alpha = alpha }) {
            end()
            completion?($0)
        }
    }
}
