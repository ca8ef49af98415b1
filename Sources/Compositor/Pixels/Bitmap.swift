import CoreGraphics
import Drawing
import QuartzCore

/// A bitmap of a display list: 32 bits, B, G, R, A, premultiplied. Immutable.
///
/// `@unchecked Sendable`: only the initializer writes the memory, before another thread can access the bitmap.
final class Bitmap: @unchecked Sendable {
    let isOpaque: Bool
    /// The memory, read-only.
    let surface: PixelSurface
    /// The owner of the memory if not the bitmap itself.
    private let image: CGImage?

    var width: Int { surface.width }
    var height: Int { surface.height }
    var byteCount: Int { surface.bytesPerRow * surface.height }

    /// Draws into a transparent bitmap; `matrix` maps the canvas coordinates to pixels. Returns nil if allocation fails or the size exceeds
    /// the limit of images.
    init?(width: Int, height: Int, matrix: CGAffineTransform, _ body: (Canvas) -> Void) {
        guard width > 0, height > 0, width <= CGImage.maximumSide, height <= CGImage.maximumSide else { return nil }
        let bytesPerRow = (width * 4 + 15) / 16 * 16
        // calloc returns fresh pages, which are zero without being touched.
        guard let base = calloc(height, bytesPerRow) else { return nil }
        isOpaque = false
        image = nil
        surface = PixelSurface(base: base, bytesPerRow: bytesPerRow, width: width, height: height)
        Canvas.draw(into: base, width: width, height: height, bytesPerRow: bytesPerRow, matrix: matrix, body)
    }

    /// Shares the memory of an image; returns nil if its row stride is not a whole number of pixels.
    init?(_ picture: CGImage) {
        var base: UnsafeRawPointer?
        var stride = 0
        picture.withBGRA { bytes, bytesPerRow in
            base = bytes.baseAddress
            stride = bytesPerRow
        }
        // The image is retained, and its memory does not move.
        guard let base, stride % 4 == 0 else { return nil }
        isOpaque = picture.isOpaque
        image = picture
        surface = PixelSurface(
            base: UnsafeMutableRawPointer(mutating: base), bytesPerRow: stride, width: picture.width,
            height: picture.height)
    }

    deinit {
        if image == nil { free(surface.base) }
    }
}
