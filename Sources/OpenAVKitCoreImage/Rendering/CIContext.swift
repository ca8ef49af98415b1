public import CoreGraphics
public import CoreVideo
public import Foundation

/// A format of rendered pixels.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let BGRA8 = CIFormat(rawValue: 0x4247_5241)
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

    /// Renders the part of an image inside a rectangle. Apple: in this format and color space. Here: nil for another format than `BGRA8`,
    /// and always sRGB.
    open func createCGImage(_ image: CIImage, from fromRect: CGRect, format: CIFormat, colorSpace: CGColorSpace?)
        -> CGImage?
    {
        format == .BGRA8 ? createCGImage(image, from: fromRect) : nil
    }

    /// Renders the part of an image at the origin into a buffer of `kCVPixelFormatType_32BGRA`. Other buffers stay as they are.
    open func render(_ image: CIImage, to buffer: CVPixelBuffer) {
        let bounds = CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(buffer), height: CVPixelBufferGetHeight(buffer))
        guard CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA, let area = Self.area(bounds),
            let sampler = Sampler(image)
        else { return }
        buffer.withPixels { Self.render(sampler, area, into: $0, bytesPerRow: $1) }
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
        _ sampler: Sampler, _ area: Area, into buffer: UnsafeMutableRawBufferPointer, bytesPerRow: Int
    ) {
        for row in 0..<area.height {
            let y = CGFloat(area.y + area.height - row) - 0.5
            for column in 0..<area.width {
                let color = sampler.color(at: CGPoint(x: CGFloat(area.x + column) + 0.5, y: y))
                let bytes = (color * 255 + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
                let offset = row * bytesPerRow + column * 4
                buffer[offset] = UInt8(bytes.z)
                buffer[offset + 1] = UInt8(bytes.y)
                buffer[offset + 2] = UInt8(bytes.x)
                buffer[offset + 3] = UInt8(bytes.w)
            }
        }
    }
}
