import CGraphics
import CoreGraphics
import QuartzCore

/// Pixels with a pixman image that refers to them: 32 bits, B, G, R, A, premultiplied.
final class Raster {
    let width: Int
    let height: Int
    let isOpaque: Bool
    /// The pixman image; freed with the raster.
    let image: OpaquePointer
    let surface: PixelSurface
    /// The owner of the memory if not the raster itself.
    private let owner: AnyObject?

    private init?(
        base: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int, isOpaque: Bool, owner: AnyObject?
    ) {
        guard
            let image = pixman_image_create_bits_no_clear(
                isOpaque ? PIXMAN_x8r8g8b8 : PIXMAN_a8r8g8b8, Int32(width), Int32(height),
                base.assumingMemoryBound(to: UInt32.self), Int32(bytesPerRow))
        else { return nil }
        self.image = image
        self.width = width
        self.height = height
        self.isOpaque = isOpaque
        self.owner = owner
        surface = PixelSurface(base: base, bytesPerRow: bytesPerRow, width: width, height: height)
    }

    /// Creates a raster of transparent pixels.
    convenience init?(width: Int, height: Int) {
        guard width > 0, height > 0, width <= CGImage.maximumSide, height <= CGImage.maximumSide else { return nil }
        let bytesPerRow = (width * 4 + 15) / 16 * 16
        // calloc returns fresh pages, which are zero without being touched.
        guard let base = calloc(height, bytesPerRow) else { return nil }
        self.init(base: base, width: width, height: height, bytesPerRow: bytesPerRow, isOpaque: false, owner: nil)
    }

    /// Creates a view of memory that is owned by `owner`; valid only as long as that memory.
    convenience init?(viewing surface: PixelSurface, isOpaque: Bool, owner: AnyObject) {
        guard surface.width > 0, surface.height > 0, surface.bytesPerRow % 4 == 0 else { return nil }
        self.init(
            base: surface.base, width: surface.width, height: surface.height, bytesPerRow: surface.bytesPerRow,
            isOpaque: isOpaque, owner: owner)
    }

    /// Creates a read-only view of a bitmap.
    convenience init?(_ bitmap: Bitmap) {
        self.init(
            base: bitmap.surface.base, width: bitmap.width, height: bitmap.height,
            bytesPerRow: bitmap.surface.bytesPerRow, isOpaque: bitmap.isOpaque, owner: bitmap)
    }

    deinit {
        pixman_image_unref(image)
        if owner == nil { free(surface.base) }
    }
}
