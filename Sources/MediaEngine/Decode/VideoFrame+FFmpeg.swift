import CFFmpeg
import VideoFrames

/// The properties of a decoded frame of libavcodec, as values.
extension VideoFrame {
    /// - Parameter owner: retains `raw`.
    init(_ raw: UnsafePointer<AVFrame>, storage: Storage, owner: any AnyObject & Sendable) {
        var format = AVPixelFormat(rawValue: raw.pointee.format)
        if case .surface = storage, let context = raw.pointee.hw_frames_ctx {
            // The layout of the frame after a download.
            format = UnsafeRawPointer(context.pointee.data).load(as: AVHWFramesContext.self).sw_format
        }
        self.init(
            storage: storage, format: PixelFormat(format), width: Int(raw.pointee.width),
            height: Int(raw.pointee.height), owner: owner)
        color = ColorDescription(raw)
    }
}

extension FramePlane {
    /// Returns the planes of a frame in main memory, and the palette of a format with a palette.
    static func planes(of raw: UnsafePointer<AVFrame>) -> [FramePlane] {
        let data = raw.pointee.data
        let sizes = raw.pointee.linesize
        let found = [(data.0, sizes.0), (data.1, sizes.1), (data.2, sizes.2), (data.3, sizes.3)].prefix { $0.0 != nil }
        return found.compactMap { base, size in base.map { FramePlane(base: $0, bytesPerRow: Int(size)) } }
    }
}

extension PixelFormat {
    init(_ format: AVPixelFormat) {
        // The J formats are deprecated names of the plain formats in full range.
        let plain =
            switch format {
            case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
            case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
            case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
            case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
            default: format
            }
        let flags = av_pix_fmt_desc_get(plain)?.pointee.flags ?? 0
        self.init(
            name: av_get_pix_fmt_name(plain).map { String(cString: $0) } ?? "unknown",
            hasAlpha: flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0)
    }

    fileprivate static func isFullRange(_ format: AVPixelFormat) -> Bool {
        [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P].contains(format)
    }
}

extension ColorDescription {
    /// libavutil uses the code points of H.273.
    fileprivate init(_ raw: UnsafePointer<AVFrame>) {
        self.init()
        matrix = Matrix(rawValue: Int(raw.pointee.colorspace.rawValue))
        transfer = Transfer(rawValue: Int(raw.pointee.color_trc.rawValue))
        primaries = Primaries(rawValue: Int(raw.pointee.color_primaries.rawValue))
        isFullRange =
            raw.pointee.color_range == AVCOL_RANGE_JPEG
            || PixelFormat.isFullRange(AVPixelFormat(rawValue: raw.pointee.format))
        masteringPeak = Self.masteringPeak(raw)
    }

    private static func masteringPeak(_ raw: UnsafePointer<AVFrame>) -> Double? {
        guard let side = av_frame_get_side_data(raw, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA),
            let data = side.pointee.data, side.pointee.size >= MemoryLayout<AVMasteringDisplayMetadata>.size
        else { return nil }
        return data.withMemoryRebound(to: AVMasteringDisplayMetadata.self, capacity: 1) { metadata in
            metadata.pointee.has_luminance != 0 ? av_q2d(metadata.pointee.max_luminance) : nil
        }
    }
}
