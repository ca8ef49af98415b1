import CFFmpeg

/// The luma plane of a decoded frame, in 8 bits. Valid as long as the frame.
struct PlanarLuma {
    let width: Int
    let height: Int
    private let plane: UnsafeMutablePointer<UInt8>
    private let stride: Int
    private let depth: Int

    /// - Returns: nil for pixel formats without a planar luma.
    init?(_ frame: UnsafeMutablePointer<AVFrame>) {
        guard let description = av_pix_fmt_desc_get(AVPixelFormat(rawValue: frame.pointee.format)),
            description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0, let plane = frame.pointee.data.0
        else { return nil }
        self.plane = plane
        width = Int(frame.pointee.width)
        height = Int(frame.pointee.height)
        stride = Int(frame.pointee.linesize.0)
        depth = Int(description.pointee.comp.0.depth)
    }

    func value(_ x: Int, _ y: Int) -> Int {
        guard depth > 8 else { return Int(plane[y * stride + x]) }
        let at = y * stride + 2 * x
        return (Int(plane[at]) | Int(plane[at + 1]) << 8) >> (depth - 8)
    }

    /// Returns the mean of values that are spread over a rectangle; 0 for an empty one.
    /// - Parameter count: the number of values in each direction, or up to twice as many.
    func mean(_ columns: Range<Int>, _ rows: Range<Int>, _ count: Int) -> UInt8 {
        let (across, down) = (max(1, columns.count / count), max(1, rows.count / count))
        var (sum, number) = (0, 0)
        // Loops over ranges take several times as long in debug builds.
        var y = rows.lowerBound
        while y < rows.upperBound {
            var x = columns.lowerBound
            while x < columns.upperBound {
                sum += value(x, y)
                number += 1
                x += across
            }
            y += down
        }
        return number == 0 ? 0 : UInt8(clamping: sum / number)
    }
}
