import CoreGraphics
import QuartzCore
import Testing

struct LayerTreeTests {
    /// Counts its notifications.
    final class Watcher: LayerTreeObserver {
        var changes = 0
        var layerTime = 10.0
        func layerTreeDidChange() { changes += 1 }
    }

    @Test("adding a layer removes it from its previous superlayer; a layer cannot become its own descendant")
    func adding() {
        let (first, second, child) = (CALayer(), CALayer(), CALayer())
        first.addSublayer(child)
        second.addSublayer(child)
        #expect(first.sublayers == nil)
        #expect(second.sublayers == [child])
        #expect(child.superlayer === second)
        child.addSublayer(second)
        #expect(second.superlayer == nil)
        second.addSublayer(second)
        #expect(second.sublayers == [child])
    }

    @Test("insertion keeps the requested order, also for existing sublayers")
    func order() {
        let parent = CALayer()
        let layers = (0..<4).map { _ in CALayer() }
        for layer in layers { parent.addSublayer(layer) }
        parent.insertSublayer(layers[3], below: layers[1])
        #expect(parent.sublayers == [layers[0], layers[3], layers[1], layers[2]])
        parent.insertSublayer(layers[0], above: layers[2])
        #expect(parent.sublayers == [layers[3], layers[1], layers[2], layers[0]])
        parent.insertSublayer(layers[0], at: 0)
        #expect(parent.sublayers == [layers[0], layers[3], layers[1], layers[2]])
        parent.insertSublayer(CALayer(), at: 99)
        #expect(parent.sublayers?.count == 5)
        parent.sublayers = [layers[2], layers[0]]
        #expect(parent.sublayers == [layers[2], layers[0]])
        #expect(layers[1].superlayer == nil)
        let new = CALayer()
        parent.replaceSublayer(layers[2], with: new)
        #expect(parent.sublayers == [new, layers[0]])
    }

    @Test("a tree observer is notified of each change below the root, and not of unchanged values")
    func changes() {
        let (root, child) = (CALayer(), CALayer())
        root.addSublayer(child)
        let watcher = Watcher()
        root.addTreeObserver(watcher)
        root.addTreeObserver(watcher)
        child.actions = ["position": NSNull(), "backgroundColor": NSNull()]
        child.position = CGPoint(x: 1, y: 2)
        #expect(watcher.changes == 1)
        child.position = CGPoint(x: 1, y: 2)
        #expect(watcher.changes == 1)
        let version = child.appearanceVersion
        child.backgroundColor = .white
        #expect(watcher.changes == 2)
        #expect(child.appearanceVersion > version)
        child.removeFromSuperlayer()
        #expect(watcher.changes > 2)
        let after = watcher.changes
        child.isHidden = true
        #expect(watcher.changes == after)
    }

