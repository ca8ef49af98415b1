package import CoreGraphics
import Drawing
package import QuartzCore

/// A surface in memory for rendering without a window: headless screenshots and tests.
///
/// Owns its memory; `surface` is valid while the object exists.
package final class MemorySurface {
    package let surface: PixelSurface
    package var width: Int { surface.width }
    package var height: Int { surface.height }
    /// Whether pixels have an alpha component; false for the replacement of a window.
    package let hasAlpha: Bool

    /// Creates a black surface, or a transparent one with alpha. Sides are clamped to 1 ... 32,767 pixels.
    package init(width: Int, height: Int, hasAlpha: Bool = false) {
        let width = min(max(width, 1), CGImage.maximumSide)
        let height = min(max(height, 1), CGImage.maximumSide)
        let base = UnsafeMutableRawPointer.allocate(byteCount: width * height * 4, alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: width * height * 4)
        surface = PixelSurface(base: base, bytesPerRow: width * 4, width: width, height: height)
        self.hasAlpha = hasAlpha
    }

    deinit { surface.base.deallocate() }

    private var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: surface.base, count: surface.bytesPerRow * surface.height)
    }

    /// Returns a pixel as 0xAARRGGBB; nil outside of the surface.
    package func pixel(x: Int, y: Int) -> UInt32? {
        guard x >= 0, y >= 0, x < width, y < height else { return nil }
        let value = surface.base.load(fromByteOffset: y * surface.bytesPerRow + x * 4, as: UInt32.self)
        return hasAlpha ? value : value | 0xFF00_0000
    }

    package func pngData() -> Data? {
        ImageCodec.pngData(
            bytes: bytes, width: width, height: height, bytesPerRow: surface.bytesPerRow, isOpaque: !hasAlpha)
    }

    /// A copy of the pixels.
    package func makeImage() -> CGImage? {
        CGImage(bgra: bytes, width: width, height: height, bytesPerRow: surface.bytesPerRow, isOpaque: !hasAlpha)
    }
}
