import CoreGraphics
import QuartzCore
import Testing

struct GeometryTests {
    @Test("affine transforms concatenate, invert and map points like Apple's")
    func affine() {
        let t = CGAffineTransform(translationX: 10, y: 0).scaledBy(x: 2, y: 3)
        #expect(CGPoint(x: 1, y: 1).applying(t) == CGPoint(x: 12, y: 3))
        #expect(CGPoint(x: 12, y: 3).applying(t.inverted()) == CGPoint(x: 1, y: 1))
        #expect(t.concatenating(t.inverted()).isIdentity)
        #expect(CGAffineTransform().inverted() == CGAffineTransform(), "not invertible: unchanged")
        let box = CGRect(x: 0, y: 0, width: 2, height: 1).applying(CGAffineTransform(rotationAngle: .pi / 2))
        #expect(abs(box.minX + 1) < 1e-9 && abs(box.height - 2) < 1e-9)
        let turn = CATransform3DMakeRotation(.pi / 2, 0, 0, 1).affinePart
        #expect(abs(turn.b - 1) < 1e-9)
    }

    @Test("paths compute their bounding box and contained points, and can be trimmed")
    func paths() {
        let circle = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
        #expect(circle.contains(CGPoint(x: 5, y: 5)))
        #expect(!circle.contains(CGPoint(x: 0.5, y: 0.5)))
        #expect(abs(circle.boundingBoxOfPath.width - 10) < 0.01)
        let ring = CGMutablePath()
        ring.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
        ring.addRect(CGRect(x: 3, y: 3, width: 4, height: 4))
        #expect(ring.contains(CGPoint(x: 5, y: 5)))
        #expect(!ring.contains(CGPoint(x: 5, y: 5), using: .evenOdd))
        let arc = CGMutablePath()
        arc.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: false)
        #expect(abs(arc.currentPoint.y - 10) < 1e-9)
        #expect(abs(arc.boundingBoxOfPath.width - 10) < 1e-6)
        arc.addArc(center: .zero, radius: .nan, startAngle: 0, endAngle: 1, clockwise: true)
        let line = CGMutablePath()
        line.move(to: .zero)
        line.addLine(to: CGPoint(x: 10, y: 0))
        #expect(line.trimmed(from: 0.2, to: 0.6).boundingBox == CGRect(x: 2, y: 0, width: 4, height: 0))
        #expect(line.trimmed(from: 0.6, to: 0.2).isEmpty)
        #expect(CGPath(rect: .null, transform: nil).boundingBox.isNull)
    }

    @Test("images of any common layout are converted to the drawing layout; others are rejected")
    func images() throws {
        let provider = try #require(CGDataProvider(data: Data([10, 20, 30, 128, 200, 0, 0, 255])))
        let straight = CGImage(
            width: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(alpha: .last), provider: provider, decode: nil, shouldInterpolate: true,
            intent: .defaultIntent)
        let pixel = try #require(straight?.pixel(x: 0, y: 0))
        #expect(pixel == (5, 10, 15, 128))
        #expect(straight?.pixel(x: 1, y: 0)?.red == 200)
        #expect(straight?.pixel(x: 2, y: 0) == nil)
        #expect(straight?.alphaInfo == .last)
        let short = CGImage(
            width: 3, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 12,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(alpha: .last), provider: provider,
            decode: nil,
            shouldInterpolate: true, intent: .defaultIntent)
        #expect(short == nil)
        #expect(CGImage(bgra: [0, 0, 0], width: 1, height: 1) == nil)
        #expect(CGImage(bgra: [], width: 1 << 40, height: 1 << 40) == nil)
        let four = try #require(CGImage(bgra: (0..<16).map { UInt8($0) }, width: 2, height: 2))
        let part = try #require(four.cropping(to: CGRect(x: 1, y: 1, width: 9, height: 9)))
        #expect(part.width == 1 && part.pixel(x: 0, y: 0)?.blue == 12)
    }
}
