import CFFmpeg
import CPicture
import Foundation

/// Scales frames and converts them to BGRA pixels. Used by one thread at a time.
///
/// The common case (no rotation, SDR colors, width a multiple of `group`) is a single pass of libswscale into the target, on two threads if
/// the frame is scaled.
final class PictureConverter {
    private struct Key: Hashable {
        var width, height: Int
        var format: Int32
        var targetWidth, targetHeight: Int
        var targetFormat: Int32
        var matrix: Int32
        var isFullRange: Bool
    }

    /// The number of threads that scale one frame.
    static let scalingThreads = 2

    private var contexts: [(key: Key, context: OpaquePointer)] = []
    /// The maximum number of cached scalers: the window's, a thumbnail's and a screenshot's.
    static let maximumContexts = 3
    private var cube: (key: ColorCube.Key, cube: ColorCube)?
    private var words: [UInt16] = []
    private var upright: [UInt32] = []
    private var padded: [UInt8] = []

    /// libswscale writes whole groups of up to this many pixels: past the end of a row whose width is not a multiple, and past the memory
    /// after the last row (observed with 5.1: 1560 columns of 4:2:0), or it omits the last columns.
    private static let group = 32

    deinit {
        for entry in contexts { sws_freeContext(entry.context) }
    }

    /// Draws the whole frame at `width` × `height`, with rotation applied, into 32-bit pixels at `target`.
    /// - Returns: false if libswscale does not support the frame.
    func convert(
        _ frame: Frame, into target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int
    ) -> Bool {
        guard width > 0, height > 0 else { return false }
        let quarters = frame.turn.rotation / 90
        guard quarters != 0 || frame.turn.isMirrored else {
            return convertUpright(frame, into: target, bytesPerRow: bytesPerRow, width: width, height: height)
        }
        let (lying, standing) = quarters % 2 == 0 ? (width, height) : (height, width)
        if upright.count < lying * standing { upright = [UInt32](repeating: 0, count: lying * standing) }
        return upright.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress,
                convertUpright(frame, into: base, bytesPerRow: lying * 4, width: lying, height: standing)
            else { return false }
            picture_turn(
                base, lying * 4, target.assumingMemoryBound(to: UInt32.self), bytesPerRow, Int32(lying),
                Int32(standing),
                Int32(quarters), frame.turn.isMirrored ? 1 : 0)
            return true
        }
    }

    private func convertUpright(
        _ frame: Frame, into target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int
    ) -> Bool {
        guard let key = ColorCube.key(for: frame.raw) else {
            guard scale(frame, AV_PIX_FMT_BGRA, into: target, bytesPerRow: bytesPerRow, width: width, height: height)
            else {
                return false
            }
            if Self.hasAlpha(frame.format) {
                picture_premultiply(
                    target.assumingMemoryBound(to: UInt8.self), bytesPerRow, Int32(width), Int32(height))
            }
            return true
        }
        if cube?.key != key { cube = (key, ColorCube(key)) }
        guard let cube = cube?.cube else { return false }
        if words.count < width * height * 3 { words = [UInt16](repeating: 0, count: width * height * 3) }
        return words.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress,
                scale(frame, AV_PIX_FMT_RGB48LE, into: base, bytesPerRow: width * 6, width: width, height: height)
            else { return false }
            picture_apply_cube(
                base, width * 6, target.assumingMemoryBound(to: UInt8.self), bytesPerRow, Int32(width), Int32(height),
                cube.bytes, Int32(ColorCube.edge))
            return true
        }
    }

    static func hasAlpha(_ format: AVPixelFormat) -> Bool {
        guard let description = av_pix_fmt_desc_get(format) else { return false }
        return description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
    }

    private func scale(
        _ frame: Frame, _ format: AVPixelFormat, into target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int,
        height: Int
    ) -> Bool {
        guard width % Self.group != 0 else {
            return scaleWhole(frame, format, into: target, bytesPerRow: bytesPerRow, width: width, height: height)
        }
        let bytesPerPixel = format == AV_PIX_FMT_RGB48LE ? 6 : 4
        let stride = (width + Self.group) / Self.group * Self.group * bytesPerPixel
        if padded.count < stride * (height + 1) { padded = [UInt8](repeating: 0, count: stride * (height + 1)) }
        return padded.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress,
                scaleWhole(frame, format, into: base, bytesPerRow: stride, width: width, height: height)
            else { return false }
            for row in 0..<height {
                (target + row * bytesPerRow).copyMemory(from: base + row * stride, byteCount: width * bytesPerPixel)
            }
            return true
        }
    }

    /// Scales into memory whose rows may be overrun by `group` pixels.
    private func scaleWhole(
        _ frame: Frame, _ format: AVPixelFormat, into target: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int,
        height: Int
    ) -> Bool {
        guard let context = scaler(for: frame, format: format, width: width, height: height) else { return false }
        var wrapped = av_frame_alloc()
        defer { av_frame_free(&wrapped) }
        guard let wrapped else { return false }
        wrapped.pointee.format = format.rawValue
        wrapped.pointee.width = Int32(width)
        wrapped.pointee.height = Int32(height)
        wrapped.pointee.data.0 = target.assumingMemoryBound(to: UInt8.self)
        wrapped.pointee.linesize.0 = Int32(bytesPerRow)
        // libswscale requires a reference-counted buffer; the memory remains owned by the surface.
        wrapped.pointee.buf.0 = av_buffer_create(
            target.assumingMemoryBound(to: UInt8.self), bytesPerRow * (height - 1) + width * 4, { _, _ in }, nil, 0)
        return sws_scale_frame(context, wrapped, frame.raw) >= 0
    }

    private func scaler(for frame: Frame, format: AVPixelFormat, width: Int, height: Int) -> OpaquePointer? {
        let raw = frame.raw.pointee
        let (sourceFormat, isFullRange) = Self.plainFormat(frame)
        let key = Key(
            width: frame.width, height: frame.height, format: sourceFormat.rawValue, targetWidth: width,
            targetHeight: height, targetFormat: format.rawValue, matrix: Self.matrix(raw), isFullRange: isFullRange)
        if let at = contexts.firstIndex(where: { $0.key == key }) {
            if at != 0 { contexts.insert(contexts.remove(at: at), at: 0) }
            return contexts[0].context
        }
        guard let context = sws_alloc_context() else { return nil }
        let scales = frame.width != width || frame.height != height
        let pointer = UnsafeMutableRawPointer(context)
        av_opt_set_int(pointer, "srcw", Int64(frame.width), 0)
        av_opt_set_int(pointer, "srch", Int64(frame.height), 0)
        av_opt_set_int(pointer, "src_format", Int64(sourceFormat.rawValue), 0)
        av_opt_set_int(pointer, "dstw", Int64(width), 0)
        av_opt_set_int(pointer, "dsth", Int64(height), 0)
        av_opt_set_int(pointer, "dst_format", Int64(format.rawValue), 0)
        av_opt_set_int(pointer, "sws_flags", Int64(SWS_BILINEAR), 0)
        av_opt_set_int(pointer, "src_range", isFullRange ? 1 : 0, 0)
        av_opt_set_int(pointer, "threads", scales ? Int64(Self.scalingThreads) : 1, 0)
        guard sws_init_context(context, nil, nil) >= 0 else {
            sws_freeContext(context)
            return nil
        }
        let coefficients = sws_getCoefficients(key.matrix)
        sws_setColorspaceDetails(
            context, coefficients, isFullRange ? 1 : 0, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16)
        contexts.insert((key, context), at: 0)
        if contexts.count > Self.maximumContexts { sws_freeContext(contexts.removeLast().context) }
        return context
    }

    /// Returns the equivalent of deprecated 'J' formats, about which libswscale warns: the plain format with full range.
    private static func plainFormat(_ frame: Frame) -> (AVPixelFormat, Bool) {
        let isFullRange = frame.raw.pointee.color_range == AVCOL_RANGE_JPEG
        switch frame.format {
        case AV_PIX_FMT_YUVJ420P: return (AV_PIX_FMT_YUV420P, true)
        case AV_PIX_FMT_YUVJ422P: return (AV_PIX_FMT_YUV422P, true)
        case AV_PIX_FMT_YUVJ444P: return (AV_PIX_FMT_YUV444P, true)
        case AV_PIX_FMT_YUVJ440P: return (AV_PIX_FMT_YUV440P, true)
        default: return (frame.format, isFullRange)
        }
    }

    /// Returns the matrix that the stream declares; if none, BT.709 for high definition, else BT.601.
    static func matrix(_ frame: AVFrame) -> Int32 {
        switch frame.colorspace {
        case AVCOL_SPC_BT709: SWS_CS_ITU709
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: SWS_CS_ITU601
        case AVCOL_SPC_FCC: SWS_CS_FCC
        case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
        default: frame.width >= 1280 || frame.height > 576 ? SWS_CS_ITU709 : SWS_CS_ITU601
        }
    }
}
