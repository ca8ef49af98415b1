import CoreGraphics
import Drawing
import Testing

struct CanvasTests {
    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

    @Test("a filled path covers the expected pixels at the image's scale")
    func fill() throws {
        let image = try #require(
            Canvas.makeImage(size: CGSize(width: 10, height: 10), scale: 2) { canvas in
                canvas.fill(CGRect(x: 1, y: 1, width: 2, height: 2), with: red)
            })
        #expect(image.width == 20)
        #expect(image.pixel(x: 2, y: 2)?.red == 255)
        #expect(image.pixel(x: 5, y: 5)?.alpha == 255)
        #expect(image.pixel(x: 6, y: 5)?.alpha == 0)
        #expect(Canvas.makeImage(size: .zero) { _ in } == nil)
        #expect(Canvas.makeImage(size: CGSize(width: 1e9, height: 1)) { _ in } == nil)
    }

    @Test("round line caps extend beyond the end points by half the line width")
    func stroke() throws {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 5, y: 5))
        path.addLine(to: CGPoint(x: 15, y: 5))
        func image(_ cap: CGLineCap) -> CGImage? {
            Canvas.makeImage(size: CGSize(width: 20, height: 10)) {
                $0.stroke(path, with: red, LineStyle(width: 4, cap: cap, dashes: [0, -1]))
            }
        }
        #expect(image(.round)?.pixel(x: 4, y: 5)?.red == 255)
        #expect(image(.butt)?.pixel(x: 4, y: 5)?.alpha == 0)
    }

    @Test("restoring the state restores clip, matrix and colours")
    func state() throws {
        let image = try #require(
            Canvas.makeImage(size: CGSize(width: 10, height: 10)) { canvas in
                canvas.withState {
                    canvas.clip(to: CGRect(x: 0, y: 0, width: 2, height: 2))
                    canvas.translate(x: 1, y: 0)
                    canvas.paint(red)
                }
                canvas.fill(CGRect(x: 9, y: 9, width: 1, height: 1), with: .white)
                canvas.scale(x: 0, y: 0)
                canvas.concatenate(CGAffineTransform())
                canvas.fill(CGRect(x: 8, y: 9, width: 1, height: 1), with: .white)
            })
        #expect(image.pixel(x: 1, y: 1)?.red == 255)
        #expect(image.pixel(x: 3, y: 3)?.alpha == 0)
        #expect(image.pixel(x: 9, y: 9)?.blue == 255)
        #expect(image.pixel(x: 8, y: 9)?.blue == 255)
    }

    @Test("an image survives PNG encoding and decoding unchanged")
    func png() throws {
        let image = try #require(
            Canvas.makeImage(size: CGSize(width: 7, height: 5)) {
                $0.fill(CGRect(x: 0, y: 0, width: 3, height: 5), with: red)
            })
        let data = try #require(ImageCodec.pngData(image))
        let back = try #require(ImageCodec.decode(data))
        #expect(back.width == 7 && back.height == 5)
        for x in 0..<7 { #expect(back.pixel(x: x, y: 2)?.alpha == image.pixel(x: x, y: 2)?.alpha) }
        #expect(back.pixel(x: 0, y: 0)?.red == 255)
    }

    @Test("an image survives JPEG encoding and decoding nearly unchanged")
    func jpeg() throws {
        let image = try #require(
            Canvas.makeImage(size: CGSize(width: 40, height: 30), isOpaque: true) { $0.paint(red) })
        let data = try #require(ImageCodec.jpegData(image, quality: 0.9))
        let back = try #require(ImageCodec.decode(data))
        #expect(back.width == 40 && back.height == 30 && back.isOpaque)
        #expect((back.pixel(x: 20, y: 15)?.red ?? 0) > 250)
    }

    @Test("invalid, truncated and foreign files decode to nil or to a partial image, at any length")
    func broken() throws {
        let image = try #require(
            Canvas.makeImage(size: CGSize(width: 20, height: 20), isOpaque: true) { $0.paint(red) })
        let png = try #require(ImageCodec.pngData(image))
        let jpeg = try #require(ImageCodec.jpegData(image, quality: 0.5))
        for data in [png, jpeg] {
            for count in stride(from: 0, to: data.count, by: 7) { _ = ImageCodec.decode(data.prefix(count)) }
            for index in stride(from: 0, to: data.count, by: 3) {
                var broken = data
                broken[broken.startIndex + index] ^= 0xFF
                _ = ImageCodec.decode(broken)
            }
        }
        #expect(ImageCodec.decode(png.prefix(40)) == nil)
        #expect(ImageCodec.decode(Data("GIF89a, no".utf8)) == nil)
        #expect(ImageCodec.decode(Data()) == nil)
        // A header that declares an image of 2^31 pixels per side.
        var huge = png
        for index in 16..<24 { huge[huge.startIndex + index] = 0x7F }
        #expect(ImageCodec.decode(huge) == nil)
    }

    @Test("a mask image is drawn in the given colour")
    func masked() throws {
        let icon = try #require(Canvas.makeImage(size: CGSize(width: 4, height: 4)) { $0.paint(.black) })
        let image = try #require(
            Canvas.makeImage(size: CGSize(width: 8, height: 8)) { canvas in
                canvas.draw(maskedBy: icon, in: CGRect(x: 0, y: 0, width: 8, height: 8), color: red)
            })
        #expect(image.pixel(x: 4, y: 4)?.red == 255)
    }
}
