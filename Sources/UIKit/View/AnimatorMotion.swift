import CoreGraphics
import Foundation
import QuartzCore

/// The motion of an animator between two fractions of its way.
@MainActor struct AnimatorMotion {
    private let start: Double
    private let end: Double
    let duration: TimeInterval
    private let delay: TimeInterval
    private let startTime: TimeInterval
    private let curve: @Sendable (Double) -> Double

    init(
        _ parameters: (any UITimingCurveProvider)?, from start: Double, to end: Double, duration: TimeInterval,
        delay: TimeInterval, now: TimeInterval
    ) {
        (self.start, self.end, self.delay, startTime) = (start, end, delay, now + delay)
        let spring = parameters?.springTimingParameters?.animation(duration: duration)
        self.duration = spring.map { duration > 0 ? $0.duration : 0 } ?? duration
        curve = Self.curve(parameters, duration)
    }

    /// The fraction of the way over the fraction of the time.
    static func curve(_ parameters: (any UITimingCurveProvider)?, _ duration: TimeInterval)
        -> @Sendable (Double) -> Double
    {
        if let cubic = parameters?.cubicTimingParameters?.function { return { cubic.value(at: $0) } }
        guard let spring = parameters?.springTimingParameters else { return { $0 } }
        let parameters = SpringValues(spring.animation(duration: duration))
        return { parameters.fraction($0) }
    }

    func position(at time: TimeInterval) -> Double {
        let part = duration > 0 ? min(max((time - startTime) / duration, 0), 1) : 1
        return part >= 1 ? end : start + (end - start) * curve(part)
    }

    /// Adds the animations of the changes to their layers.
    func add(_ changes: [PropertyChanges.Change]) {
        guard duration > 0 else { return }
        Self.forEachLast(changes) { change in
            let animation = SpanAnimation(change)
            (animation.start, animation.end, animation.curve) = (start, end, curve)
            animation.duration = duration
            // The last value is displayed until the animator ends.
            animation.fillMode = .both
            animation.isRemovedOnCompletion = false
            if delay > 0 {
                animation.beginTime = change.layer.convertTime(CACurrentMediaTime(), from: nil) + delay
            }
            change.layer.add(animation, forKey: change.key)
        }
    }

    /// Displays the values at a fraction of the way.
    static func hold(_ changes: [PropertyChanges.Change], at position: Double) {
        forEachLast(changes) { change in
            let animation = SpanAnimation(change)
            (animation.start, animation.end) = (position, position)
            animation.duration = 1
            animation.fillMode = .both
            animation.isRemovedOnCompletion = false
            change.layer.add(animation, forKey: change.key)
        }
    }

    /// Removes the animations, and sets the properties to their values at a position.
    static func settle(_ changes: [PropertyChanges.Change], at position: UIViewAnimatingPosition) {
        UIView.performWithoutAnimation {
            forEachLast(changes) { change in
                let value: Any?
                switch position {
                case .start: value = change.from
                case .end: value = change.to
                case .current:
                    let shown = change.layer.animation(forKey: change.key) is SpanAnimation
                    value = (shown ? change.layer.presentation() : nil)?.value(forKeyPath: change.key) ?? change.to
                }
                if change.layer.animation(forKey: change.key) is SpanAnimation {
                    change.layer.removeAnimation(forKey: change.key)
                }
                set(value, of: change)
            }
        }
    }

    private static func set(_ value: Any?, of change: PropertyChanges.Change) {
        if change.key == "backgroundColor", let view = change.layer.delegate as? UIView {
            let color = value as? CGColor
            guard color != change.layer.backgroundColor else { return }
            view.backgroundColor = color.map { UIColor(cgColor: $0) }
        } else {
            change.layer.setValue(value, forKeyPath: change.key)
        }
    }

    /// Calls `body` for each property once: from its first value to its last one.
    private static func forEachLast(
        _ changes: [PropertyChanges.Change], _ body: (PropertyChanges.Change) -> Void
    ) {
        PropertyChanges.forEachProperty(changes) { own in
            var whole = own[0]
            whole.to = own[own.count - 1].to
            body(whole)
        }
    }
}

extension SpanAnimation {
    /// From the value before a change to that after it.
    fileprivate convenience init(_ change: PropertyChanges.Change) {
        self.init(keyPath: change.key)
        fromValue = change.from ?? (change.to is CGColor ? UIColor.clear.cgColor : nil)
        toValue = change.to ?? (change.from is CGColor ? UIColor.clear.cgColor : nil)
        threshold = change.span.lowerBound
    }
}

/// A spring as a function of time, for any thread.
private struct SpringValues: @unchecked Sendable {
    // Unchecked: the animation is not changed after its creation.
    private let spring: CASpringAnimation

    init(_ spring: CASpringAnimation) { self.spring = spring }

    func fraction(_ part: Double) -> Double { 1 - spring.remaining(after: part * spring.duration) }
}
