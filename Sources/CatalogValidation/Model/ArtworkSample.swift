/// A synthetic image file without image data, for rule examples.
package enum ArtworkSample: Sendable, Hashable {
    case jpeg(Int, Int, components: UInt8 = 3)
    case png(Int, Int, hasAlpha: Bool = false)
    case gif(Int, Int)
    /// An HTTP error status instead of an image.
    case status(Int)
    /// A PNG served with another Content-Type.
    case typed(String)

    /// A description for documentation.
    package var title: String {
        switch self {
        case .jpeg(let width, let height, let components):
            "is a JPEG of \(width)x\(height)\(components == 4 ? " in CMYK" : "")"
        case .png(let width, let height, let hasAlpha):
            "is a PNG of \(width)x\(height)\(hasAlpha ? " with transparency" : "")"
        case .gif(let width, let height): "is a GIF of \(width)x\(height)"
        case .status(let status): "the server responds with status \(status)"
        case .typed(let type): "is a PNG that the server sends as \(type)"
        }
    }
}
