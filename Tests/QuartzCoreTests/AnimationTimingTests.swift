import CoreGraphics
import QuartzCore
import Testing

struct AnimationTimingTests {
    /// A clock that is set by the test.
    final class Clock: LayerTreeObserver {
        var layerTime = 100.0
        func layerTreeDidChange() {}
    }

    private let clock = Clock()
    private let root = CALayer()
    private let layer = CALayer()

    init() {
        root.addSublayer(layer)
        root.addTreeObserver(clock)
    }

    private func add(_ change: (CABasicAnimation) -> Void) {
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.fromValue = 0.0
        animation.toValue = 1.0
        animation.duration = 2
        animation.timingFunction = CAMediaTimingFunction(name: .linear)
        change(animation)
        layer.add(animation, forKey: "a")
    }

    private func opacity(after seconds: Double) -> Float { layer.presentation(at: 100 + seconds).opacity }

    @Test("a basic animation is linear in time, and removed after its end")
    func linear() {
        add { _ in }
        layer.opacity = 0.75
        #expect(opacity(after: 0) == 0)
        #expect(opacity(after: 0.5) == 0.25)
        #expect(opacity(after: 1.5) == 0.75)
        #expect(opacity(after: 2.5) == 0.75, "the model's value")
        #expect(layer.presentation()?.opacity == 0)
    }

    @Test("repeats, reverses, speed, offset and fill modes follow the timing model")
    func timing() {
        add { $0.repeatCount = 2.5 }
        #expect(opacity(after: 3) == 0.5)
        #expect(opacity(after: 4.5) == 0.25)
        #expect(opacity(after: 5.5) == 1)
        add { $0.autoreverses = true }
        #expect(opacity(after: 3) == 0.5)
        #expect(opacity(after: 3.5) == 0.25)
        add { $0.speed = 2 }
        #expect(opacity(after: 0.5) == 0.5)
        add { $0.timeOffset = 1 }
        #expect(opacity(after: 0.5) == 0.75)
        add {
            $0.beginTime = 101
            $0.fillMode = .both
        }
        #expect(opacity(after: 0.5) == 0)
        #expect(opacity(after: 2) == 0.5)
        #expect(opacity(after: 9) == 1)
    }

    @Test("a layer with speed 0 is paused at its time offset")
    func paused() {
        add { _ in }
        layer.timeOffset = 101
        layer.speed = 0
        #expect(opacity(after: 0.1) == 0.5)
        #expect(opacity(after: 50) == 0.5)
        #expect(layer.convertTime(7, from: nil) == 101)
    }

