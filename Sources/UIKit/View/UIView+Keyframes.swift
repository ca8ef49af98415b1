public import Foundation
import QuartzCore

extension UIView {
    public struct KeyframeAnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1)
        public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 2)
        public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 4)
        public static let `repeat` = KeyframeAnimationOptions(rawValue: 8)
        public static let autoreverse = KeyframeAnimationOptions(rawValue: 16)
        public static let calculationModeLinear: KeyframeAnimationOptions = []
        /// Values change at the end of their key frame, without values in between.
        public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
        /// Values change at an even speed, whatever the times of their key frames are.
        public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    }

    /// Animates the changes that calls of `addKeyframe` within `animations` make, each in its part of the duration. The properties return their
    /// last values at once. Changes outside of key frames are animated over the whole duration.
    ///
    /// `completion` is called as that of `animate(withDuration:delay:options:animations:completion:)`.
    public class func animateKeyframes(
        withDuration duration: TimeInterval, delay: TimeInterval, options: KeyframeAnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        let timing = KeyframeTiming(
            duration: duration.isFinite ? max(0, duration) : 0, delay: delay.isFinite ? max(0, delay) : 0,
            options: options)
        let changes = PropertyChanges()
        let run = AnimationRun(completion: completion)
        withBlock(AnimationBlock(duration: timing.duration, delay: timing.delay, options: [], changes: changes)) {
            changes.record(0...1, animations)
        }
        if timing.duration > 0 { timing.add(changes.changes, run) }
        let passes = options.contains(.autoreverse) ? 2.0 : 1
        run.start(
            endingAfter: options.contains(.repeat) && areAnimationsEnabled
                ? nil : timing.duration * passes + timing.delay)
    }

    /// Adds a key frame to the animation whose block is running. Outside of such a block, the changes are not animated.
    /// - Parameters:
    ///   - frameStartTime: the start as a fraction of the animation's duration.
    ///   - frameDuration: the duration as a fraction of the animation's duration.
    public class func addKeyframe(
        withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
        animations: @escaping () -> Void
    ) {
        guard let changes = animationInProgress?.changes else { return performWithoutAnimation(animations) }
        let start = frameStartTime.isFinite ? min(max(frameStartTime, 0), 1) : 0
        let length = frameDuration.isFinite ? max(frameDuration, 0) : 0
        changes.record(start...min(start + length, 1), animations)
    }
}
