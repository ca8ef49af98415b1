import CoreGraphics
public import Foundation
import QuartzCore

/// An animator of the changes that blocks make, which can be paused, scrubbed, reversed and stopped.
@preconcurrency @MainActor open class UIViewPropertyAnimator: NSObject, UIViewImplicitlyAnimating {
    open var isRunning: Bool { state == .active && !isPaused }
    open private(set) var state = UIViewAnimatingState.inactive
    /// The duration of the whole way in seconds.
    open private(set) var duration: TimeInterval
    /// The seconds between the start and the first change of the last start.
    open private(set) var delay: TimeInterval = 0
    open private(set) var timingParameters: (any UITimingCurveProvider)?
    /// Whether `fractionComplete` is the fraction of the way when it is set, rather than that of the time.
    open var scrubsLinearly = true
    /// Whether the animation pauses at its end and remains active, instead of calling its completions.
    open var pausesOnCompletion = false

    open var isReversed = false {
        didSet { if isReversed != oldValue, isRunning { run(from: position, parameters: nil, factor: 0) } }
    }

    private var isPaused = false
    private var blocks: [(body: () -> Void, delayFactor: CGFloat)] = []
    private var completions: [(UIViewAnimatingPosition) -> Void] = []
    private var changes: [PropertyChanges.Change] = []
    private var motion: AnimatorMotion?
    private var pausedPosition = 0.0
    private var timer: HostTimer?

    public init(duration: TimeInterval, timingParameters parameters: any UITimingCurveProvider) {
        self.duration = duration.isFinite ? max(0, duration) : 0
        timingParameters = parameters
        super.init()
    }

    public convenience init(
        duration: TimeInterval, curve: UIView.AnimationCurve, animations: (() -> Void)? = nil
    ) {
        self.init(duration: duration, timingParameters: UICubicTimingParameters(animationCurve: curve))
        if let animations { addAnimations(animations) }
    }

    public convenience init(
        duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
        animations: (() -> Void)? = nil
    ) {
        self.init(
            duration: duration,
            timingParameters: UICubicTimingParameters(controlPoint1: point1, controlPoint2: point2))
        if let animations { addAnimations(animations) }
    }

    public convenience init(
        duration: TimeInterval, dampingRatio ratio: CGFloat, animations: (() -> Void)? = nil
    ) {
        self.init(duration: duration, timingParameters: UISpringTimingParameters(dampingRatio: ratio))
        if let animations { addAnimations(animations) }
    }

    /// Creates an animator and starts it.
    open class func runningPropertyAnimator(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((UIViewAnimatingPosition) -> Void)? = nil
    ) -> UIViewPropertyAnimator {
        let curve = UIView.AnimationCurve(rawValue: Int(options.rawValue >> 16 & 3)) ?? .easeInOut
        let animator = UIViewPropertyAnimator(duration: duration, curve: curve, animations: animations)
        if let completion { animator.addCompletion(completion) }
        animator.startAnimation(afterDelay: delay)
        return animator
    }

    open func addAnimations(_ animation: @escaping () -> Void) { addAnimations(animation, delayFactor: 0) }

    /// Adds changes. Those that are added to an active animator are animated on the rest of the way.
    /// - Parameter delayFactor: the fraction of the (remaining) way after which the changes begin.
    open func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {
        blocks.append((animation, delayFactor.isFinite ? min(max(delayFactor, 0), 1) : 0))
        guard state == .active else { return }
        let present = position
        takeBlocks(from: present)
        if isRunning { run(from: present, parameters: nil, factor: 0) } else { show(present) }
    }

