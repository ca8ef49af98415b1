import Compositor
import CoreGraphics
import Drawing
import QuartzCore
import Testing

/// Incremental drawing must give the same pixels as full drawing after any change of the tree.
struct IncrementalTests {
    @Test(
        "incremental drawing equals full drawing through random changes of a tree",
        arguments: [1, 2, 3, 4, 5, 6, 38, 54, 74, 95])
    func random(seed: Int) {
        var random = SmallRandom(UInt64(seed))
        let stage = Stage(width: 64, height: 48, scale: seed % 3 == 0 ? 1.5 : 1)
        if seed % 2 == 0 { stage.root.backgroundColor = .white }
        var layers: [CALayer] = []
        let video = FakeVideo(isOpaque: seed % 4 != 0)
        layers.append(stage.addVideo(video, CGRect(x: 4, y: 4, width: 40, height: 30)))
        for _ in 0..<6 { layers.append(stage.add(frame(&random), color(&random))) }
        stage.render()
        for step in 0..<40 {
            for _ in 0...Int.random(in: 0...2, using: &random) { change(&layers, stage, video, &random) }
            stage.time += 0.03
            let before = stage.pixels
            let rects = stage.render()
            let after = stage.pixels
            let expected = stage.freshPixels()
            if after != expected {
                let wrong = zip(after, expected).enumerated().first { $0.element.0 != $0.element.1 }
                Issue.record(
                    "seed \(seed), step \(step): first at \(wrong.map { "\($0.offset % 64), \($0.offset / 64)" } ?? "")"
                )
                return
            }
            for (index, pair) in zip(before, after).enumerated() where pair.0 != pair.1 {
                let (x, y) = (index % 64, index / 64)
                let isTold = rects.contains { x >= $0.x && y >= $0.y && x < $0.x + $0.width && y < $0.y + $0.height }
                #expect(isTold, "a changed pixel outside the returned rectangles")
                if !isTold { return }
            }
        }
    }

    private func frame(_ random: inout SmallRandom) -> CGRect {
        func number(_ range: ClosedRange<Int>) -> CGFloat { CGFloat(Int.random(in: range, using: &random)) / 2 }
        return CGRect(x: number(-20...100), y: number(-20...80), width: number(1...80), height: number(1...60))
    }

    private func color(_ random: inout SmallRandom) -> CGColor {
        func part() -> CGFloat { CGFloat(Int.random(in: 0...4, using: &random)) / 4 }
        return CGColor(red: part(), green: part(), blue: part(), alpha: Bool.random(using: &random) ? 1 : 0.5)
    }

    private func change(
        _ layers: inout [CALayer], _ stage: Stage, _ video: FakeVideo, _ random: inout SmallRandom
    ) {
        let layer = layers[Int.random(in: 0..<layers.count, using: &random)]
        let other = layers[Int.random(in: 0..<layers.count, using: &random)]
        switch Int.random(in: 0...19, using: &random) {
        case 0, 1: layer.frame = frame(&random)
        case 2: layer.backgroundColor = Bool.random(using: &random) ? color(&random) : nil
        case 3: layer.opacity = [0, 0.3, 0.7, 1].randomElement(using: &random) ?? 1
        case 4: layer.isHidden.toggle()
        case 5: layer.cornerRadius = CGFloat(Int.random(in: 0...12, using: &random))
        case 6: layer.masksToBounds.toggle()
        case 7: layer.borderWidth = CGFloat(Int.random(in: 0...3, using: &random))
        case 8: layer.zPosition = CGFloat(Int.random(in: -1...1, using: &random))
        case 9: if layer !== other, layer.superlayer != nil { other.addSublayer(layer) }
        case 10: if layer !== layers[0] { layer.removeFromSuperlayer() }
        case 11:
            if layer.superlayer == nil {
                stage.root.insertSublayer(layer, at: UInt32.random(in: 0...4, using: &random))
            }
        case 12:
            layer.setAffineTransform(
                Bool.random(using: &random)
                    ? .identity : CGAffineTransform(rotationAngle: 0.4).scaledBy(x: 1.2, y: 0.8))
        case 13:
            let mask = CALayer()
            mask.frame = CGRect(x: 3, y: 3, width: 15, height: 12)
            mask.backgroundColor = CGColor(gray: 0, alpha: 0.8)
            mask.cornerRadius = 4
            layer.mask = layer.mask == nil ? mask : nil
        case 14:
            layer.shadowOpacity = layer.shadowOpacity > 0 ? 0 : 0.6
        case 15:
            layers.append(stage.add(frame(&random), color(&random)))
        case 16:
            let width: CGFloat = Bool.random(using: &random) ? 8 : 1
            let image = Canvas.makeImage(size: CGSize(width: width, height: 6)) { canvas in
                canvas.fill(CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 8, height: 6), transform: nil), with: .red)
            }
            if layer !== layers[0] { layer.contents = layer.contents == nil ? image : nil }
            layer.contentsGravity = [.resize, .center, .resizeAspect].randomElement(using: &random) ?? .resize
        case 17:
            let animation = CABasicAnimation(
                keyPath: ["opacity", "position.x", "cornerRadius"].randomElement(using: &random))
            animation.fromValue = 0.2
            animation.toValue = 9.0
            animation.duration = 0.2
            layer.add(animation, forKey: "move")
        default: video.show(0xFF00_0000 | UInt32.random(in: 0...0xFF_FFFF, using: &random))
        }
    }
}
