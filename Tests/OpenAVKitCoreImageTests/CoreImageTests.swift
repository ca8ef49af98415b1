import CoreImage
import Foundation
import Testing

@Suite("CoreImage")
struct CoreImageTests {
    /// An image of 3 × 2 pixels, whose red is the column and whose green is the row from the top, in steps of 10.
    private let numbered = CIImage(
        cgImage: CGImage(
            bgra: (0..<2).flatMap { row in (0..<3).flatMap { [0, UInt8(row * 10), UInt8($0 * 10), 255] } }, width: 3,
            height: 2)!)

    /// Red and green of each pixel, rows from the top.
    private func pixels(_ image: CIImage, from rect: CGRect? = nil) -> [[String]] {
        guard let result = CIContext().createCGImage(image, from: rect ?? image.extent) else { return [] }
        return (0..<result.height).map { y in
            (0..<result.width).map { x in
                let pixel = result.pixel(x: x, y: y)!
                return pixel.alpha == 0 ? "-" : "\(pixel.red / 10)\(pixel.green / 10)"
            }
        }
    }

    @Test("an image is rendered pixel by pixel, with the origin at the lower left")
    func identity() {
        #expect(numbered.extent == CGRect(x: 0, y: 0, width: 3, height: 2))
        #expect(pixels(numbered) == [["00", "10", "20"], ["01", "11", "21"]])
        #expect(pixels(numbered, from: CGRect(x: 0, y: 0, width: 2, height: 1)) == [["01", "11"]])
        #expect(pixels(numbered, from: CGRect(x: 2, y: 1, width: 2, height: 2)) == [["-", "-"], ["20", "-"]])
    }

    @Test(
        "an image stored with an orientation is displayed upright",
        arguments: [
            (CGImagePropertyOrientation.up, [["00", "10", "20"], ["01", "11", "21"]]),
            (.upMirrored, [["20", "10", "00"], ["21", "11", "01"]]),
            (.down, [["21", "11", "01"], ["20", "10", "00"]]),
            (.downMirrored, [["01", "11", "21"], ["00", "10", "20"]]),
            (.leftMirrored, [["00", "01"], ["10", "11"], ["20", "21"]]),
            (.right, [["01", "00"], ["11", "10"], ["21", "20"]]),
            (.rightMirrored, [["21", "20"], ["11", "10"], ["01", "00"]]),
            (.left, [["20", "21"], ["10", "11"], ["00", "01"]]),
        ])
    func orientations(orientation: CGImagePropertyOrientation, expected: [[String]]) {
        let turned = numbered.oriented(orientation)
        #expect(turned.extent.origin == .zero)
        #expect(pixels(turned) == expected)
        #expect(pixels(numbered.oriented(forExifOrientation: Int32(orientation.rawValue))) == expected)
    }

    @Test("an orientation that EXIF does not have changes nothing")
    func invalidOrientation() { #expect(numbered.oriented(forExifOrientation: 9) === numbered) }

    @Test("transforms move and scale, crops cut")
    func geometry() {
        let moved = numbered.transformed(by: CGAffineTransform(translationX: 10, y: 5))
        #expect(moved.extent == CGRect(x: 10, y: 5, width: 3, height: 2))
        #expect(pixels(moved) == pixels(numbered))
        let cropped = numbered.cropped(to: CGRect(x: 1, y: 0, width: 5, height: 1))
        #expect(cropped.extent == CGRect(x: 1, y: 0, width: 2, height: 1))
        #expect(pixels(cropped) == [["11", "21"]])
        #expect(numbered.cropped(to: CGRect(x: 7, y: 7, width: 1, height: 1)).extent.isNull)
        #expect(numbered.transformed(by: CGAffineTransform(scaleX: 0, y: 1)).extent.isNull)
        let flat = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
            .transformed(by: CGAffineTransform(scaleX: 2, y: 2))
        #expect(pixels(flat) == [["250", "250"], ["250", "250"]])
    }

    @Test("a pixel buffer of video is converted with its color matrix and range")
    func pixelBuffer() throws {
        var created: CVPixelBuffer?
        CVPixelBufferCreate(nil, 16, 8, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, nil, &created)
        let buffer = try #require(created)
        CVPixelBufferLockBaseAddress(buffer, [])
        for plane in 0..<2 {
            let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
            let count = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) * CVPixelBufferGetHeightOfPlane(buffer, plane)
            memset(base, plane == 0 ? 235 : 128, count)
        }
        CVPixelBufferUnlockBaseAddress(buffer, [])
        let image = CIImage(cvPixelBuffer: buffer)
        #expect(image.extent == CGRect(x: 0, y: 0, width: 16, height: 8))
        #expect(image.pixelBuffer === buffer && image.cgImage == nil)
        let result = try #require(CIContext().createCGImage(image, from: image.extent))
        let pixel = try #require(result.pixel(x: 5, y: 5))
        #expect(pixel.red >= 254 && pixel.green >= 254 && pixel.blue >= 254 && pixel.alpha == 255)
    }

