import Compositor
import CoreGraphics
import QuartzCore
import Synchronization
import Testing

struct AnimationTests {
    @Test("a fade shows each value at its time, requests frames while it runs, and none afterwards")
    func fade() {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 0, y: 0, width: 10, height: 10), .white)
        stage.render()
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.fromValue = 0.0
        animation.toValue = 1.0
        animation.duration = 1
        layer.add(animation, forKey: "fade")
        stage.render()
        #expect(stage.pixel(5, 5) == 0xFF00_0000)
        #expect(stage.compositor.nextFrameTime.map { $0 > stage.time && $0 < stage.time + 0.05 } == true)
        stage.time += 0.5
        #expect(stage.compositor.needsRender(at: stage.time))
        #expect(stage.render() == [PixelRect(x: 0, y: 0, width: 10, height: 10)])
        #expect((126...129).contains(stage.pixel(5, 5) & 0xFF))
        stage.time += 0.6
        stage.render()
        #expect(stage.pixel(5, 5) == 0xFFFF_FFFF)
        #expect(stage.compositor.nextFrameTime == nil)
        #expect(!stage.compositor.needsRender(at: stage.time + 1))
        #expect(layer.animationKeys() == nil)
    }

    @Test("the completion runs once, when the last animation of its transaction has ended")
    func completion() {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 0, y: 0, width: 10, height: 10), .white)
        stage.render()
        let count = Mutex(0)
        CATransaction.begin()
        CATransaction.setCompletionBlock { count.withLock { $0 += 1 } }
        for (key, duration) in [("opacity", 0.2), ("cornerRadius", 0.4)] {
            let animation = CABasicAnimation(keyPath: key)
            animation.toValue = 0.5
            animation.duration = duration
            layer.add(animation, forKey: key)
        }
        CATransaction.commit()
        stage.time += 0.3
        stage.render()
        #expect(count.withLock { $0 } == 0)
        stage.time += 0.2
        stage.render()
        #expect(count.withLock { $0 } == 1)
    }

    @Test(
        "a layer without a view animates implicitly when it is visible; with a delegate that returns NSNull it does not"
    )
    func implicit() {
        final class Still: CALayerDelegate {
            func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }
        }
        let stage = Stage()
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
        layer.backgroundColor = .red
        stage.root.addSublayer(layer)
        stage.render()
        layer.position.x += 20
        stage.render()
        #expect(stage.pixel(1, 1) == 0xFFFF_0000, "it is still where it was")
        stage.time += 0.5
        stage.render()
        #expect(stage.pixel(21, 1) == 0xFFFF_0000)
        let still = Still()
        layer.delegate = still
        layer.position.x -= 20
        stage.render()
        #expect(stage.pixel(1, 1) == 0xFFFF_0000)
    }

    @Test("a fading group is drawn once and then only blended")
    func groupCache() {
        let stage = Stage()
        let group = stage.add(CGRect(x: 0, y: 0, width: 40, height: 30))
        for index in 0..<4 {
            stage.add(CGRect(x: index * 4, y: 0, width: 10, height: 10), .red, to: group).cornerRadius = 3
        }
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.fromValue = 0.0
        animation.toValue = 1.0
        animation.duration = 1
        group.add(animation, forKey: "fade")
        stage.render()
        for _ in 0..<8 {
            stage.time += 0.1
            stage.render()
            #expect(stage.pixels == stage.freshPixels())
        }
    }

    @Test("an endless rotation keeps its phase and never ends")
    func spinner() {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 10, y: 10, width: 10, height: 4), .white)
        let animation = CABasicAnimation(keyPath: "transform.rotation")
        animation.fromValue = 0.0
        animation.toValue = 2 * Double.pi
        animation.duration = 1
        animation.repeatCount = .infinity
        layer.add(animation, forKey: "spin")
        stage.render()
        for _ in 0..<10 {
            stage.time += 0.37
            stage.render()
            #expect(stage.pixels == stage.freshPixels())
        }
        #expect(stage.compositor.nextFrameTime != nil)
    }
}
