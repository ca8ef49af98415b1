import CoreGraphics

/// The delegate of an animation, called on the main thread when it starts and stops. Both methods are optional.
public protocol CAAnimationDelegate: AnyObject {
    func animationDidStart(_ anim: CAAnimation)
    /// - Parameter flag: whether the animation ran to its end; false where it was removed earlier.
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    public func animationDidStart(_ anim: CAAnimation) {}
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// A change of a layer's presentation over time; the properties of the layer itself do not change.
///
/// Adding an animation to a layer copies it: later changes of the original have no effect.
open class CAAnimation: NSObject, CAMediaTiming, CAAction {
    /// The start time on the layer's timeline; 0: when it is added.
    open var beginTime: Double = 0
    /// Seconds; 0: the duration of the transaction.
    open var duration: Double = 0
    open var speed: Float = 1
    open var timeOffset: Double = 0
    open var repeatCount: Float = 0
    open var repeatDuration: Double = 0
    open var autoreverses = false
    open var fillMode = CAMediaTimingFillMode.removed
    open var timingFunction: CAMediaTimingFunction?
    /// Whether the animation is removed from the layer at its end. As in Apple's API, the delegate is retained.
    open var isRemovedOnCompletion = true
    open var delegate: (any CAAnimationDelegate)?

    public override init() {
        super.init()
    }

    /// Returns a copy. Subclasses with their own properties override it.
    package func copyAnimation() -> CAAnimation {
        let copy = CAAnimation()
        copy.copyTiming(from: self)
        return copy
    }

    func copyTiming(from other: CAAnimation) {
        beginTime = other.beginTime
        duration = other.duration
        speed = other.speed
        timeOffset = other.timeOffset
        repeatCount = other.repeatCount
        repeatDuration = other.repeatDuration
        autoreverses = other.autoreverses
        fillMode = other.fillMode
        timingFunction = other.timingFunction
        isRemovedOnCompletion = other.isRemovedOnCompletion
        delegate = other.delegate
    }

    /// The key paths of the properties that the animation changes.
    var keyPaths: [String] { [] }

    /// Writes the animated values at a time of the layer into `layer`, which is a presentation copy.
    func apply(to layer: CALayer, at layerTime: Double) {}

    func eased(_ progress: Double) -> Double { timingFunction?.value(at: progress) ?? progress }

    open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        (anObject as? CALayer)?.add(self, forKey: event)
    }
}

/// An animation of one property.
open class CAPropertyAnimation: CAAnimation {
    open var keyPath: String?
    /// Whether values are added to the layer's other animated values.
    open var isAdditive = false
    /// Stored only; repetitions do not accumulate here.
    open var isCumulative = false

    public convenience init(keyPath path: String?) {
        self.init()
        keyPath = path
    }

    override var keyPaths: [String] { keyPath.map { [$0] } ?? [] }

    func copyProperty(from other: CAPropertyAnimation) {
        copyTiming(from: other)
        keyPath = other.keyPath
        isAdditive = other.isAdditive
        isCumulative = other.isCumulative
    }

    func show(_ value: AnimatableValue?, in layer: CALayer) {
        guard let keyPath, let value else { return }
        let base = isAdditive ? AnimatableValue(layer.value(forKeyPath: keyPath)) : nil
        layer.setValue((base?.adding(value) ?? value).any, forKeyPath: keyPath)
    }
}

/// An animation from one value to another. A missing value is the layer's own.
open class CABasicAnimation: CAPropertyAnimation {
    open var fromValue: Any?
    open var toValue: Any?
    open var byValue: Any?

    package override func copyAnimation() -> CAAnimation {
        let copy = CABasicAnimation()
        copy.copyValues(from: self)
        return copy
    }

    func copyValues(from other: CABasicAnimation) {
        copyProperty(from: other)
        fromValue = other.fromValue
        toValue = other.toValue
        byValue = other.byValue
    }

    /// Returns the fraction of the way at a fraction of the time.
    func fraction(_ progress: Double) -> Double { eased(progress) }

    override func apply(to layer: CALayer, at layerTime: Double) {
        guard let keyPath, let progress = progress(at: layerTime) else { return }
        let own = AnimatableValue(layer.value(forKeyPath: keyPath))
        var from = AnimatableValue(fromValue)
        var to = AnimatableValue(toValue)
        if let by = AnimatableValue(byValue) {
            if from == nil, let to, let back = by.negated { from = to.adding(back) }
            if to == nil { to = (from ?? own)?.adding(by) }
        }
        guard let start = from ?? own, let end = to ?? own else {
            // Colours may be missing at one end.
            show(progress < 0.5 ? from ?? own : to ?? own, in: layer)
            return
        }
        show(start.mixed(with: end, fraction(progress)), in: layer)
    }
}

/// Several animations that run within one duration, each with its own timing.
open class CAAnimationGroup: CAAnimation {
    open var animations: [CAAnimation]?

    override var keyPaths: [String] { animations?.flatMap(\.keyPaths) ?? [] }

    package override func copyAnimation() -> CAAnimation {
        let copy = CAAnimationGroup()
        copy.copyTiming(from: self)
        copy.animations = animations?.map { $0.copyAnimation() }
        return copy
    }

    override func apply(to layer: CALayer, at layerTime: Double) {
        guard let progress = progress(at: layerTime) else { return }
        let local = eased(progress) * duration
        for animation in animations ?? [] {
            if animation.duration == 0 { animation.duration = duration }
            animation.apply(to: layer, at: local)
        }
    }
}
