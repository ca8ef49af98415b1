import Compositor
import CoreGraphics
import Drawing
import QuartzCore
import Testing

struct PixelTests {
    @Test("a plain layer fills its pixels exactly and no pixel outside")
    func fill() {
        let stage = Stage()
        stage.add(CGRect(x: 5, y: 6, width: 10, height: 8), .red)
        stage.render()
        #expect(stage.pixel(5, 6) == 0xFFFF_0000)
        #expect(stage.pixel(14, 13) == 0xFFFF_0000)
        #expect(stage.pixel(4, 6) == 0xFF00_0000)
        #expect(stage.pixel(15, 13) == 0xFF00_0000)
        #expect(stage.pixel(5, 14) == 0xFF00_0000)
    }

    @Test("at scale 2 a point is two pixels")
    func scale() {
        let stage = Stage(width: 40, height: 40, scale: 2)
        stage.add(CGRect(x: 1.5, y: 2, width: 3, height: 3), .green)
        stage.render()
        #expect(stage.pixel(3, 4) == 0xFF00_FF00)
        #expect(stage.pixel(8, 9) == 0xFF00_FF00)
        #expect(stage.pixel(2, 4) == 0xFF00_0000)
        #expect(stage.pixel(9, 9) == 0xFF00_0000)
    }

    @Test("half opacity gives the average of both colours")
    func opacity() {
        let stage = Stage()
        stage.root.backgroundColor = .white
        let layer = stage.add(CGRect(x: 0, y: 0, width: 10, height: 10), .black)
        layer.opacity = 0.5
        stage.render()
        #expect([0xFF7F_7F7F, 0xFF80_8080].contains(stage.pixel(3, 3)))
        #expect(stage.pixel(12, 3) == 0xFFFF_FFFF)
    }

    @Test("overlapping sublayers of a group are composited before the group fades")
    func groupOpacity() {
        let stage = Stage()
        let group = stage.add(CGRect(x: 0, y: 0, width: 30, height: 30))
        group.opacity = 0.5
        stage.add(CGRect(x: 0, y: 0, width: 20, height: 20), .red, to: group)
        stage.add(CGRect(x: 10, y: 10, width: 20, height: 20), .blue, to: group)
        stage.render()
        let overlap = stage.pixel(15, 15)
        #expect(overlap >> 16 & 0xFF == 0, "no red may show through the blue one")
        #expect((126...129).contains(overlap & 0xFF))
        group.allowsGroupOpacity = false
        stage.render()
        #expect((60...68).contains(stage.pixel(15, 15) >> 16 & 0xFF), "one by one, red shows through")
    }

