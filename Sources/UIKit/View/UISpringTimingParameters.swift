public import CoreGraphics
public import Foundation
import QuartzCore

/// A motion like that of a mass on a spring.
@preconcurrency @MainActor open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
    private enum Spring {
        /// Settles in the duration of its animation.
        case fitting(ratio: CGFloat)
        case physical(mass: CGFloat, stiffness: CGFloat, damping: CGFloat)
    }

    private let spring: Spring
    /// The speed at the start, in fractions of the way per second.
    open private(set) var initialVelocity: CGVector

    /// A critically damped spring.
    public convenience override init() { self.init(dampingRatio: 1) }

    /// A spring that settles in the duration of its animation.
    /// - Parameter ratio: 1 does not overshoot; lower values oscillate longer.
    public convenience init(dampingRatio ratio: CGFloat) {
        self.init(dampingRatio: ratio, initialVelocity: CGVector())
    }

    public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
        spring = .fitting(ratio: ratio.isFinite ? min(max(ratio, 0.05), 1) : 1)
        initialVelocity = velocity
    }

    /// A spring whose duration replaces that of its animation.
    public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
        spring = .physical(mass: mass, stiffness: stiffness, damping: damping)
        initialVelocity = velocity
    }

    /// A spring of a perceived duration in seconds. Its own duration, until it has settled, replaces that of its animation.
    /// - Parameter bounce: 0 does not overshoot, and values towards 1 oscillate longer; negative values are slower towards the end.
    public convenience init(
        duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialVelocity: CGVector = CGVector()
    ) {
        let spring = CASpringAnimation(perceptualDuration: duration.isFinite ? duration : 0.5, bounce: bounce)
        self.init(
            mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping, initialVelocity: initialVelocity)
    }

    open var timingCurveType: UITimingCurveType { .spring }
    open var cubicTimingParameters: UICubicTimingParameters? { nil }
    open var springTimingParameters: UISpringTimingParameters? { self }

    /// The spring for an animation, whose duration is its own or the given one.
    func animation(duration: TimeInterval) -> CASpringAnimation {
        let animation = CASpringAnimation()
        animation.initialVelocity = initialVelocity.dx
        switch spring {
        case .fitting(let ratio):
            // The frequency with which a spring of this damping settles in the duration.
            animation.damping = 2 * ratio
            animation.stiffness = 1
            let unit = animation.settlingDuration
            let frequency = CGFloat(unit / max(duration, 0.001))
            animation.stiffness = frequency * frequency
            animation.damping = 2 * ratio * frequency
            animation.duration = duration
        case .physical(let mass, let stiffness, let damping):
            (animation.mass, animation.stiffness, animation.damping) = (mass, stiffness, damping)
            animation.duration = animation.settlingDuration
        }
        return animation
    }
}
