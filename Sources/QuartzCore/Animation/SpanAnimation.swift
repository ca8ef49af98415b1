/// An animation over a part of the way between two values, forwards or backwards.
package final class SpanAnimation: CABasicAnimation {
    /// The fractions of the way at the start and at the end of the animation.
    package var start = 0.0
    package var end = 1.0
    /// The fraction of the way up to which the property does not change.
    package var threshold = 0.0
    /// The fraction of the distance at a fraction of the time.
    package var curve: @Sendable (Double) -> Double = { $0 }

    /// The fraction of the whole way at a fraction of the animation's time.
    private func position(_ progress: Double) -> Double { start + (end - start) * curve(progress) }

    override func fraction(_ progress: Double) -> Double {
        let position = position(progress)
        guard threshold > 0 else { return position }
        return threshold < 1 ? max(0, (position - threshold) / (1 - threshold)) : (position < 1 ? 0 : 1)
    }

    package override func copyAnimation() -> CAAnimation {
        let copy = SpanAnimation()
        copy.copyValues(from: self)
        copy.start = start
        copy.end = end
        copy.threshold = threshold
        copy.curve = curve
        return copy
    }
}
