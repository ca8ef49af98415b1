public import CoreGraphics
import Drawing
public import Foundation

/// An image: pixels, or a symbol that is rendered at the displayed size.
///
/// Immutable; any thread may use it.
open class UIImage: NSObject, @unchecked Sendable {
    // Unchecked: every stored property is a constant.

    /// Whether an image keeps its colors or is a template to be filled with the tint color.
    public enum RenderingMode: Int, Sendable { case automatic = 0, alwaysOriginal = 1, alwaysTemplate = 2 }
    public enum Orientation: Int, Sendable {
        case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
    }

    enum Content {
        case bitmap(CGImage)
        case symbol(SymbolShape, pointSize: CGFloat, color: UIColor?)
        case empty
    }

    /// The side length in points of a symbol without a point size.
    static let defaultSymbolSize: CGFloat = 22

    let content: Content
    open private(set) var scale: CGFloat
    open private(set) var renderingMode: RenderingMode

    init(content: Content, scale: CGFloat = 1, renderingMode: RenderingMode = .automatic) {
        self.content = content
        self.scale = scale.isFinite && scale > 0 ? scale : 1
        self.renderingMode = renderingMode
    }

    /// Creates an empty image with a size of zero.
    public override convenience init() {
        self.init(content: .empty)
    }

    public convenience init(cgImage: CGImage) {
        self.init(content: .bitmap(cgImage))
    }

    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.init(content: .bitmap(ImageTurning.upright(cgImage, from: orientation)), scale: scale)
    }

    /// Decodes PNG and JPEG data; nil for other formats and for corrupt data.
    public convenience init?(data: Data) {
        self.init(data: data, scale: 1)
    }

    public convenience init?(data: Data, scale: CGFloat) {
        guard let image = ImageCodec.decode(data) else { return nil }
        self.init(content: .bitmap(image), scale: scale)
    }

    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// Loads an image from the bundle's resources. Tries the name unchanged, then with `.png`, `.jpg` and `.jpeg`
    /// appended.
    public convenience init?(named name: String) {
        self.init(named: name, in: nil)
    }

    public convenience init?(named name: String, in bundle: Bundle?) {
        let folder = (bundle ?? .main).resourceURL ?? (bundle ?? .main).bundleURL
        let candidates = ["", ".png", ".jpg", ".jpeg"].map { folder.appendingPathComponent(name + $0).path }
        guard let path = candidates.first(where: { FileManager.default.fileExists(atPath: $0) }) else { return nil }
        self.init(contentsOfFile: path)
    }

    /// Creates a symbol by its name, drawn in the tint color; nil where no such symbol exists.
    public convenience init?(systemName name: String) {
        self.init(systemName: name, pointSize: Self.defaultSymbolSize)
    }

    public convenience init?(systemName name: String, withConfiguration configuration: SymbolConfiguration?) {
        self.init(systemName: name, pointSize: configuration?.pointSize ?? Self.defaultSymbolSize)
    }

    private convenience init?(systemName name: String, pointSize: CGFloat) {
        guard let shape = SymbolCatalog.shape(named: name) else { return nil }
        self.init(content: .symbol(shape, pointSize: pointSize, color: nil))
    }

    /// The size in points.
    open var size: CGSize {
        switch content {
        case .bitmap(let image): CGSize(width: CGFloat(image.width) / scale, height: CGFloat(image.height) / scale)
        case .symbol(_, let pointSize, _): CGSize(width: pointSize, height: pointSize)
        case .empty: .zero
        }
    }

    open var isSymbolImage: Bool {
        if case .symbol = content { true } else { false }
    }

    /// The image's pixels. A symbol is rendered in black at its own size.
    open var cgImage: CGImage? {
        switch content {
        case .bitmap(let image): image
        case .symbol: rendered(fitting: size, scale: scale, tint: .black)
        case .empty: nil
        }
    }

    open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
        UIImage(content: content, scale: scale, renderingMode: renderingMode)
    }

    /// Returns the image in one color: a symbol in that color, or a bitmap's shape filled with it.
    open func withTintColor(_ color: UIColor) -> UIImage {
        withTintColor(color, renderingMode: .automatic)
    }

    open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
        switch content {
        case .symbol(let shape, let pointSize, _):
            UIImage(
                content: .symbol(shape, pointSize: pointSize, color: color), scale: scale, renderingMode: renderingMode)
        case .bitmap(let image):
            UIImage(
                content: .bitmap(ImageTinting.fill(image, with: color.cgColor) ?? image), scale: scale,
                renderingMode: renderingMode)
        case .empty: self
        }
    }

    open func withConfiguration(_ configuration: SymbolConfiguration) -> UIImage {
        guard case .symbol(let shape, let pointSize, let color) = content else { return self }
        return UIImage(
            content: .symbol(shape, pointSize: configuration.pointSize ?? pointSize, color: color), scale: scale,
            renderingMode: renderingMode)
    }

    /// Returns the image as PNG; nil where encoding fails.
    open func pngData() -> Data? {
        cgImage.flatMap { ImageCodec.pngData($0) }
    }

    /// - Parameter compressionQuality: 0 to 1. Transparent pixels become black.
    open func jpegData(compressionQuality: CGFloat) -> Data? {
        cgImage.flatMap { ImageCodec.jpegData($0, quality: compressionQuality) }
    }

    /// Returns the pixels for an area of this size in points. Symbols and templates are drawn in the tint color.
    func rendered(fitting area: CGSize, scale: CGFloat, tint: UIColor) -> CGImage? {
        switch content {
        case .symbol(let shape, _, let color):
            let side = min(area.width, area.height)
            return SymbolRenderer.image(of: shape, side: side, scale: scale, color: (color ?? tint).cgColor)
        case .bitmap(let image):
            return renderingMode == .alwaysTemplate ? ImageTinting.fill(image, with: tint.cgColor) : image
        case .empty: return nil
        }
    }

    // MARK: Drawing in the current context

    open func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

    /// Draws the image upright in the current context, stretched to the rectangle. A symbol or template is drawn in the
    /// label color.
    open func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

    open func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let context = UIGraphicsGetCurrentContext(), rect.width > 0, rect.height > 0,
            let picture = rendered(fitting: rect.size, scale: context.initialScale, tint: .label)
        else { return }
        context.saveGState()
        context.setBlendMode(blendMode)
        context.drawUpright(picture, in: rect, opacity: alpha)
        context.restoreGState()
    }
}

extension UIImage {
    /// The point size of a symbol.
    open class SymbolConfiguration: NSObject, @unchecked Sendable {
        // Unchecked: the only stored property is a constant.
        let pointSize: CGFloat?

        public init(pointSize: CGFloat) {
            self.pointSize = pointSize.isFinite && pointSize > 0 ? min(pointSize, 2000) : nil
        }
    }
}
