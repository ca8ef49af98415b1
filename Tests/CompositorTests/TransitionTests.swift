import Compositor
import CoreGraphics
import QuartzCore
import Testing

/// Transitions of layers from white to red content.
struct TransitionTests {
    private let stage = Stage()
    private let white: UInt32 = 0xFFFF_FFFF
    private let red: UInt32 = 0xFFFF_0000
    private let black: UInt32 = 0xFF00_0000

    /// Returns a layer that is white in the displayed frame.
    private func makeLayer() -> CALayer {
        let layer = stage.add(CGRect(x: 0, y: 0, width: 10, height: 10), .white)
        stage.render()
        return layer
    }

    private func add(
        _ type: CATransitionType, _ subtype: CATransitionSubtype? = nil, to layer: CALayer,
        change: (CALayer) -> Void = { $0.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1) }
    ) {
        let transition = CATransition()
        transition.type = type
        transition.subtype = subtype
        transition.duration = 1
        layer.add(transition, forKey: "change")
        change(layer)
    }

    /// Draws the frame after a part of the transition.
    private func render(after seconds: Double) {
        stage.time = 100 + seconds
        stage.render()
    }

    @Test("a fade mixes the former and the new content, and is removed at its end")
    func fade() {
        let layer = makeLayer()
        add(.fade, to: layer)
        #expect(layer.animationKeys() == [kCATransition])
        render(after: 0)
        #expect(stage.pixel(5, 5) == white)
        render(after: 0.5)
        let mixed = stage.pixel(5, 5)
        #expect(mixed >> 16 == 0xFFFF && (126...129).contains(mixed & 0xFF) && (126...129).contains(mixed >> 8 & 0xFF))
        render(after: 1.1)
        #expect(stage.pixel(5, 5) == red && layer.animationKeys() == nil)
    }

    @Test("a layer that is hidden after a fade was added fades out with its sublayers")
    func hiding() {
        let layer = makeLayer()
        stage.add(CGRect(x: 10, y: 0, width: 10, height: 10), .white, to: layer)
        stage.render()
        add(.fade, to: layer) { $0.isHidden = true }
        render(after: 0.5)
        #expect((126...129).contains(stage.pixel(5, 5) & 0xFF) && (126...129).contains(stage.pixel(15, 5) & 0xFF))
        render(after: 1.1)
        #expect(stage.pixel(5, 5) == black && stage.pixel(15, 5) == black)
    }

    @Test("a push moves the former content out and the new content in")
    func push() {
        add(.push, .fromRight, to: makeLayer())
        render(after: 0.5)
        #expect(stage.pixel(2, 5) == white && stage.pixel(7, 5) == red && stage.pixel(12, 5) == red)
        render(after: 1.1)
        #expect(stage.pixel(2, 5) == red && stage.pixel(12, 5) == black)
    }

    @Test("moved in content slides over the former content; with fromTop it moves upwards")
    func moveIn() {
        add(.moveIn, .fromTop, to: makeLayer())
        render(after: 0.5)
        #expect(stage.pixel(5, 2) == white && stage.pixel(5, 7) == red && stage.pixel(5, 12) == red)
    }

    @Test("a reveal moves the former content away from above the new content")
    func reveal() {
        add(.reveal, .fromLeft, to: makeLayer())
        render(after: 0.5)
        #expect(stage.pixel(2, 5) == red && stage.pixel(7, 5) == white && stage.pixel(12, 5) == white)
    }

    @Test("the start and end progress of a transition limit the part that is displayed")
    func part() {
        let layer = makeLayer()
        let transition = CATransition()
        transition.type = .push
        transition.subtype = .fromRight
        transition.startProgress = 0.5
        transition.endProgress = 0.5
        transition.duration = 1
        layer.add(transition, forKey: nil)
        layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        for seconds in [0.1, 0.9] {
            render(after: seconds)
            #expect(stage.pixel(2, 5) == white && stage.pixel(7, 5) == red)
        }
    }

    @Test("a transition follows its timing function; without a direction it comes from the left")
    func timing() {
        let layer = makeLayer()
        let transition = CATransition()
        transition.type = .push
        transition.duration = 1
        transition.timingFunction = CAMediaTimingFunction(name: .easeIn)
        layer.add(transition, forKey: nil)
        layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        // The curve is at 0.315 after half of the time.
        render(after: 0.5)
        #expect(stage.pixel(1, 5) == red && stage.pixel(4, 5) == white && stage.pixel(9, 5) == white)
    }

    @Test("the former content has its mask")
    func mask() {
        let layer = makeLayer()
        let mask = CALayer()
        mask.frame = CGRect(x: 0, y: 0, width: 5, height: 10)
        mask.backgroundColor = .white
        layer.mask = mask
        stage.render()
        add(.push, .fromRight, to: layer) { layer in
            layer.mask = nil
            layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        }
        render(after: 0.5)
        #expect(stage.pixel(2, 5) == black && stage.pixel(7, 5) == red)
    }

    @Test("the former content is what its animations displayed")
    func animated() {
        let layer = makeLayer()
        let animation = CABasicAnimation(keyPath: "backgroundColor")
        animation.fromValue = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
        animation.toValue = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
        animation.duration = 100
        layer.add(animation, forKey: "color")
        stage.render()
        add(.push, .fromRight, to: layer) { layer in
            layer.removeAnimation(forKey: "color")
            layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        }
        render(after: 0.5)
        #expect(stage.pixel(2, 5) == 0xFF00_FF00 && stage.pixel(7, 5) == red)
    }

    @Test("both contents of a translucent layer are faded, so that what is behind them shines through")
    func translucent() {
        let layer = makeLayer()
        layer.opacity = 0.5
        stage.render()
        add(.fade, to: layer)
        render(after: 0.5)
        #expect(stage.pixel(5, 5) >> 8 & 0xFF < 60)
    }
}