    @Test("rounded corners cut the background, the border and, with masksToBounds, sublayers")
    func corners() {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 0, y: 0, width: 20, height: 20), .red)
        layer.cornerRadius = 10
        stage.add(CGRect(x: 0, y: 0, width: 20, height: 20), .green, to: layer)
        stage.render()
        #expect(stage.pixel(0, 0) == 0xFF00_FF00, "without masksToBounds sublayers are not cut")
        layer.masksToBounds = true
        stage.render()
        #expect(stage.pixel(0, 0) == 0xFF00_0000)
        #expect(stage.pixel(10, 10) == 0xFF00_FF00)
        #expect(stage.pixel(10, 0) & 0xFF00 > 0x8000, "the middle of an edge stays")
        layer.maskedCorners = [.layerMaxXMaxYCorner]
        stage.render()
        #expect(stage.pixel(0, 0) == 0xFF00_FF00)
        #expect(stage.pixel(19, 19) == 0xFF00_0000)
    }

    @Test("masksToBounds without corner radius clips at the edge")
    func clip() {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 5, y: 5, width: 10, height: 10))
        stage.add(CGRect(x: -5, y: -5, width: 40, height: 40), .blue, to: layer)
        layer.masksToBounds = true
        stage.render()
        #expect(stage.pixel(4, 5) == 0xFF00_0000)
        #expect(stage.pixel(5, 5) == 0xFF00_00FF)
        #expect(stage.pixel(14, 14) == 0xFF00_00FF)
        #expect(stage.pixel(15, 14) == 0xFF00_0000)
    }

    @Test("a border lies inside the bounds and above sublayers")
    func border() {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 2, y: 2, width: 20, height: 20), .red)
        layer.borderWidth = 2
        layer.borderColor = .green
        stage.add(CGRect(x: 0, y: 0, width: 20, height: 20), .blue, to: layer)
        stage.render()
        #expect(stage.pixel(2, 10) == 0xFF00_FF00)
        #expect(stage.pixel(3, 10) == 0xFF00_FF00)
        #expect(stage.pixel(4, 10) == 0xFF00_00FF)
        #expect(stage.pixel(1, 10) == 0xFF00_0000)
    }

    @Test("zPosition has priority over the order of sublayers")
    func zPosition() {
        let stage = Stage()
        let first = stage.add(CGRect(x: 0, y: 0, width: 10, height: 10), .red)
        stage.add(CGRect(x: 0, y: 0, width: 10, height: 10), .blue)
        stage.render()
        #expect(stage.pixel(5, 5) == 0xFF00_00FF)
        first.zPosition = 1
        stage.render()
        #expect(stage.pixel(5, 5) == 0xFFFF_0000)
    }

    @Test("a mask's opacity applies to the layer and its sublayers")
    func mask() {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 0, y: 0, width: 20, height: 20), .red)
        let mask = CALayer()
        mask.frame = CGRect(x: 5, y: 5, width: 5, height: 5)
        mask.backgroundColor = .black
        layer.mask = mask
        stage.render()
        #expect(stage.pixel(6, 6) == 0xFFFF_0000)
        #expect(stage.pixel(4, 4) == 0xFF00_0000)
        #expect(stage.pixel(12, 6) == 0xFF00_0000)
    }

    @Test("a gradient runs from its first colour to its last")
    func gradient() {
        let stage = Stage(width: 20, height: 100)
        let layer = CAGradientLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 20, height: 100)
        layer.colors = [CGColor.black, CGColor.white]
        stage.root.addSublayer(layer)
        stage.render()
        #expect(stage.pixel(5, 0) & 0xFF < 4)
        #expect((124...132).contains(stage.pixel(5, 50) & 0xFF))
        #expect(stage.pixel(5, 99) & 0xFF > 251)
    }

    @Test("a shape layer fills and strokes its path")
    func shape() {
        let stage = Stage()
        let layer = CAShapeLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 40, height: 30)
        layer.path = CGPath(rect: CGRect(x: 10, y: 10, width: 10, height: 10), transform: nil)
        layer.fillColor = .green
        layer.strokeColor = .red
        layer.lineWidth = 2
        stage.root.addSublayer(layer)
        stage.render()
        #expect(stage.pixel(15, 15) == 0xFF00_FF00)
        #expect(stage.pixel(9, 15) == 0xFFFF_0000)
        #expect(stage.pixel(10, 15) == 0xFFFF_0000)
        #expect(stage.pixel(8, 15) == 0xFF00_0000)
        layer.strokeEnd = 0.25
        layer.fillColor = nil
        layer.removeAllAnimations()
        stage.render()
        #expect(stage.pixel(15, 10) == 0xFFFF_0000, "the first quarter is the upper side")
        #expect(stage.pixel(10, 15) == 0xFF00_0000)
    }

    @Test("a rotated layer covers the rotated pixels")
    func rotation() {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 5, y: 10, width: 20, height: 2), .red)
        layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
        stage.render()
        #expect(stage.pixel(15, 3) == 0xFFFF_0000)
        #expect(stage.pixel(6, 11) == 0xFF00_0000)
    }

    @Test("contents are placed by contentsGravity, and unscaled contents are copied pixel by pixel")
    func contents() throws {
        let stage = Stage()
        let image = try #require(
            Canvas.makeImage(size: CGSize(width: 4, height: 4), isOpaque: true) { $0.paint(.green) })
        let layer = stage.add(CGRect(x: 0, y: 0, width: 20, height: 10))
        layer.contents = image
        layer.contentsGravity = .bottomRight
        stage.render()
        #expect(stage.pixel(16, 6) == 0xFF00_FF00)
        #expect(stage.pixel(15, 6) == 0xFF00_0000)
        #expect(stage.pixel(16, 5) == 0xFF00_0000)
        layer.contentsGravity = .resizeAspect
        stage.render()
        #expect(stage.pixel(4, 5) == 0xFF00_0000)
        #expect(stage.pixel(5, 5) == 0xFF00_FF00)
        #expect(stage.pixel(14, 9) == 0xFF00_FF00)
        #expect(stage.pixel(15, 9) == 0xFF00_0000)
        layer.contentsGravity = .resize
        stage.render()
        #expect(stage.pixel(19, 9) == 0xFF00_FF00)
    }

    @Test(
        "an image of one column that is stretched looks like a wide one of equal columns",
        arguments: [CGRect(x: 3, y: 4, width: 24, height: 17), CGRect(x: 3, y: 4.5, width: 24.5, height: 16.25)],
        [1, 0.4])
    func column(_ frame: CGRect, _ opacity: Float) throws {
        func pixels(width: Int, scale: CGFloat) throws -> [UInt32] {
            let stage = Stage(width: 60, height: 60, scale: scale)
            stage.root.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.8, alpha: 1)
            let layer = stage.add(frame)
            layer.opacity = opacity
            layer.contents = try #require(
                Canvas.makeImage(size: CGSize(width: CGFloat(width), height: 5)) { canvas in
                    for row in 0..<5 {
                        canvas.fill(
                            CGPath(rect: CGRect(x: 0, y: row, width: width, height: 1), transform: nil),
                            with: CGColor(red: 0, green: 0.5, blue: 0, alpha: CGFloat(row) / 4))
                    }
                })
            stage.render()
            return (0..<60 * 60).map { stage.pixel($0 % 60, $0 / 60) }
        }
        for scale in [1, 2] as [CGFloat] {
            #expect(try pixels(width: 1, scale: scale) == pixels(width: 3, scale: scale))
        }
    }

    @Test("a shadow darkens the area around its layer with soft edges")
    func shadow() {
        let stage = Stage(width: 60, height: 60)
        stage.root.backgroundColor = .white
        let layer = stage.add(CGRect(x: 20, y: 20, width: 20, height: 20), .white)
        layer.shadowOpacity = 1
        layer.shadowRadius = 3
        layer.shadowOffset = .zero
        stage.render()
        #expect(stage.pixel(30, 30) == 0xFFFF_FFFF)
        let (near, far) = (stage.pixel(30, 41) & 0xFF, stage.pixel(30, 46) & 0xFF)
        #expect(near < far && far < 255)
        #expect(stage.pixel(30, 55) == 0xFFFF_FFFF)
    }

    @Test("pixels of a snapshot that no layer covers are transparent")
    func snapshot() throws {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        let part = CALayer()
        part.frame = CGRect(x: 0, y: 0, width: 5, height: 10)
        part.backgroundColor = .red
        layer.addSublayer(part)
        let image = try #require(LayerCompositor.image(of: layer, scale: 2))
        #expect(image.width == 20)
        #expect(image.pixel(x: 3, y: 3)?.red == 255)
        #expect(image.pixel(x: 15, y: 3)?.alpha == 0)
    }

    @Test("layers with invalid geometry are not drawn, and the others are")
    func nonsense() {
        let stage = Stage()
        let layer = stage.add(CGRect(x: 0, y: 0, width: 10, height: 10), .red)
        layer.position = CGPoint(x: CGFloat.nan, y: .infinity)
        layer.cornerRadius = .infinity
        stage.add(CGRect(x: -1e30, y: 0, width: 2e30, height: 5), .blue).cornerRadius = 2
        let flat = stage.add(CGRect(x: 1, y: 1, width: 5, height: 5), .green)
        flat.setAffineTransform(CGAffineTransform(scaleX: 0, y: 1))
        let far = stage.add(CGRect(x: 1e18, y: 1e18, width: 1e18, height: 1e18), .green)
        far.shadowOpacity = 1
        far.shadowRadius = .greatestFiniteMagnitude
        stage.render()
        #expect(stage.pixel(20, 20) == 0xFF00_0000)
    }
}
