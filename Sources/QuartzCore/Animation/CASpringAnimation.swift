import CoreGraphics

/// An animation between two values like a mass on a spring: a damped oscillation in closed form.
open class CASpringAnimation: CABasicAnimation {
    open var mass: CGFloat = 1
    open var stiffness: CGFloat = 100
    open var damping: CGFloat = 10
    /// In fractions of the way per second: 1 would cover the way in a second.
    open var initialVelocity: CGFloat = 0

    /// Creates a spring of a perceived duration in seconds; bounce 0 does not overshoot, and values towards 1 oscillate longer.
    public convenience init(perceptualDuration: Double, bounce: CGFloat = 0) {
        self.init()
        let period = max(perceptualDuration, 0.001)
        stiffness = CGFloat(pow(2 * .pi / period, 2))
        let ratio = bounce >= 0 ? 1 - min(bounce, 1) : 1 / (1 + max(bounce, -0.99))
        damping = CGFloat(4 * .pi * ratio) / CGFloat(period)
        duration = settlingDuration
    }

    private var frequency: Double { (Double(stiffness) / Double(max(mass, 1e-6))).squareRoot() }
    private var ratio: Double {
        let critical = 2 * (Double(stiffness) * Double(max(mass, 1e-6))).squareRoot()
        return critical > 0 ? Double(damping) / critical : 1
    }

    /// Seconds until the value stays within a thousandth of the end; at most 60.
    open var settlingDuration: Double {
        guard frequency > 0, ratio > 0 else { return 60 }
        let slowest = ratio <= 1 ? ratio * frequency : frequency * (ratio - (ratio * ratio - 1).squareRoot())
        let amplitude = 1 + abs(Double(initialVelocity)) / frequency
        // Near critical damping the remaining way is (1 + wt) e^-wt, which takes about 9.3 / w.
        let needed = ratio > 0.9 && ratio < 1.1 ? 9.3 : 6.91
        return min((needed + log(amplitude)) / slowest, 60)
    }

    package override func copyAnimation() -> CAAnimation {
        let copy = CASpringAnimation()
        copy.copyValues(from: self)
        copy.mass = mass
        copy.stiffness = stiffness
        copy.damping = damping
        copy.initialVelocity = initialVelocity
        return copy
    }

    override func fraction(_ progress: Double) -> Double {
        1 - remaining(after: progress * duration)
    }

    /// Returns the fraction of the way that remains after `time` seconds; negative while it overshoots.
    package func remaining(after time: Double) -> Double {
        let (w, z, v) = (frequency, ratio, -Double(initialVelocity))
        guard w > 0 else { return 0 }
        if z < 1 {
            let wd = w * (1 - z * z).squareRoot()
            return exp(-z * w * time) * (cos(wd * time) + (z * w + v) / wd * sin(wd * time))
        }
        if z == 1 { return exp(-w * time) * (1 + (w + v) * time) }
        let root = w * (z * z - 1).squareRoot()
        let (fast, slow) = (-z * w - root, -z * w + root)
        let share = (v - slow) / (fast - slow)
        return share * exp(fast * time) + (1 - share) * exp(slow * time)
    }
}