    @Test("a frame is derived from bounds and position through anchor point and transform, in both directions")
    func frame() {
        let layer = CALayer()
        layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
        #expect(layer.position == CGPoint(x: 25, y: 40))
        #expect(layer.bounds == CGRect(x: 0, y: 0, width: 30, height: 40))
        layer.anchorPoint = .zero
        #expect(layer.frame.origin == CGPoint(x: 25, y: 40))
        layer.anchorPoint = CGPoint(x: 0.5, y: 0.5)
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
        #expect(layer.frame == CGRect(x: -5, y: 0, width: 60, height: 80))
        layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
        #expect(layer.bounds.size == CGSize(width: 10, height: 10))
        #expect(layer.frame == CGRect(x: 0, y: 0, width: 20, height: 20))
        layer.frame = CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)
        #expect(layer.frame == CGRect(x: 0, y: 0, width: 20, height: 20))
    }

    @Test("points are converted up, down and across the tree, including scrolled bounds")
    func convert() {
        let (root, left, right, deep) = (CALayer(), CALayer(), CALayer(), CALayer())
        root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        left.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
        right.frame = CGRect(x: 50, y: 0, width: 50, height: 50)
        right.bounds.origin = CGPoint(x: 0, y: 5)
        deep.frame = CGRect(x: 1, y: 7, width: 4, height: 4)
        root.sublayers = [left, right]
        right.addSublayer(deep)
        #expect(deep.convert(CGPoint.zero, to: root) == CGPoint(x: 51, y: 2))
        #expect(deep.convert(CGPoint(x: 51, y: 2), from: root) == .zero)
        #expect(left.convert(CGPoint(x: 41, y: -8), to: deep) == .zero)
        #expect(
            deep.convert(CGRect(x: 0, y: 0, width: 4, height: 4), to: left) == CGRect(x: 41, y: -8, width: 4, height: 4)
        )
    }

    @Test("a hit test finds the nearest visible layer and ignores hidden, transparent and clipped ones")
    func hit() {
        let (root, low, high, outside) = (CALayer(), CALayer(), CALayer(), CALayer())
        root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        low.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
        high.frame = CGRect(x: 25, y: 25, width: 50, height: 50)
        outside.frame = CGRect(x: 60, y: 0, width: 10, height: 10)
        root.sublayers = [low, high]
        low.addSublayer(outside)
        #expect(root.hitTest(CGPoint(x: 30, y: 30)) === high)
        low.zPosition = 1
        #expect(root.hitTest(CGPoint(x: 30, y: 30)) === low)
        low.isHidden = true
        #expect(root.hitTest(CGPoint(x: 30, y: 30)) === high)
        high.opacity = 0
        #expect(root.hitTest(CGPoint(x: 30, y: 30)) === root)
        low.isHidden = false
        #expect(root.hitTest(CGPoint(x: 65, y: 5)) === outside)
        low.masksToBounds = true
        #expect(root.hitTest(CGPoint(x: 65, y: 5)) === root)
        #expect(root.hitTest(CGPoint(x: 200, y: 5)) == nil)
    }

    @Test("layout runs once from the highest layer that needs it, and again where layout requests it")
    func layout() {
        final class Counter: CALayer {
            var count = 0
            var asksAgain = 0
            override func layoutSublayers() {
                count += 1
                if asksAgain > 0 {
                    asksAgain -= 1
                    setNeedsLayout()
                }
            }
        }
        let (top, below) = (Counter(), Counter())
        top.addSublayer(below)
        below.setNeedsLayout()
        below.layoutIfNeeded()
        #expect(top.count == 1 && below.count == 1)
        top.layoutIfNeeded()
        #expect(top.count == 1)
        below.bounds.size = CGSize(width: 5, height: 5)
        #expect(below.needsLayout() && !top.needsLayout())
        below.asksAgain = 1000
        below.layoutIfNeeded()
        #expect(below.count < 50, "endless layout is stopped")
    }

    @Test(
        "layout that a sublayer requests within its superlayer's layout does not recurse, and the superlayer is laid out again afterwards"
    )
    func layoutWithinLayout() {
        final class Recorder: CALayer {
            var onLayout: (Recorder) -> Void = { _ in }
            var count = 0
            var depth = 0
            var greatestDepth = 0
            override func layoutSublayers() {
                count += 1
                depth += 1
                greatestDepth = max(greatestDepth, depth)
                onLayout(self)
                depth -= 1
            }
        }
        let (top, middle, below) = (Recorder(), Recorder(), Recorder())
        top.addSublayer(middle)
        middle.addSublayer(below)
        top.layoutIfNeeded()
        (top.count, middle.count, below.count) = (0, 0, 0)
        middle.onLayout = { layer in
            guard layer.count < 1000 else { return }
            layer.setNeedsLayout()
            below.setNeedsLayout()
            below.layoutIfNeeded()
            layer.layoutIfNeeded()
            #expect(!below.needsLayout() && below.count == layer.count)
        }
        middle.setNeedsLayout()
        top.layoutIfNeeded()
        #expect(middle.greatestDepth == 1)
        #expect(middle.count == 16)
        // A superlayer of the layer in layout is laid out, too, once the layer is done.
        (middle.count, top.count) = (0, 0)
        middle.onLayout = { layer in
            guard layer.count == 1 else { return }
            top.setNeedsLayout()
            below.layoutIfNeeded()
            #expect(top.count == 0)
        }
        middle.setNeedsLayout()
        top.layoutIfNeeded()
        #expect(top.count == 1 && middle.count == 1)
    }

    @Test(
        "contents are placed by gravity",
        arguments: [
            (CALayerContentsGravity.resize, CGRect(x: 0, y: 0, width: 40, height: 30)),
            (.resizeAspect, CGRect(x: 0, y: 5, width: 40, height: 20)),
            (.resizeAspectFill, CGRect(x: -10, y: 0, width: 60, height: 30)),
            (.center, CGRect(x: 10, y: 10, width: 20, height: 10)),
            (.topLeft, CGRect(x: 0, y: 0, width: 20, height: 10)),
            (.bottomRight, CGRect(x: 20, y: 20, width: 20, height: 10)),
        ])
    func gravity(gravity: CALayerContentsGravity, expected: CGRect) {
        let rect = gravity.rect(for: CGSize(width: 20, height: 10), in: CGRect(x: 0, y: 0, width: 40, height: 30))
        #expect(rect == expected)
    }
}
