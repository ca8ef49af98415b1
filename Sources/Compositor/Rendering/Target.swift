import CGraphics
import CPixels
import QuartzCore

/// The memory that nodes are drawn into, and its position in surface coordinates.
struct Target {
    let raster: Raster
    /// The surface coordinates of the memory's first pixel.
    let x: Int
    let y: Int

    /// Whether the memory has an alpha component: true off screen, false on screen.
    var keepsAlpha: Bool { !raster.isOpaque }

    /// Clips drawing to `region`, in surface coordinates.
    func clip(to region: Region) {
        region.translated(x: -x, y: -y).setAsClip(of: raster.image)
    }

    func fill(_ color: DisplayColor, _ region: Region, replacing: Bool) {
        clip(to: region)
        let box = region.extents
        guard !box.isEmpty else { return }
        var color = pixman_color_t(color)
        var area = pixman_box32_t(
            x1: Int32(clamping: box.x - x), y1: Int32(clamping: box.y - y), x2: Int32(clamping: box.maxX - x),
            y2: Int32(clamping: box.maxY - y))
        pixman_image_fill_boxes(
            replacing ? PIXMAN_OP_SRC : PIXMAN_OP_OVER, raster.image, &color, 1, &area)
    }

    /// Sets the alpha of every pixel of the region to opaque and keeps its color.
    func makeOpaque(_ region: Region) {
        clip(to: region)
        let box = region.extents
        guard !box.isEmpty else { return }
        var color = pixman_color_t(red: 0, green: 0, blue: 0, alpha: 0xFFFF)
        var area = pixman_box32_t(
            x1: Int32(clamping: box.x - x), y1: Int32(clamping: box.y - y), x2: Int32(clamping: box.maxX - x),
            y2: Int32(clamping: box.maxY - y))
        pixman_image_fill_boxes(PIXMAN_OP_ADD, raster.image, &color, 1, &area)
    }

    /// Blends `source`, whose first pixel is placed at (`left`, `top`) of the surface, in `region`.
    func blend(
        _ source: Raster, at left: Int, _ top: Int, in region: Region, mask: OpaquePointer? = nil, maskX: Int = 0,
        maskY: Int = 0, replacing: Bool = false
    ) {
        let box = region.extents
        guard !box.isEmpty else { return }
        clip(to: region)
        pixman_image_composite32(
            replacing ? PIXMAN_OP_SRC : PIXMAN_OP_OVER, source.image, mask, raster.image,
            Int32(clamping: box.x - left), Int32(clamping: box.y - top), Int32(clamping: box.x - maskX),
            Int32(clamping: box.y - maskY), Int32(clamping: box.x - x), Int32(clamping: box.y - y),
            Int32(clamping: box.width), Int32(clamping: box.height))
    }

    /// Blends the pixels of `column`, whose first one is placed at `top` of the surface, over the rows of `region`. pixman would do it in pieces of
    /// 32 pixels, which takes twice the time.
    func blendRows(of column: Bitmap, top: Int, in region: Region) {
        let (surface, source) = (raster.surface, column.surface)
        let area = PixelRect(x: x, y: y, width: raster.width, height: raster.height)
            .intersection(PixelRect(x: x, y: top, width: raster.width, height: column.height))
        for rect in region.rects.map({ $0.intersection(area) }) where !rect.isEmpty {
            for row in rect.y..<rect.maxY {
                cpixels_blend_row(
                    (surface.base + (row - y) * surface.bytesPerRow + (rect.x - x) * 4)
                        .assumingMemoryBound(to: UInt8.self),
                    rect.width,
                    (source.base + (row - top) * source.bytesPerRow).assumingMemoryBound(to: UInt8.self))
            }
        }
    }
}

/// A mask with a uniform opacity.
final class OpacityMask {
    let image: OpaquePointer?

    init(_ opacity: Double) {
        var color = pixman_color_t(
            red: 0, green: 0, blue: 0, alpha: UInt16((min(max(opacity, 0), 1) * 65535).rounded()))
        image = pixman_image_create_solid_fill(&color)
    }

    deinit {
        if let image { pixman_image_unref(image) }
    }
}
