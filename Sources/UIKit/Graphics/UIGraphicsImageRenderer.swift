public import CoreGraphics
public import Foundation

/// The scale of a rendered image, and whether it is opaque.
open class UIGraphicsImageRendererFormat: NSObject {
    /// Pixels per point.
    open var scale: CGFloat = 1
    open var opaque = false
    /// In a context: the bounds of its renderer. Otherwise empty.
    open private(set) var bounds = CGRect.zero

    public override init() {
        super.init()
    }

    /// A format with the scale of a display.
    public convenience init(for traitCollection: UITraitCollection) {
        self.init()
        if traitCollection.displayScale > 0 { scale = traitCollection.displayScale }
    }

    open class func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
    open class func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }

    func inContext(bounds: CGRect) -> UIGraphicsImageRendererFormat {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        format.opaque = opaque
        format.bounds = bounds
        return format
    }
}

/// The drawing context of a renderer's closure.
open class UIGraphicsImageRendererContext: NSObject {
    open private(set) var cgContext: CGContext
    open private(set) var format: UIGraphicsImageRendererFormat
    private let bitmap: BitmapContext?

    init(_ bitmap: BitmapContext?, format: UIGraphicsImageRendererFormat) {
        self.bitmap = bitmap
        self.format = format
        cgContext = bitmap?.context ?? .withoutBitmap
    }

    open func fill(_ rect: CGRect) { cgContext.fill(rect) }
    open func stroke(_ rect: CGRect) { cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1) }
    open func clip(to rect: CGRect) { cgContext.clip(to: rect) }

    /// An image of the content drawn so far.
    open var currentImage: UIImage {
        cgContext.allocateBitmap()
        guard let picture = bitmap?.makeImage() else { return UIImage() }
        return UIImage(cgImage: picture, scale: format.scale, orientation: .up)
    }
}

/// Draws images. Can be used on any thread; each call has its own context.
open class UIGraphicsImageRenderer: NSObject {
    open private(set) var format: UIGraphicsImageRendererFormat
    private let bounds: CGRect

    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat = .default()) {
        self.bounds = bounds.standardized
        self.format = format
    }

    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat = .default()) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    /// - Returns: an empty image where the size is empty or invalid.
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        let bitmap = BitmapContext(size: bounds.size, scale: format.scale, isOpaque: format.opaque)
        let context = UIGraphicsImageRendererContext(bitmap, format: format.inContext(bounds: bounds))
        if bounds.origin != .zero { context.cgContext.translateBy(x: -bounds.minX, y: -bounds.minY) }
        UIGraphicsPushContext(context.cgContext)
        actions(context)
        UIGraphicsPopContext()
        return context.currentImage
    }

    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        image(actions: actions).pngData() ?? Data()
    }

    open func jpegData(withCompressionQuality quality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void)
        -> Data
    {
        image(actions: actions).jpegData(compressionQuality: quality) ?? Data()
    }
}
