import CGraphics
import QuartzCore

/// A set of pixels, stored as disjoint rectangles. Immutable after initialization.
final class Region {
    private let raw: UnsafeMutablePointer<pixman_region32_t>

    init() {
        raw = .allocate(capacity: 1)
        pixman_region32_init(raw)
    }

    convenience init(_ rect: PixelRect) {
        self.init()
        guard !rect.isEmpty else { return }
        pixman_region32_union_rect(
            raw, raw, Int32(clamping: rect.x), Int32(clamping: rect.y), UInt32(clamping: rect.width),
            UInt32(clamping: rect.height))
    }

    convenience init(_ rects: [PixelRect]) {
        self.init()
        for rect in rects where !rect.isEmpty {
            pixman_region32_union_rect(
                raw, raw, Int32(clamping: rect.x), Int32(clamping: rect.y), UInt32(clamping: rect.width),
                UInt32(clamping: rect.height))
        }
    }

    deinit {
        pixman_region32_fini(raw)
        raw.deallocate()
    }

    var isEmpty: Bool { pixman_region32_not_empty(raw) == 0 }

    var extents: PixelRect {
        guard !isEmpty, let box = pixman_region32_extents(raw)?.pointee else { return .none }
        return PixelRect(box)
    }

    var rects: [PixelRect] {
        var count: Int32 = 0
        guard let boxes = pixman_region32_rectangles(raw, &count) else { return [] }
        return (0..<Int(count)).map { PixelRect(boxes[$0]) }
    }

    func intersection(_ rect: PixelRect) -> Region {
        let result = Region()
        guard !rect.isEmpty else { return result }
        pixman_region32_intersect_rect(
            result.raw, raw, Int32(clamping: rect.x), Int32(clamping: rect.y), UInt32(clamping: rect.width),
            UInt32(clamping: rect.height))
        return result
    }

    func intersection(_ other: Region) -> Region {
        let result = Region()
        pixman_region32_intersect(result.raw, raw, other.raw)
        return result
    }

    func subtracting(_ other: Region) -> Region {
        let result = Region()
        pixman_region32_subtract(result.raw, raw, other.raw)
        return result
    }

    func union(_ other: Region) -> Region {
        let result = Region()
        pixman_region32_union(result.raw, raw, other.raw)
        return result
    }

    func translated(x: Int, y: Int) -> Region {
        let result = Region()
        pixman_region32_copy(result.raw, raw)
        pixman_region32_translate(result.raw, Int32(clamping: x), Int32(clamping: y))
        return result
    }

    /// Clips all drawing on `image` to this region.
    func setAsClip(of image: OpaquePointer) {
        pixman_image_set_clip_region32(image, raw)
    }
}

extension PixelRect {
    init(_ box: pixman_box32_t) {
        self.init(x: Int(box.x1), y: Int(box.y1), width: Int(box.x2 - box.x1), height: Int(box.y2 - box.y1))
    }
}
