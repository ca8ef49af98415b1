import CoreGraphics
import Drawing
import QuartzCore

/// Pixels of a display list: 32 bits, B, G, R, A, premultiplied. Immutable.
///
/// `@unchecked Sendable`: only the initialiser writes the memory, before any other thread can have the bitmap.
final class Bitmap: @unchecked Sendable {
    let isOpaque: Bool
    /// The memory; for reading only.
    let surface: PixelSurface
    /// The owner of the memory where that is not the bitmap itself.
    private let image: CGImage?

    var width: Int { surface.width }
    var height: Int { surface.height }
    var byteCount: Int { surface.bytesPerRow * surface.height }

    /// Draws a bitmap that begins transparent; `matrix` maps the canvas's plane to its pixels. nil without memory, or for a size beyond
    /// what images may have.
    init?(width: Int, height: Int, matrix: CGAffineTransform, _ body: (Canvas) -> Void) {
        guard width > 0, height > 0, width <= CGImage.maximumSide, height <= CGImage.maximumSide else { return nil }
        let bytesPerRow = (width * 4 + 15) / 16 * 16
        // calloc gives fresh pages, which are zero without being touched.
        guard let base = calloc(height, bytesPerRow) else { return nil }
        isOpaque = false
        image = nil
        surface = PixelSurface(base: base, bytesPerRow: bytesPerRow, width: width, height: height)
        Canvas.draw(into: base, width: width, height: height, bytesPerRow: bytesPerRow, matrix: matrix, body)
    }

    /// Shares the memory of an image; nil where its rows are not whole pixels apart.
    init?(_ picture: CGImage) {
        var base: UnsafeRawPointer?
        var stride = 0
        picture.withBGRA { bytes, bytesPerRow in
            base = bytes.baseAddress
            stride = bytesPerRow
        }
        // The image is held, and its memory does not move.
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
