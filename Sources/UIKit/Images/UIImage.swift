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
        case symbol(SymbolShape, SymbolConfiguration, color: UIColor?)
        case empty
    }

    /// The side length in points of a symbol without a point size.
    static let defaultSymbolSize: CGFloat = 22

    /// How the parts between the caps of a resizable image fill their area.
    public enum ResizingMode: Int, Sendable { case tile = 0, stretch = 1 }

    let content: Content
    let arrangement: ImageArrangement
    open private(set) var scale: CGFloat
    open private(set) var renderingMode: RenderingMode

    init(
        content: Content, scale: CGFloat = 1, renderingMode: RenderingMode = .automatic,
        arrangement: ImageArrangement = ImageArrangement()
    ) {
        self.content = content
        self.arrangement = arrangement
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
        guard let path = Self.file(named: name, in: bundle) else { return nil }
        self.init(contentsOfFile: path)
    }

    /// Loads the image for the traits' display scale, such as `name@2x.png`, and else the one without a scale in its name.
    ///
    /// Apple: the traits select among the images of an asset catalog. Here: among files, by the display scale only.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?)
    {
        let scale = traitCollection?.displayScale ?? 0
        let stem = (name as NSString).deletingPathExtension
        let ending = (name as NSString).pathExtension
        let scaled = "\(stem)@\(Int(scale))x" + (ending.isEmpty ? "" : "." + ending)
        guard scale > 1, let path = Self.file(named: scaled, in: bundle),
            let data = FileManager.default.contents(atPath: path)
        else {
            self.init(named: name, in: bundle)
            return
        }
        self.init(data: data, scale: scale)
    }

    /// Loads the image for the traits of a configuration; see `init(named:in:compatibleWith:)`.
    public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
        self.init(named: name, in: bundle, compatibleWith: configuration?.traitCollection)
    }

    private static func file(named name: String, in bundle: Bundle?) -> String? {
        let folder = (bundle ?? .main).resourceURL ?? (bundle ?? .main).bundleURL
        return ["", ".png", ".jpg", ".jpeg"].map { folder.appendingPathComponent(name + $0).path }
            .first { FileManager.default.fileExists(atPath: $0) }
    }

    /// Creates a symbol by its name, drawn in the tint color; nil where no such symbol exists.
    public convenience init?(systemName name: String) {
        self.init(systemName: name, withConfiguration: nil)
    }

    public convenience init?(systemName name: String, withConfiguration configuration: Configuration?) {
        guard let shape = SymbolCatalog.shape(named: name) else { return nil }
        self.init(content: .symbol(shape, configuration as? SymbolConfiguration ?? .unspecified, color: nil))
    }

    /// The size in points.
    open var size: CGSize {
        switch content {
        case .bitmap(let image): CGSize(width: CGFloat(image.width) / scale, height: CGFloat(image.height) / scale)
        case .symbol(_, let configuration, _): CGSize(width: configuration.side, height: configuration.side)
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
        UIImage(content: content, scale: scale, renderingMode: renderingMode, arrangement: arrangement)
    }

    /// Returns the image in one color: a symbol in that color, or a bitmap's shape filled with it.
    open func withTintColor(_ color: UIColor) -> UIImage {
        withTintColor(color, renderingMode: .automatic)
    }

    open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
        switch content {
        case .symbol(let shape, let configuration, _):
            UIImage(
                content: .symbol(shape, configuration, color: color), scale: scale, renderingMode: renderingMode,
                arrangement: arrangement)
        case .bitmap(let image):
            UIImage(
                content: .bitmap(ImageTinting.fill(image, with: color.cgColor) ?? image), scale: scale,
                renderingMode: renderingMode, arrangement: arrangement)
        case .empty: self
        }
    }

    /// The size and weight of a symbol; nil for other images.
    open var symbolConfiguration: SymbolConfiguration? {
        if case .symbol(_, let configuration, _) = content { configuration } else { nil }
    }

    /// Returns a symbol with what a configuration specifies; other images are returned unchanged.
    open func withConfiguration(_ configuration: Configuration) -> UIImage {
        (configuration as? SymbolConfiguration).flatMap { applyingSymbolConfiguration($0) } ?? self
    }

    /// Returns a symbol with what a configuration specifies; nil for other images.
    open func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
        symbolConfiguration.map { configured($0.applying(configuration)) }
    }

    /// Returns a symbol that takes what its own configuration does not specify from another one.
    func preferring(_ configuration: SymbolConfiguration?) -> UIImage {
        guard let configuration, let own = symbolConfiguration else { return self }
        return configured(configuration.applying(own))
    }

    private func configured(_ configuration: SymbolConfiguration) -> UIImage {
        guard case .symbol(let shape, _, let color) = content else { return self }
        return UIImage(
            content: .symbol(shape, configuration, color: color), scale: scale, renderingMode: renderingMode,
            arrangement: arrangement)
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
        case .symbol(let shape, let configuration, let color):
            let side = min(area.width, area.height)
            return SymbolRenderer.image(
                of: shape, side: side, scale: scale, color: (color ?? tint).cgColor,
                strokeFactor: configuration.strokeFactor)
        case .bitmap(let image):
            let resized =
                arrangement.resized(image, imageScale: self.scale, to: area, scale: scale) ?? image
            return renderingMode == .alwaysTemplate ? ImageTinting.fill(resized, with: tint.cgColor) : resized
        case .empty: return nil
        }
    }

    // MARK: Resizing and mirroring

    /// The widths of the edges in points that keep their size.
    open var capInsets: UIEdgeInsets { arrangement.capInsets ?? .zero }
    open var resizingMode: ResizingMode { arrangement.mode }
    /// Whether image views mirror the image in interfaces from right to left.
    open var flipsForRightToLeftLayoutDirection: Bool { arrangement.flipsForRightToLeft }

    /// Returns an image whose edges keep their size, and whose middle is repeated.
    open func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
        resizableImage(withCapInsets: capInsets, resizingMode: .tile)
    }

    /// Returns an image whose edges keep their size, in image views that scale to fill and where it is drawn in a rectangle. Symbols are
    /// returned unchanged.
    open func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage {
        guard case .bitmap = content else { return self }
        var changed = arrangement
        (changed.capInsets, changed.mode) = (capInsets, resizingMode)
        return UIImage(content: content, scale: scale, renderingMode: renderingMode, arrangement: changed)
    }

    /// Returns an image that image views mirror in interfaces from right to left.
    open func imageFlippedForRightToLeftLayoutDirection() -> UIImage {
        var changed = arrangement
        changed.flipsForRightToLeft = true
        return UIImage(content: content, scale: scale, renderingMode: renderingMode, arrangement: changed)
    }

    /// Returns the mirrored image.
    open func withHorizontallyFlippedOrientation() -> UIImage {
        let mirrored: Content =
            switch content {
            case .bitmap(let image): .bitmap(ImageTurning.upright(image, from: .upMirrored))
            case .symbol(let shape, let configuration, let color): .symbol(shape.mirrored, configuration, color: color)
            case .empty: .empty
            }
        return UIImage(content: mirrored, scale: scale, renderingMode: renderingMode, arrangement: arrangement)
    }

    /// Returns whether the pixels depend on the size of the area.
    var dependsOnArea: Bool { isSymbolImage || arrangement.capInsets != nil }

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
