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
        var sum = 0
        // Loops over ranges, and a call for each value, take several times as long in debug builds.
        var y = rows.lowerBound
        while y < rows.upperBound {
            sum += depth > 8 ? deepSum(columns, y, across) : sum8(columns, y, across)
            y += down
        }
        let number = (columns.count + across - 1) / across * ((rows.count + down - 1) / down)
        return number == 0 ? 0 : UInt8(clamping: sum / number)
    }

    /// Returns the sum of every `step`th value of a row in 8 bits.
    private func sum8(_ columns: Range<Int>, _ y: Int, _ step: Int) -> Int {
        let row = plane + y * stride
        let end = columns.upperBound
        var (x, sum) = (columns.lowerBound, 0)
        while x < end {
            sum &+= Int(row[x])
            x &+= step
        }
        return sum
    }

    /// Returns the sum of every `step`th value of a row in more than 8 bits.
    private func deepSum(_ columns: Range<Int>, _ y: Int, _ step: Int) -> Int {
        var (x, sum) = (columns.lowerBound, 0)
        while x < columns.upperBound {
            sum += value(x, y)
            x += step
        }
        return sum
    }
}
