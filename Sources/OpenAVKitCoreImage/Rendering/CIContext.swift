public import CoreGraphics
public import CoreVideo
public import Foundation

/// A format of rendered pixels.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Bytes B, G, R, A.
    public static let BGRA8 = CIFormat(rawValue: 0x4247_5241)
    /// Bytes R, G, B, A.
    public static let RGBA8 = CIFormat(rawValue: 0x5247_4241)
    /// Bytes A, R, G, B.
    public static let ARGB8 = CIFormat(rawValue: 0x4152_4742)
}

/// An option of a context. Options have no effect here, because the processor renders.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
    public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
    public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
}

/// Renders images on the processor, in sRGB. Thread-safe.
open class CIContext: NSObject, @unchecked Sendable {
    // Sendable: there is no state; `@unchecked` because the class is open.
    public override init() { super.init() }
    public init(options: [CIContextOption: Any]? = nil) { super.init() }

    /// Renders the part of an image inside a rectangle, one pixel for each unit.
    /// - Returns: nil for a rectangle that is empty, infinite or larger than `CGImage` allows, and for pixel buffers whose format cannot be
    ///   converted.
    open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
        guard let area = Self.area(fromRect), let sampler = Sampler(image) else { return nil }
        return CGImage(width: area.width, height: area.height) { buffer, bytesPerRow in
            Self.render(sampler, area, into: buffer, bytesPerRow: bytesPerRow)
        }
    }

    /// Renders the part of an image inside a rectangle, always in sRGB.
    /// - Parameter format: `BGRA8`, `RGBA8` or `ARGB8`, which give equal images; nil is returned for others.
    open func createCGImage(_ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?)
        -> CGImage?
    {
        ComponentOrder(format) == nil ? nil : createCGImage(image, from: fromRect)
    }

    /// Renders the part of an image at the origin into a buffer of 32-bit pixels: BGRA, RGBA or ARGB. Other buffers stay as they are.
    open func render(_ image: CIImage, to buffer: CVPixelBuffer) {
        let bounds = CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
        render(image, to: buffer, bounds: bounds, colorSpace: nil)
    }

    /// Renders the part of an image inside `bounds` into the same place of a buffer of 32-bit pixels: BGRA, RGBA or ARGB. Other pixels, and other
    /// buffers, stay as they are.
    /// - Parameter colorSpace: not used: always sRGB.
    open func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
        let height = CVPixelBufferGetHeight(buffer)
        let whole = CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: height)
        guard let order = ComponentOrder(CVPixelBufferGetPixelFormatType(buffer)),
            let area = Self.area(bounds.intersection(whole)), let sampler = Sampler(image)
        else { return }
        buffer.withPixels { bytes, bytesPerRow in
            let start = (height - area.y - area.height) * bytesPerRow + area.x * 4
            Self.render(
                sampler, area, into: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]), bytesPerRow: bytesPerRow,
                order)
        }
    }

    /// Renders the part of an image inside `bounds` into memory, rows from the top.
    /// - Parameters:
    ///   - format: `BGRA8`, `RGBA8` or `ARGB8`; nothing is rendered for others.
    ///   - colorSpace: not used: always sRGB.
    /// - Precondition: `data` has room for the rows of the rectangle.
    open func render(
        _ image: CIImage, toBitmap data: UnsafeMutableRawPointer, rowBytes: Int, bounds: CGRect, format: CIFormat,
        colorSpace: CGColorSpace?
    ) {
        guard let order = ComponentOrder(format), let area = Self.area(bounds), rowBytes >= area.width * 4,
            let sampler = Sampler(image)
        else { return }
        let count = rowBytes * (area.height - 1) + area.width * 4
        Self.render(
            sampler, area, into: UnsafeMutableRawBufferPointer(start: data, count: count), bytesPerRow: rowBytes, order)
    }

    /// A rectangle of whole pixels.
    private struct Area {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    private static func area(_ rect: CGRect) -> Area? {
        guard !rect.isNull, !rect.isInfinite else { return nil }
        let whole = rect.integral
        let limit = CGFloat(CGImage.maximumSide)
        guard whole.width >= 1, whole.height >= 1, whole.width <= limit, whole.height <= limit, abs(whole.minX) < 1e9,
            abs(whole.minY) < 1e9
        else { return nil }
        return Area(x: Int(whole.minX), y: Int(whole.minY), width: Int(whole.width), height: Int(whole.height))
    }

    private static func render(
        _ sampler: Sampler, _ area: Area, into buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int,
        _ order: ComponentOrder = .bgra
    ) {
        for row in 0..<area.height {
            let y = CGFloat(area.y + area.height - row) - 0.5
            for column in 0..<area.width {
                let color = sampler.color(at: CGPoint(x: CGFloat(area.x + column) + 0.5, y: y))
                let bytes = (color * 255 + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
                let offset = row * bytesPerRow + column * 4
                buffer[offset + order.red] = UInt8(bytes.x)
                buffer[offset + order.green] = UInt8(bytes.y)
                buffer[offset + order.blue] = UInt8(bytes.z)
                buffer[offset + order.alpha] = UInt8(bytes.w)
            }
        }
    }
}
