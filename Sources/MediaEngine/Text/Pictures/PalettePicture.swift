import CFFmpeg
import CoreGraphics

/// A decoded picture of palette indexes, without its transparent edges.
struct PalettePicture {
    private let rect: AVSubtitleRect
    private let indexes: UnsafePointer<UInt8>
    /// Premultiplied colors, as bytes B, G, R, A.
    private let palette: [UInt32]
    private let columns: Range<Int>
    private let rows: Range<Int>

    /// Nil if nothing of the picture is visible.
    init?(_ rect: AVSubtitleRect) {
        guard let indexes = rect.data.0, let colors = rect.data.1, Int(rect.linesize.0) >= Int(rect.w) else {
            return nil
        }
        self.rect = rect
        self.indexes = UnsafePointer(indexes)
        palette = Self.premultiplied(UnsafeRawPointer(colors), count: Int(rect.nb_colors))
        guard let visible = Self.visible(rect, self.indexes, palette) else { return nil }
        (columns, rows) = visible
    }

    /// FFmpeg's palettes have 256 entries: alpha, red, green and blue, from the highest to the lowest byte of a number.
    private static func premultiplied(_ colors: UnsafeRawPointer, count: Int) -> [UInt32] {
        var palette = [UInt32](repeating: 0, count: 256)
        for index in 0..<min(max(count, 0), 256) {
            let color = colors.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
            let alpha = color >> 24
            func part(_ shift: UInt32) -> UInt32 { ((color >> shift & 0xff) * alpha + 127) / 255 }
            palette[index] = (alpha << 24 | part(16) << 16 | part(8) << 8 | part(0)).littleEndian
        }
        return palette
    }

    private static func visible(
        _ rect: AVSubtitleRect, _ indexes: UnsafePointer<UInt8>, _ palette: [UInt32]
    ) -> (columns: Range<Int>, rows: Range<Int>)? {
        let isVisible = palette.map { $0 != 0 }
        var (left, right, top, bottom) = (Int(rect.w), 0, Int(rect.h), 0)
        for y in 0..<Int(rect.h) {
            let row = indexes + y * Int(rect.linesize.0)
            guard let first = (0..<Int(rect.w)).first(where: { isVisible[Int(row[$0])] }) else { continue }
            let last = (first..<Int(rect.w)).last { isVisible[Int(row[$0])] } ?? first
            (left, right) = (min(left, first), max(right, last + 1))
            (top, bottom) = (min(top, y), y + 1)
        }
        return left < right ? (left..<right, top..<bottom) : nil
    }

    /// Returns the picture with its place in a canvas of this size; nil if there is not enough memory.
    func caption(in canvas: (width: Int, height: Int)) -> CaptionPicture? {
        var checksum: UInt64 = 0xcbf2_9ce4_8422_2325
        let image = CGImage(width: columns.count, height: rows.count) { memory, bytesPerRow in
            for y in 0..<rows.count {
                let source = indexes + (rows.lowerBound + y) * Int(rect.linesize.0) + columns.lowerBound
                for x in 0..<columns.count {
                    let color = palette[Int(source[x])]
                    memory.storeBytes(of: color, toByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
                    checksum = (checksum ^ UInt64(color)) &* 0x100_0000_01b3
                }
            }
        }
        guard let image else { return nil }
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        let frame = CGRect(
            x: Double(Int(rect.x) + columns.lowerBound) / width, y: Double(Int(rect.y) + rows.lowerBound) / height,
            width: Double(columns.count) / width, height: Double(rows.count) / height)
        let isForced = rect.flags & AV_SUBTITLE_FLAG_FORCED != 0
        return CaptionPicture(image: image, frame: frame, isForced: isForced, checksum: checksum)
    }
}
