import Compositor
import CoreGraphics
import QuartzCore
import Testing

struct DamageTests {
    @Test("without a change nothing is drawn")
    func idle() {
        let stage = Stage()
        stage.add(CGRect(x: 5, y: 5, width: 10, height: 10), .red)
        #expect(stage.render() == [PixelRect(x: 0, y: 0, width: 40, height: 30)])
        #expect(!stage.compositor.needsRender(at: stage.time + 1))
        #expect(stage.render().isEmpty)
        #expect(stage.compositor.nextFrameTime == nil)
    }

    @Test("a moved layer damages its former and its new rectangle")
    func move() {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 0, y: 0, width: 5, height: 5), .red)
        stage.render()
        layer.frame.origin = CGPoint(x: 30, y: 20)
        let rects = stage.render()
        #expect(
            Set(rects) == [
                PixelRect(x: 0, y: 0, width: 5, height: 5), PixelRect(x: 30, y: 20, width: 5, height: 5),
            ])
    }

    @Test("a changed colour damages its layer and no distant layer")
    func color() {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 0, y: 0, width: 5, height: 5), .red)
        stage.add(CGRect(x: 20, y: 20, width: 5, height: 5), .blue)
        stage.render()
        layer.backgroundColor = .green
        #expect(stage.compositor.needsRender(at: stage.time))
        #expect(stage.render() == [PixelRect(x: 0, y: 0, width: 5, height: 5)])
    }

    @Test("setting an equal value is no change")
    func same() {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 0, y: 0, width: 5, height: 5), .red)
        stage.render()
        layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        layer.frame = layer.frame
        layer.opacity = 1
        #expect(!stage.compositor.needsRender(at: stage.time))
    }

    @Test("a changed order of sublayers damages only their overlap")
    func order() {
        let stage = Stage()
        let first = stage.add(CGRect(x: 0, y: 0, width: 10, height: 10), .red)
        stage.add(CGRect(x: 5, y: 5, width: 10, height: 10), .blue)
        stage.render()
        stage.root.addSublayer(first)
        let rects = stage.render()
        #expect(stage.pixel(7, 7) == 0xFFFF_0000)
        #expect(rects.allSatisfy { $0.width <= 15 && $0.height <= 15 })
    }

    @Test("the returned rectangles contain all changed pixels, and pixels outside of them are unchanged")
    func untouched() {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 4, y: 4, width: 8, height: 8), .red)
        stage.render()
        // A mark outside the damage must survive.
        stage.memory.surface.base.storeBytes(of: 0xFF12_3456, toByteOffset: 25 * 160 + 35 * 4, as: UInt32.self)
        layer.backgroundColor = .blue
        stage.render()
        #expect(stage.pixel(35, 25) == 0xFF12_3456)
        #expect(stage.pixel(5, 5) == 0xFF00_00FF)
    }

    @Test("a surface of another size is drawn completely")
    func resize() {
        let stage = Stage()
        stage.add(CGRect(x: 0, y: 0, width: 100, height: 100), .red)
        stage.render()
        let larger = MemorySurface(width: 50, height: 50)
        #expect(stage.compositor.render(into: larger.surface, at: 1) == [PixelRect(x: 0, y: 0, width: 50, height: 50)])
        #expect(larger.pixel(x: 49, y: 49) == 0xFFFF_0000)
    }

    @Test("many small changes are joined into a few rectangles")
    func many() {
        let stage = Stage(width: 200, height: 200)
        let layers = (0..<100).map { index in
            stage.add(CGRect(x: index % 10 * 20, y: index / 10 * 20, width: 3, height: 3), .red)
        }
        stage.render()
        for layer in layers where layer.position.x > 50 { layer.backgroundColor = .blue }
        stage.render()
        #expect(stage.pixels == stage.freshPixels())
    }

    @Test("layers are laid out and displayed before they are drawn, and only when they need it")
    func layoutAndDisplay() {
        final class Probe: CALayer {
            var layouts = 0
            var displays = 0
            override func layoutSublayers() { layouts += 1 }
            override func display() {
                displays += 1
                backgroundColor = .green
            }
        }
        let stage = Stage()
        let probe = Probe()
        probe.frame = CGRect(x: 0, y: 0, width: 5, height: 5)
        probe.setNeedsDisplay()
        stage.root.addSublayer(probe)
        stage.render()
        #expect(probe.layouts == 1 && probe.displays == 1)
        #expect(stage.pixel(1, 1) == 0xFF00_FF00)
        #expect(!stage.compositor.needsRender(at: stage.time), "what display changes is drawn already")
        probe.position.x += 3
        stage.render()
        #expect(probe.layouts == 1 && probe.displays == 1)
        probe.setNeedsLayout()
        stage.render()
        #expect(probe.layouts == 2)
    }
}
