public import CoreGraphics
public import CoreVideo
public import Foundation

/// A recipe of an image: pixels, and what is done with them when a `CIContext` renders it.
///
/// Coordinates are in pixels, with the origin at the lower left. Immutable and thread-safe; a pixel buffer is read at each rendering.
open class CIImage: NSObject, @unchecked Sendable {
    // Sendable: both properties are constants of sendable types; `@unchecked` because the class is open.
    let recipe: Recipe
    /// The rectangle with pixels; infinite for a color, null for an empty image.
    public let extent: CGRect

    init(_ recipe: Recipe, extent: CGRect) {
        self.recipe = recipe
        self.extent = extent
        super.init()
    }

    /// Creates an image of a pixel buffer, with its colors converted to sRGB.
    public convenience init(cvPixelBuffer pixelBuffer: CVPixelBuffer) {
        let size = CGSize(width: CVPixelBufferGetWidth(pixelBuffer), height: CVPixelBufferGetHeight(pixelBuffer))
        self.init(.buffer(pixelBuffer), extent: CGRect(origin: .zero, size: size))
    }

    public convenience init(cvImageBuffer imageBuffer: CVImageBuffer) { self.init(cvPixelBuffer: imageBuffer) }

    public convenience init(cgImage image: CGImage) {
        self.init(.image(image), extent: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    }

    /// Creates an image of one color without bounds; crop it before rendering.
    public convenience init(color: CIColor) { self.init(.color(color), extent: .infinite) }

    public static func empty() -> CIImage { CIImage(.color(.clear), extent: .null) }
    public static var black: CIImage { CIImage(color: .black) }
    public static var white: CIImage { CIImage(color: .white) }
    public static var clear: CIImage { CIImage(color: .clear) }

    /// The pixel buffer from which the image was created; nil for other images and results of operations.
    public var pixelBuffer: CVPixelBuffer? { if case .buffer(let buffer) = recipe { buffer } else { nil } }

    /// The image from which this one was created; nil for other images and results of operations.
    public var cgImage: CGImage? { if case .image(let image) = recipe { image } else { nil } }

    /// Returns the image after a transform. A transform that cannot be inverted gives an empty image.
    public func transformed(by matrix: CGAffineTransform) -> CIImage {
        let determinant = matrix.a * matrix.d - matrix.b * matrix.c
        guard determinant.isFinite, determinant != 0 else { return .empty() }
        guard !extent.isInfinite, !extent.isNull else { return CIImage(.transformed(self, matrix), extent: extent) }
        return CIImage(.transformed(self, matrix), extent: extent.applying(matrix))
    }

    /// Returns the part of the image inside a rectangle.
    public func cropped(to rect: CGRect) -> CIImage {
        let part = extent.isInfinite ? rect.standardized : extent.intersection(rect)
        guard !part.isNull, part.width > 0, part.height > 0 else { return .empty() }
        return CIImage(.cropped(self, part), extent: part)
    }

    /// Returns the image as displayed, if it is stored with this orientation. Its lower left corner stays where it is.
    public func oriented(_ orientation: CGImagePropertyOrientation) -> CIImage {
        orientation == .up ? self : transformed(by: orientationTransform(for: orientation))
    }

    /// Returns the image as displayed for an orientation of EXIF, from 1 to 8; otherwise the image itself.
    public func oriented(forExifOrientation orientation: Int32) -> CIImage {
        UInt32(exactly: orientation).flatMap(CGImagePropertyOrientation.init(rawValue:)).map(oriented) ?? self
    }

    /// The transform of `oriented(_:)`.
    public func orientationTransform(for orientation: CGImagePropertyOrientation) -> CGAffineTransform {
        guard !extent.isInfinite, !extent.isNull else { return .identity }
        let (width, height) = (extent.width, extent.height)
        let turned: CGAffineTransform =
            switch orientation {
            case .up: .identity
            case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
            case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
            case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
            case .leftMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: height, ty: width)
            case .right: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
            case .rightMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
            case .left: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
            }
        return CGAffineTransform(translationX: -extent.minX, y: -extent.minY).concatenating(turned)
            .concatenating(CGAffineTransform(translationX: extent.minX, y: extent.minY))
    }

    /// Returns the image in front of another one.
    public func composited(over dest: CIImage) -> CIImage {
        let whole = extent.isInfinite || dest.extent.isInfinite ? CGRect.infinite : extent.union(dest.extent)
        return CIImage(.over(self, dest), extent: whole)
    }

    /// Returns the image with the color of its edge pixels continued without bounds.
    public func clampedToExtent() -> CIImage {
        extent.isInfinite || extent.isNull ? self : CIImage(.clamped(self), extent: .infinite)
    }

    /// Returns the result of a filter; the image itself if this module has no filter of that name.
    ///
    /// Apple: has about 200 filters. Here: those of `CIFilter.filterNames(inCategory:)`.
    public func applyingFilter(_ filterName: String, parameters params: [String: Any] = [:]) -> CIImage {
        guard let filter = CIFilter(name: filterName) else { return self }
        for (key, value) in params { filter.setValue(value, forKey: key) }
        filter.setValue(self, forKey: kCIInputImageKey)
        return filter.outputImage ?? self
    }

    public override var description: String { "<CIImage: extent \(extent)>" }
}

/// What an image consists of.
enum Recipe: Sendable {
    case buffer(CVPixelBuffer)
    case image(CGImage)
    case color(CIColor)
    case transformed(CIImage, CGAffineTransform)
    case cropped(CIImage, CGRect)
    case clamped(CIImage)
    case over(CIImage, CIImage)
    case recolored(CIImage, ColorChange)
}