    open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
        completions.append(completion)
    }

    open func startAnimation() { startAnimation(afterDelay: 0) }

    /// Starts, or continues a paused animation.
    open func startAnimation(afterDelay delay: TimeInterval) {
        switch state {
        case .inactive:
            state = .active
            isPaused = false
            self.delay = delay.isFinite ? max(0, delay) : 0
            takeBlocks(from: 0)
            run(from: 0, parameters: nil, factor: 1, delay: self.delay)
        case .active: if isPaused { continueAnimation(withTimingParameters: nil, durationFactor: 0) }
        case .stopped: return
        }
    }

    /// Pauses the animation where it is; an inactive one becomes active at its start.
    open func pauseAnimation() {
        switch state {
        case .inactive:
            state = .active
            takeBlocks(from: 0)
            pause(at: 0)
        case .active: if !isPaused { pause(at: position) }
        case .stopped: return
        }
    }

    open func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
    {
        guard state == .active, isPaused else { return }
        run(from: pausedPosition, parameters: parameters, factor: durationFactor)
    }

    open var fractionComplete: CGFloat {
        get { CGFloat(min(max(position, 0), 1)) }
        set {
            guard state != .stopped else { return }
            if isRunning || state == .inactive { pauseAnimation() }
            let fraction = newValue.isFinite ? Double(min(max(newValue, 0), 1)) : 0
            pause(at: scrubsLinearly ? fraction : AnimatorMotion.curve(timingParameters, duration)(fraction))
        }
    }

    /// Stops the animation where it is: the properties take the displayed values.
    /// - Parameter withoutFinishing: whether the animator becomes inactive at once, without its completions. Otherwise it waits for
    ///   `finishAnimation(at:)`.
    open func stopAnimation(_ withoutFinishing: Bool) {
        guard state == .active else { return }
        settle(at: .current)
        if withoutFinishing {
            completions = []
            reset()
        } else {
            state = .stopped
        }
    }

    /// Gives the properties of a stopped animation their values at a position, and calls the completions.
    open func finishAnimation(at finalPosition: UIViewAnimatingPosition) {
        guard state == .stopped else { return }
        if finalPosition != .current { settle(at: finalPosition) }
        complete(at: finalPosition)
    }

    // MARK: Motion

    /// The fraction of the way that is displayed.
    private var position: Double {
        guard state == .active, !isPaused, let motion else { return pausedPosition }
        return motion.position(at: HostTime.now)
    }

    /// Runs the blocks and records their changes.
    private func takeBlocks(from position: Double) {
        let taken = blocks
        blocks = []
        let recorder = PropertyChanges()
        UIView.withBlock(UIView.AnimationBlock(duration: duration, delay: 0, options: [], changes: recorder)) {
            for block in taken {
                let threshold = position + Double(block.delayFactor) * (1 - position)
                recorder.record(threshold...1, block.body)
            }
        }
        changes += recorder.changes
    }

    /// Runs from a position to the end, or to the start where the animation is reversed.
    /// - Parameter factor: the duration as a fraction of the whole one; 0: in proportion to the way.
    private func run(
        from position: Double, parameters: (any UITimingCurveProvider)?, factor: CGFloat, delay: TimeInterval = 0
    ) {
        isPaused = false
        let goal = isReversed ? 0.0 : 1.0
        let part = factor > 0 ? Double(factor) : abs(goal - position)
        let motion = AnimatorMotion(
            parameters ?? timingParameters, from: position, to: goal, duration: duration * part, delay: delay,
            now: HostTime.now)
        self.motion = motion
        if UIView.areAnimationsEnabled { motion.add(changes) }
        timer?.cancel()
        let hasChanges = !changes.isEmpty && UIView.areAnimationsEnabled
        timer = HostTime.after(hasChanges ? motion.duration + delay : 0) { [self] in reachEnd() }
    }

    private func reachEnd() {
        guard state == .active, !isPaused else { return }
        if pausesOnCompletion { return pause(at: isReversed ? 0 : 1) }
        let end = isReversed ? UIViewAnimatingPosition.start : .end
        settle(at: end)
        complete(at: end)
    }

    private func pause(at position: Double) {
        timer?.cancel()
        timer = nil
        isPaused = true
        pausedPosition = position
        show(position)
    }

    private func show(_ position: Double) { AnimatorMotion.hold(changes, at: position) }

    /// Ends the animations of the layers, and gives the properties their values at a position.
    private func settle(at position: UIViewAnimatingPosition) {
        timer?.cancel()
        timer = nil
        AnimatorMotion.settle(changes, at: position)
    }

    private func complete(at position: UIViewAnimatingPosition) {
        let done = completions
        completions = []
        reset()
        for completion in done { completion(position) }
    }

    private func reset() {
        state = .inactive
        isPaused = false
        pausedPosition = 0
        changes = []
        motion = nil
    }
}