    private func buffer(_ format: OSType) throws -> CVPixelBuffer {
        var created: CVPixelBuffer?
        CVPixelBufferCreate(nil, 3, 2, format, nil, &created)
        return try #require(created)
    }

    @Test(
        "an image is rendered into a buffer of 32-bit pixels",
        arguments: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB])
    func renderIntoBuffer(_ format: OSType) throws {
        let target = try buffer(format)
        CIContext().render(numbered, to: target)
        #expect(pixels(CIImage(cvPixelBuffer: target)) == pixels(numbered))
    }

    @Test("a part of an image is rendered into the same place of a buffer, and other formats stay as they are")
    func renderIntoPart() throws {
        let target = try buffer(kCVPixelFormatType_32BGRA)
        CIContext().render(numbered, to: target, bounds: CGRect(x: 1, y: 0, width: 9, height: 1), colorSpace: nil)
        #expect(pixels(CIImage(cvPixelBuffer: target)) == [["-", "-", "-"], ["-", "11", "21"]])
        let other = try buffer(kCVPixelFormatType_24RGB)
        CIContext().render(numbered, to: other)
        #expect(pixels(CIImage(cvPixelBuffer: other)) == [["00", "00", "00"], ["00", "00", "00"]])
    }

    @Test("an image is rendered into memory with its rows and order of components")
    func renderIntoMemory() {
        var bytes = [UInt8](repeating: 7, count: 24)
        let bounds = CGRect(x: 1, y: 0, width: 2, height: 2)
        func render(rowBytes: Int, format: CIFormat) {
            bytes.withUnsafeMutableBytes {
                guard let data = $0.baseAddress else { return }
                CIContext().render(
                    numbered, toBitmap: data, rowBytes: rowBytes, bounds: bounds, format: format, colorSpace: nil)
            }
        }
        render(rowBytes: 4, format: .RGBA8)
        render(rowBytes: 12, format: CIFormat(rawValue: 1))
        #expect(bytes.allSatisfy { $0 == 7 })
        for (format, first) in [(CIFormat.BGRA8, [0, 0, 10, 255]), (.ARGB8, [255, 10, 0, 0])] as [(CIFormat, [UInt8])] {
            render(rowBytes: 12, format: format)
            #expect(Array(bytes[..<4]) == first)
        }
        render(rowBytes: 12, format: .RGBA8)
        #expect(bytes == [10, 0, 0, 255, 20, 0, 0, 255, 7, 7, 7, 7, 10, 10, 0, 255, 20, 10, 0, 255, 7, 7, 7, 7])
    }

    @Test("filters with properties give the same images as those with keys")
    func builtinFilters() throws {
        let image = numbered
        func color(_ image: CIImage?) -> [UInt8] {
            guard let image, let pixel = CIContext().createCGImage(image, from: image.extent)?.pixel(x: 2, y: 1) else {
                return []
            }
            return [pixel.red, pixel.green, pixel.blue, pixel.alpha]
        }
        let sepia = CIFilter.sepiaTone()
        #expect(sepia.outputImage == nil && sepia.name == "CISepiaTone" && sepia.intensity == 1)
        sepia.inputImage = image
        sepia.intensity = 0.5
        let parameters = [kCIInputIntensityKey: 0.5]
        #expect(color(sepia.outputImage) == color(image.applyingFilter("CISepiaTone", parameters: parameters)))
        let controls = CIFilter.colorControls()
        controls.inputImage = image
        controls.saturation = 0
        let grey = color(controls.outputImage)
        #expect(grey.count == 4 && grey[0] == grey[1] && grey[1] == grey[2])
        #expect(controls.contrast == 1 && controls.brightness == 0)
        (controls.brightness, controls.contrast) = (0.25, 0.5)
        #expect(
            color(controls.outputImage)
                == color(
                    image.applyingFilter(
                        "CIColorControls",
                        parameters: [
                            kCIInputSaturationKey: 0, kCIInputBrightnessKey: 0.25, kCIInputContrastKey: 0.5,
                        ])))
        let invert = CIFilter.colorInvert()
        invert.inputImage = image
        #expect(color(invert.outputImage) == [235, 245, 255, 255])
        let exposure = CIFilter.exposureAdjust()
        exposure.inputImage = image
        exposure.ev = 1
        #expect(
            color(exposure.outputImage) == color(image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])))
    }

    @Test("invalid rectangles give no image")
    func invalidRectangles() {
        let context = CIContext(options: nil)
        for rect in [CGRect.null, .infinite, .zero, CGRect(x: 0, y: 0, width: 100_000, height: 1)] {
            #expect(context.createCGImage(numbered, from: rect) == nil)
        }
        #expect(context.createCGImage(numbered, from: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)) == nil)
    }

    @Test("images are composited by their alpha")
    func composite() {
        let half = CIImage(color: CIColor(red: 1, green: 0, blue: 0, alpha: 0.5))
            .cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
        let result = half.composited(over: CIImage(color: .black).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 1)))
        #expect(result.extent == CGRect(x: 0, y: 0, width: 2, height: 1))
        #expect(pixels(result) == [["120", "00"]])
    }

    @Test("a clamped image continues its edge")
    func clamped() {
        let image = numbered.clampedToExtent()
        #expect(image.extent.isInfinite)
        #expect(pixels(image, from: CGRect(x: -1, y: -1, width: 2, height: 2)) == [["01", "01"], ["01", "01"]])
    }

    @Test("filters that exist change colors, the others are nil")
    func filters() throws {
        #expect(CIFilter(name: "CIGaussianBlur") == nil)
        #expect(numbered.applyingFilter("CIGaussianBlur", parameters: [:]) === numbered)
        #expect(CIFilter.filterNames(inCategory: nil).allSatisfy { CIFilter(name: $0) != nil })
        #expect(CIFilter(name: "CISepiaTone")?.outputImage == nil)
        let red = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
        func color(_ image: CIImage) -> [UInt8] {
            guard let pixel = CIContext().createCGImage(image, from: image.extent)?.pixel(x: 0, y: 0) else { return [] }
            return [pixel.red, pixel.green, pixel.blue, pixel.alpha]
        }
        #expect(color(red.applyingFilter("CIColorInvert", parameters: [:])) == [0, 255, 255, 255])
        #expect(color(red.applyingFilter("CISepiaTone", parameters: ["inputIntensity": 1.0])) == [100, 89, 69, 255])
        #expect(color(red.applyingFilter("CIColorControls", parameters: ["inputSaturation": 0])) == [54, 54, 54, 255])
        #expect(color(red.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -1])) == [128, 0, 0, 255])
        let filter = try #require(CIFilter(name: "CIColorControls", parameters: [kCIInputBrightnessKey: 2]))
        #expect(filter.value(forKey: kCIInputBrightnessKey) as? Double == 2)
        filter.setDefaults()
        filter.setValue("nonsense", forKey: kCIInputContrastKey)
        filter.setValue(red, forKey: kCIInputImageKey)
        #expect(color(try #require(filter.outputImage)) == [255, 0, 0, 255])
    }

    @Test("a subclass of a filter makes its own image")
    func subclass() {
        final class Cut: CIFilter {
            override var outputImage: CIImage? {
                (value(forKey: kCIInputImageKey) as? CIImage)?.cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
            }
        }
        let filter = Cut()
        #expect(filter.name == "Cut" && filter.outputImage == nil)
        filter.setValue(numbered, forKey: kCIInputImageKey)
        #expect(filter.outputImage.map { pixels($0) } == [["01"]])
    }

    @Test("operations that are nested too deeply give no image")
    func depth() {
        var image = CIImage(color: .red)
        for _ in 0..<1000 { image = image.transformed(by: CGAffineTransform(translationX: 1, y: 0)) }
        #expect(CIContext().createCGImage(image, from: CGRect(x: 0, y: 0, width: 1, height: 1)) == nil)
    }
}
