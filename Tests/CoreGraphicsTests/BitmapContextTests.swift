import CoreGraphics
import Foundation
import Testing

/// Contexts that paint into a bitmap in memory.
struct BitmapContextTests {
    private typealias Bytes = [UInt8]

    private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    private let rgba = CGImageAlphaInfo.premultipliedLast.rawValue

    private func make(
        _ width: Int = 4, _ height: Int = 4, data: UnsafeMutableRawPointer? = nil, bytesPerRow: Int = 0,
        space: CGColorSpace = CGColorSpaceCreateDeviceRGB(), info: UInt32? = nil
    ) -> CGContext? {
        CGContext(
            data: data, width: width, height: height, bitsPerComponent: 8, bytesPerRow: bytesPerRow, space: space,
            bitmapInfo: info ?? rgba)
    }

    private func bytes(_ context: CGContext, x: Int, y: Int, count: Int = 4) -> Bytes {
        guard let data = context.data else { return [] }
        let start = data + y * context.bytesPerRow + x * count
        return Bytes(UnsafeRawBufferPointer(start: start, count: count))
    }

    @Test("y points up from the last row of the bitmap")
    func orientation() throws {
        let context = try #require(make())
        context.setFillColor(red)
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 1))
        #expect(bytes(context, x: 0, y: 3) == [255, 0, 0, 255])
        #expect(bytes(context, x: 0, y: 0) == [0, 0, 0, 0])
        let image = try #require(context.makeImage())
        #expect(image.pixel(x: 0, y: 3)?.red == 255 && image.pixel(x: 0, y: 0)?.alpha == 0)
    }

    @Test(
        "a colour has its components at the offsets of the layout",
        arguments: [
            (CGImageAlphaInfo.premultipliedLast, CGImageByteOrderInfo.orderDefault, [0, 1, 2, 3]),
            (.premultipliedLast, .order32Big, [0, 1, 2, 3]), (.premultipliedLast, .order32Little, [3, 2, 1, 0]),
            (.premultipliedFirst, .orderDefault, [1, 2, 3, 0]), (.premultipliedFirst, .order32Little, [2, 1, 0, 3]),
            (.noneSkipLast, .orderDefault, [0, 1, 2]), (.noneSkipFirst, .order32Little, [2, 1, 0]),
            (.noneSkipFirst, .orderDefault, [1, 2, 3]),
        ])
    func layouts(place: CGImageAlphaInfo, order: CGImageByteOrderInfo, offsets: [Int]) throws {
        let context = try #require(make(info: place.rawValue | order.rawValue))
        context.setFillColor(red: 1, green: 0.4, blue: 0.2, alpha: 1)
        context.fill(CGRect(x: 1, y: 1, width: 1, height: 1))
        let pixel = bytes(context, x: 1, y: 2)
        #expect(offsets.map { pixel[$0] } == [255, 102, 51, 255].prefix(offsets.count).map { UInt8($0) })
        let image = try #require(context.makeImage())
        #expect(image.bitmapInfo == context.bitmapInfo && image.alphaInfo == place)
        let shown = try #require(image.pixel(x: 1, y: 2))
        #expect([shown.red, shown.green, shown.blue, shown.alpha] == [255, 102, 51, 255])
    }

    @Test("an image that is drawn has its colours and its first row at the top, in either order of red and blue")
    func imagesAreUpright() throws {
        let picture = try #require(
            CGImage(bgra: [0, 0, 255, 255, 0, 255, 0, 255], width: 1, height: 2))
        for info in [rgba, CGImageAlphaInfo.premultipliedFirst.rawValue | CGImageByteOrderInfo.order32Little.rawValue] {
            let context = try #require(make(2, 2, info: info))
            context.draw(picture, in: CGRect(x: 0, y: 0, width: 2, height: 2))
            let image = try #require(context.makeImage())
            #expect(image.pixel(x: 0, y: 0)?.red == 255 && image.pixel(x: 0, y: 0)?.blue == 0)
            #expect(image.pixel(x: 0, y: 1)?.green == 255)
        }
    }

    @Test("the program's memory has what was painted at once, keeps what was in it, and is released once")
    func programMemory() throws {
        var memory = Bytes(repeating: 7, count: 2 * 4 * 2)
        final class Count { var value = 0 }
        let count = Count()
        try memory.withUnsafeMutableBytes { buffer in
            var context = CGContext(
                data: buffer.baseAddress, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 8,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: rgba,
                releaseCallback: { info, _ in
                    guard let info else { return }
                    Unmanaged<Count>.fromOpaque(info).takeUnretainedValue().value += 1
                }, releaseInfo: Unmanaged.passUnretained(count).toOpaque())
            try #require(context != nil)
            context?.setFillColor(red)
            context?.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
            #expect(Bytes(buffer.prefix(4)) == [255, 0, 0, 255])
            #expect(buffer[4] == 7 && buffer[8] == 7)
            #expect(count.value == 0)
            context = nil
        }
        #expect(count.value == 1)
    }

    @Test("a grey bitmap has the brightness of colours, and is read anew before each painting")
    func gray() throws {
        let context = try #require(
            make(3, 1, space: CGColorSpaceCreateDeviceGray(), info: CGImageAlphaInfo.none.rawValue))
        context.data?.storeBytes(of: 200, as: UInt8.self)
        context.setFillColor(red)
        context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
        #expect(bytes(context, x: 0, y: 0, count: 1) == [200])
        #expect(bytes(context, x: 1, y: 0, count: 1) == [77])
        #expect(context.makeImage()?.pixel(x: 1, y: 0)?.green == 77)
        #expect(context.bitsPerPixel == 8 && context.colorSpace?.model == .monochrome)
    }

    @Test("an alpha-only bitmap has the opacity of what was painted")
    func alphaOnly() throws {
        let context = try #require(make(2, 1, info: CGImageAlphaInfo.alphaOnly.rawValue))
        context.setFillColor(red: 1, green: 1, blue: 1, alpha: 0.5)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(bytes(context, x: 0, y: 0, count: 1) == [128])
        #expect(context.makeImage()?.pixel(x: 0, y: 0)?.alpha == 128)
        #expect(context.colorSpace == nil)
    }

    @Test("unsupported layouts and impossible sizes give no context")
    func refusals() {
        var byte: UInt8 = 0
        #expect(make(0, 4) == nil)
        #expect(make(4, Int.max) == nil)
        #expect(make(Int.max, 1) == nil)
        #expect(make(info: CGImageAlphaInfo.last.rawValue) == nil)
        #expect(make(info: CGImageAlphaInfo.none.rawValue) == nil)
        #expect(make(space: CGColorSpaceCreateDeviceGray()) == nil)
        #expect(make(bytesPerRow: 15) == nil)
        #expect(make(info: 31) == nil)
        #expect(make(data: &byte, bytesPerRow: 0) == nil)
        let floats = CGContext(
            data: nil, width: 1, height: 1, bitsPerComponent: 32, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: rgba)
        #expect(floats == nil)
    }

    @Test("rows that are not a multiple of four bytes are painted")
    func oddRows() throws {
        let context = try #require(make(2, 2, bytesPerRow: 9))
        context.setFillColor(red)
        context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
        #expect(bytes(context, x: 1, y: 1) == [255, 0, 0, 255])
        #expect(context.makeImage()?.pixel(x: 1, y: 1)?.red == 255)
    }

    @Test("blend modes combine new paint with what is there, and only inside of the path")
    func blendModes() throws {
        func result(_ mode: CGBlendMode, over below: CGFloat = 0.5, with above: CGFloat = 0.5) throws -> Bytes {
            let context = try #require(make(2, 1))
            context.setFillColor(gray: below, alpha: 1)
            context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
            context.setBlendMode(mode)
            context.setFillColor(gray: above, alpha: 1)
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            #expect(bytes(context, x: 1, y: 0)[3] == 255, "\(mode)")
            return bytes(context, x: 0, y: 0)
        }
        #expect(try result(.multiply)[0] == 64)
        #expect(try result(.screen)[0] == 192)
        #expect(try result(.plusLighter)[0] == 255)
        #expect(try result(.difference, over: 1, with: 0.8)[0] == 51)
        #expect(try result(.clear) == [0, 0, 0, 0])
        #expect(try result(.sourceOut) == [0, 0, 0, 0])
        #expect(try result(.destinationIn)[0] == 128)
        #expect(try result(.destinationOver)[0] == 128)
        #expect(CGBlendMode.destinationIn.rawValue == 22 && CGBlendMode.plusLighter.rawValue == 27)
    }

    @Test("a gradient ends where it ends, unless its end colours continue")
    func gradients() throws {
        let gradient = try #require(
            CGGradient(
                colorsSpace: nil, colors: [red, CGColor(red: 0, green: 0, blue: 1, alpha: 1)] as CFArray, locations: nil
            ))
        func row(_ options: CGGradientDrawingOptions) throws -> [Bytes] {
            let context = try #require(make(8, 1))
            context.drawLinearGradient(
                gradient, start: CGPoint(x: 2, y: 0), end: CGPoint(x: 6, y: 0), options: options)
            return (0..<8).map { bytes(context, x: $0, y: 0) }
        }
        let both = try row([.drawsBeforeStartLocation, .drawsAfterEndLocation])
        #expect(both[0] == [255, 0, 0, 255] && both[7] == [0, 0, 255, 255])
        #expect(abs(Int(both[3][0]) - 159) <= 2)
        let none = try row([])
        #expect(none[0][3] == 0 && none[7][3] == 0 && none[3] == both[3])
        let context = try #require(make(8, 8))
        context.drawRadialGradient(
            gradient, startCenter: CGPoint(x: 4, y: 4), startRadius: 0, endCenter: CGPoint(x: 4, y: 4), endRadius: 3,
            options: [])
        #expect(bytes(context, x: 0, y: 0)[3] == 0)
        #expect(bytes(context, x: 4, y: 4)[0] > 180)
        #expect(CGGradient(colorsSpace: nil, colors: [], locations: nil) == nil)
        let components: [CGFloat] = [1, 0, 0, 1, 0, 1, 0, 1]
        #expect(
            CGGradient(
                colorSpace: CGColorSpaceCreateDeviceRGB(), colorComponents: components, locations: [1, 0], count: 2)
                != nil)
    }

    @Test("a shadow appears beside what is drawn: up in bitmap contexts, and not without a colour")
    func shadow() throws {
        let context = try #require(make(12, 12))
        context.setShadow(offset: CGSize(width: 0, height: 4), blur: 0, color: red)
        context.setFillColor(gray: 0, alpha: 1)
        context.fill(CGRect(x: 4, y: 2, width: 4, height: 4))
        // y 6 to 10 from below are rows 2 to 5.
        #expect(bytes(context, x: 5, y: 3) == [255, 0, 0, 255])
        #expect(bytes(context, x: 5, y: 8) == [0, 0, 0, 255])
        context.setShadow(offset: CGSize(width: 4, height: 0), blur: 0, color: nil)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(bytes(context, x: 4, y: 11)[3] == 0)
    }

    @Test("a mask limits all painting: by the alpha of an image, or the brightness of one without alpha")
    func masks() throws {
        let alpha = try #require(CGImage(bgra: [0, 0, 0, 255, 0, 0, 0, 0], width: 1, height: 2))
        let context = try #require(make(4, 4))
        context.saveGState()
        context.clip(to: CGRect(x: 0, y: 0, width: 4, height: 4), mask: alpha)
        context.setFillColor(red)
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        context.restoreGState()
        #expect(bytes(context, x: 1, y: 0) == [255, 0, 0, 255])
        #expect(bytes(context, x: 1, y: 3)[3] == 0)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(bytes(context, x: 0, y: 3)[0] == 0 && bytes(context, x: 0, y: 3)[3] == 255)
        let bright = try #require(
            CGImage(bgra: [255, 255, 255, 255, 0, 0, 0, 255], width: 1, height: 2, isOpaque: true))
        let other = try #require(make(4, 4))
        other.clip(to: CGRect(x: 0, y: 0, width: 4, height: 4), mask: bright)
        other.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        #expect(bytes(other, x: 1, y: 0)[3] == 255 && bytes(other, x: 1, y: 3)[3] == 0)
    }

    @Test("a transparency layer is drawn as one image, and states saved in it end with it")
    func layers() throws {
        let context = try #require(make(4, 1))
        context.setAlpha(0.5)
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.setFillColor(red)
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
        context.saveGState()
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
        context.endTransparencyLayer()
        context.endTransparencyLayer()
        #expect(bytes(context, x: 0, y: 0) == [128, 0, 0, 128])
        context.setFillColor(red)
        context.fill(CGRect(x: 3, y: 0, width: 1, height: 1))
        #expect(bytes(context, x: 3, y: 0) == [128, 0, 0, 128])
    }

    @Test("images are repeated, enlarged without smoothing, and clipped to several rectangles")
    func images() throws {
        let picture = try #require(CGImage(bgra: [0, 0, 255, 255, 0, 255, 0, 255], width: 2, height: 1))
        let context = try #require(make(8, 1))
        context.clip(to: [CGRect(x: 0, y: 0, width: 2, height: 1), CGRect(x: 6, y: 0, width: 2, height: 1)])
        #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 8, height: 1))
        context.draw(picture, in: CGRect(x: 0, y: 0, width: 2, height: 1), byTiling: true)
        #expect((0..<8).map { bytes(context, x: $0, y: 0)[0] } == [255, 0, 0, 0, 0, 0, 255, 0])
        context.resetClip()
        context.interpolationQuality = .none
        context.draw(picture, in: CGRect(x: 0, y: 0, width: 8, height: 1))
        #expect((0..<8).map { bytes(context, x: $0, y: 0)[0] } == [255, 255, 255, 255, 0, 0, 0, 0])
    }

    @Test("edges are not smoothed where the program does not want it")
    func antialiasing() throws {
        func edge(_ isSmooth: Bool) throws -> UInt8 {
            let context = try #require(make(2, 1))
            context.setShouldAntialias(isSmooth)
            context.fill(CGRect(x: 0, y: 0, width: 1.4, height: 1))
            return bytes(context, x: 1, y: 0)[3]
        }
        #expect(try edge(true) > 80)
        #expect(try [0, 255].contains(edge(false)))
    }

    @Test("points, sizes and rectangles are converted between user space and pixels")
    func conversion() throws {
        let context = try #require(make(10, 10))
        context.translateBy(x: 1, y: 2)
        context.scaleBy(x: 2, y: 4)
        #expect(context.convertToDeviceSpace(CGPoint(x: 1, y: 1)) == CGPoint(x: 3, y: 6))
        #expect(context.convertToDeviceSpace(CGSize(width: 1, height: 1)) == CGSize(width: 2, height: 4))
        #expect(context.convertToUserSpace(CGPoint(x: 3, y: 6)) == CGPoint(x: 1, y: 1))
        #expect(
            context.convertToUserSpace(CGRect(x: 1, y: 2, width: 2, height: 4))
                == CGRect(x: 0, y: 0, width: 1, height: 1))
    }

    @Test("in a transparency layer, shadows are off, painting is limited to its rectangle, and outer states stay")
    func layerState() throws {
        let context = try #require(make(8, 1))
        context.setFillColor(red)
        context.saveGState()
        context.setShadow(offset: CGSize(width: 3, height: 0), blur: 0, color: red)
        context.setFillColor(gray: 1, alpha: 1)
        context.beginTransparencyLayer(in: CGRect(x: 0, y: 0, width: 2, height: 1), auxiliaryInfo: nil)
        context.restoreGState()
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        context.fill(CGRect(x: 1, y: 0, width: 7, height: 1))
        context.endTransparencyLayer()
        context.restoreGState()
        context.fill(CGRect(x: 7, y: 0, width: 1, height: 1))
        // The layer as a whole has one shadow.
        let greens = (0..<8).map { bytes(context, x: $0, y: 0)[1] }
        #expect(greens == [255, 255, 0, 0, 0, 0, 0, 0])
        #expect((0..<8).map { bytes(context, x: $0, y: 0)[0] } == [255, 255, 0, 255, 255, 0, 0, 255])
    }

    @Test("shapes within a transparency layer have no shadows of their own")
    func layerShadow() throws {
        let context = try #require(make(8, 1))
        context.setShadow(offset: CGSize(width: 2, height: 0), blur: 0, color: red)
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        context.endTransparencyLayer()
        #expect((0..<8).map { bytes(context, x: $0, y: 0)[3] } == [255, 0, 255, 0, 0, 0, 0, 0])
    }

    @Test("resetting the clip removes masks, too")
    func resetMasks() throws {
        let clear = try #require(CGImage(bgra: [0, 0, 0, 0], width: 1, height: 1))
        let context = try #require(make(1, 1))
        context.clip(to: CGRect(x: 0, y: 0, width: 1, height: 1), mask: clear)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(bytes(context, x: 0, y: 0)[3] == 0)
        context.resetClip()
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(bytes(context, x: 0, y: 0)[3] == 255)
    }

    @Test("the even-odd rule leaves the inner of two rectangles empty, and segments are drawn in pairs of points")
    func paths() throws {
        let context = try #require(make(6, 6))
        context.addRects([CGRect(x: 0, y: 0, width: 6, height: 6), CGRect(x: 2, y: 2, width: 2, height: 2)])
        context.fillPath(using: .evenOdd)
        #expect(bytes(context, x: 0, y: 0)[3] == 255 && bytes(context, x: 3, y: 3)[3] == 0)
        let lines = try #require(make(6, 2))
        lines.setLineWidth(1)
        lines.strokeLineSegments(between: [
            CGPoint(x: 0, y: 0.5), CGPoint(x: 2, y: 0.5), CGPoint(x: 4, y: 0.5), CGPoint(x: 6, y: 0.5), .zero,
        ])
        #expect((0..<6).map { bytes(lines, x: $0, y: 1)[3] } == [255, 255, 0, 0, 255, 255])
        let wide = try #require(make(6, 6))
        wide.stroke(CGRect(x: 3, y: 0, width: 9, height: 6), width: 4)
        #expect(bytes(wide, x: 1, y: 3)[3] == 255 && bytes(wide, x: 0, y: 3)[3] == 0)
    }

    @Test("a matrix without an inverse is ignored, and gradients have the opacity and the places of their colours")
    func matrixAndGradient() throws {
        let context = try #require(make(8, 1))
        context.scaleBy(x: 0, y: 1)
        #expect(context.ctm == .identity)
        let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
        // Locations in another order than the colours.
        let gradient = try #require(
            CGGradient(colorsSpace: nil, colors: [blue, red] as CFArray, locations: [1, 0.5]))
        context.setAlpha(0.5)
        context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 8, y: 0), options: [])
        #expect(bytes(context, x: 1, y: 0) == [128, 0, 0, 128])
        let last = bytes(context, x: 7, y: 0)
        #expect(last[2] > 100 && last[0] < 30 && last[3] == 128)
    }
}
