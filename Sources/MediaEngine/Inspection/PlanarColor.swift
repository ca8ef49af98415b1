import CFFmpeg

/// The color planes of a decoded frame.
enum PlanarColor {
    private static let samples = 48
    /// The parts of a frame, in columns and rows, of which the colors are stated.
    private static let columns = 3
    private static let rows = 2

    /// Returns the means of Cb and Cr, the mean of their distances from gray, and the means of Cb and Cr of each part of the
    /// frame, row by row, in 8 bits; nil for pixel formats without two planes of color.
    static func means(_ frame: UnsafeMutablePointer<AVFrame>) -> [UInt8]? {
        guard let description = av_pix_fmt_desc_get(AVPixelFormat(rawValue: frame.pointee.format)),
            description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0, description.pointee.nb_components >= 3,
            description.pointee.comp.1.plane == 1, description.pointee.comp.2.plane == 2,
            let first = frame.pointee.data.1, let second = frame.pointee.data.2
        else { return nil }
        let depth = Int(description.pointee.comp.1.depth)
        let width = Int(frame.pointee.width) >> Int(description.pointee.log2_chroma_w)
        let height = Int(frame.pointee.height) >> Int(description.pointee.log2_chroma_h)
        guard width > 0, height > 0 else { return nil }
        func value(_ plane: UnsafeMutablePointer<UInt8>, _ stride: Int, _ x: Int, _ y: Int) -> Int {
            guard depth > 8 else { return Int(plane[y * stride + x]) }
            let at = y * stride + 2 * x
            return (Int(plane[at]) | Int(plane[at + 1]) << 8) >> (depth - 8)
        }
        let (across, down) = (max(1, width / samples), max(1, height / samples))
        var (blue, red, distance, count) = (0, 0, 0, 0)
        var parts = [(blue: Int, red: Int, count: Int)](repeating: (0, 0, 0), count: columns * rows)
        var y = 0
        while y < height {
            var x = 0
            let line = y * rows / height * columns
            while x < width {
                let part = line + x * columns / width
                let cb = value(first, Int(frame.pointee.linesize.1), x, y)
                let cr = value(second, Int(frame.pointee.linesize.2), x, y)
                blue += cb
                red += cr
                distance += (abs(cb - 128) + abs(cr - 128)) / 2
                count += 1
                parts[part].blue += cb
                parts[part].red += cr
                parts[part].count += 1
                x += across
            }
            y += down
        }
        return [blue, red, distance].map { UInt8(clamping: $0 / count) }
            + parts.flatMap { part in [part.blue, part.red].map { UInt8(clamping: $0 / max(1, part.count)) } }
    }
}
