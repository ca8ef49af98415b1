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

    func mean(_ places: [(x: Int, y: Int)]) -> UInt8 {
        guard !places.isEmpty else { return 0 }
        return UInt8(clamping: places.reduce(0) { $0 + value($1.x, $1.y) } / places.count)
    }
}