    @Test("points, sizes, colours, transforms and their components are interpolated by type")
    func kinds() {
        func value(_ path: String, _ from: Any, _ to: Any) -> Any? {
            let animation = CABasicAnimation(keyPath: path)
            animation.fromValue = from
            animation.toValue = to
            animation.duration = 2
            animation.timingFunction = CAMediaTimingFunction(name: .linear)
            layer.add(animation, forKey: "k")
            return layer.presentation(at: 101).value(forKeyPath: path)
        }
        #expect(value("position", CGPoint.zero, CGPoint(x: 4, y: 8)) as? CGPoint == CGPoint(x: 2, y: 4))
        #expect(
            value("bounds.size", CGSize.zero, CGSize(width: 4, height: 8)) as? CGSize == CGSize(width: 2, height: 4))
        #expect(value("position.x", 0, 5) as? CGFloat == 2.5)
        let color = value("backgroundColor", CGColor.black, CGColor.white) as? CGColor
        #expect(color.map { abs($0.rgba.red - 0.5) < 0.001 } == true)
        let turned = value("transform.rotation", 0, Double.pi) as? CGFloat
        #expect(turned.map { abs($0 - .pi / 2) < 1e-6 } == true)
        let scaled =
            value(
                "transform", CATransform3DIdentity, CATransform3DMakeScale(3, 3, 1)) as? CATransform3D
        #expect(scaled.map { abs($0.m11 - 2) < 1e-6 } == true)
    }

    @Test("byValue is relative to either end; a missing end is the layer's own value")
    func by() {
        layer.position = CGPoint(x: 10, y: 0)
        layer.removeAllAnimations()
        let animation = CABasicAnimation(keyPath: "position.x")
        animation.byValue = 4.0
        animation.duration = 2
        animation.timingFunction = CAMediaTimingFunction(name: .linear)
        layer.add(animation, forKey: nil)
        #expect(layer.presentation(at: 101).position.x == 12)
    }

    @Test("key frames follow their key times, also in discrete mode")
    func keyframes() {
        let animation = CAKeyframeAnimation(keyPath: "opacity")
        animation.values = [0.0, 1.0, 0.5]
        animation.keyTimes = [0, 0.25, 1]
        animation.duration = 4
        animation.timingFunction = CAMediaTimingFunction(name: .linear)
        layer.add(animation, forKey: "k")
        #expect(opacity(after: 0.5) == 0.5)
        #expect(opacity(after: 1) == 1)
        #expect(opacity(after: 2.5) == 0.75)
        animation.calculationMode = .discrete
        animation.keyTimes = nil
        layer.add(animation, forKey: "k")
        #expect(opacity(after: 1) == 0)
        #expect(opacity(after: 2) == 1)
    }

    @Test("a spring starts at its start value, overshoots when weakly damped, and settles")
    func spring() {
        let spring = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.4)
        spring.keyPath = "position.x"
        spring.fromValue = 0.0
        spring.toValue = 100.0
        spring.timingFunction = CAMediaTimingFunction(name: .linear)
        layer.add(spring, forKey: "s")
        func x(_ seconds: Double) -> CGFloat { layer.presentation(at: 100 + seconds).position.x }
        #expect(abs(x(0)) < 0.001)
        let values = stride(from: 0, to: spring.settlingDuration, by: 0.01).map(x)
        #expect((values.max() ?? 0) > 101)
        #expect(abs((values.last ?? 0) - 100) < 1)
        #expect(zip(values, values.dropFirst()).allSatisfy { abs($0 - $1) < 15 }, "no jumps")
        let stiff = CASpringAnimation(perceptualDuration: 0.5, bounce: 0)
        #expect(stiff.settlingDuration < 2 && stiff.settlingDuration > 0.3)
    }

    @Test("a group applies its timing to its animations")
    func group() {
        let fade = CABasicAnimation(keyPath: "opacity")
        fade.fromValue = 0.0
        fade.toValue = 1.0
        fade.timingFunction = CAMediaTimingFunction(name: .linear)
        let group = CAAnimationGroup()
        group.animations = [fade]
        group.duration = 2
        group.timingFunction = CAMediaTimingFunction(name: .linear)
        layer.add(group, forKey: "g")
        #expect(opacity(after: 1) == 0.5)
    }

    @Test("timing curves rise from 0 to 1 monotonically; ease-in starts slowly")
    func curves() {
        for name in [CAMediaTimingFunctionName.linear, .easeIn, .easeOut, .easeInEaseOut, .default] {
            let curve = CAMediaTimingFunction(name: name)
            let values = (0...100).map { curve.value(at: Double($0) / 100) }
            #expect(values.first == 0 && values.last == 1)
            #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
        }
        #expect(CAMediaTimingFunction(name: .easeIn).value(at: 0.2) < 0.1)
        #expect(CAMediaTimingFunction(name: .easeOut).value(at: 0.2) > 0.25)
        #expect(abs(CAMediaTimingFunction(name: .easeInEaseOut).value(at: 0.5) - 0.5) < 1e-6)
    }

    @Test("delegates are notified of the start and the end, and whether the end was reached")
    func delegates() {
        final class Listener: CAAnimationDelegate {
            var events: [String] = []
            func animationDidStart(_ anim: CAAnimation) { events.append("start") }
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { events.append("stop \(flag)") }
        }
        let listener = Listener()
        add { $0.delegate = listener }
        root.advanceAnimations(to: 100.1)
        root.advanceAnimations(to: 103)
        #expect(listener.events == ["start", "stop true"])
        add { $0.delegate = listener }
        layer.removeAnimation(forKey: "a")
        #expect(listener.events.last == "stop false")
        #expect(root.advanceAnimations(to: 103) == false)
    }

    @Test("an implicit animation starts at the presentation value, also during another animation")
    func implicit() {
        layer.opacity = 0
        layer.removeAllAnimations()
        CATransaction.begin()
        CATransaction.setAnimationDuration(2)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        layer.opacity = 1
        clock.layerTime = 101
        layer.opacity = 0
        CATransaction.commit()
        #expect(layer.presentation(at: 101).opacity == 0.5)
        #expect(layer.presentation(at: 102).opacity == 0.25)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.cornerRadius = 5
        CATransaction.commit()
        #expect(layer.animation(forKey: "cornerRadius") == nil)
    }
}
