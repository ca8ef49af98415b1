import CFFmpeg
import VideoFrames

/// Scales and converts pixels with libswscale, whose contexts it caches. Used by one thread at a time.
final class FrameScaler {
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
    /// The maximum number of cached contexts: the window's, a thumbnail's and a screenshot's.
    static let maximumContexts = 3
    private var padded: [UInt8] = []

    /// libswscale writes whole groups of up to this many pixels: past the end of a row whose width is not a multiple, and past the memory
    /// after the last row (observed with 5.1: 1560 columns of 4:2:0), or it omits the last columns.
    private static let group = 32

    /// Parts of a frame begin and end at multiples of this count of rows, or at the frame's edges.
    static let rowGroup = 4

    deinit {
        for entry in contexts { sws_freeContext(entry.context) }
    }

    /// Scales the frame to `width` × `height` and writes the given rows of it, of which the first one begins at `target`.
    /// - Parameter rows: nil for all rows. libswscale writes multiples of `rowGroup` rows only.
    /// - Returns: false if libswscale does not support the conversion.
    func scale(
        _ image: PlanarImage, _ format: AVPixelFormat, into target: UnsafeMutableRawPointer, bytesPerRow: Int,
        width: Int, height: Int, rows: Range<Int>? = nil
    ) -> Bool {
        let rows = rows ?? 0..<height
        guard width % Self.group != 0 else {
            return scaleRows(
                rows, of: image, format, into: target, bytesPerRow: bytesPerRow, width: width, height: height)
        }
        let bytesPerPixel = format == AV_PIX_FMT_RGB48LE ? 6 : 4
        let stride = (width + Self.group) / Self.group * Self.group * bytesPerPixel
        let count = stride * (rows.count + 1)
        if padded.count < count { padded = [UInt8](repeating: 0, count: count) }
        return padded.withUnsafeMutableBytes { buffer in
            guard let base = buffer.baseAddress,
                scaleRows(rows, of: image, format, into: base, bytesPerRow: stride, width: width, height: height)
            else { return false }
            for row in 0..<rows.count {
                (target + row * bytesPerRow).copyMemory(from: base + row * stride, byteCount: width * bytesPerPixel)
            }
            return true
        }
    }

    /// Scales into memory whose rows may be overrun by `group` pixels.
    private func scaleRows(
        _ rows: Range<Int>, of image: PlanarImage, _ format: AVPixelFormat, into target: UnsafeMutableRawPointer,
        bytesPerRow: Int, width: Int, height: Int
    ) -> Bool {
        guard let context = context(for: image, format: format, width: width, height: height) else { return false }
        var wrapped = av_frame_alloc()
        defer { av_frame_free(&wrapped) }
        guard let wrapped else { return false }
        wrapped.pointee.format = format.rawValue
        wrapped.pointee.width = Int32(width)
        wrapped.pointee.height = Int32(height)
        // libswscale counts rows from the top of the frame and writes the requested ones only.
        let top = target - rows.lowerBound * bytesPerRow
        wrapped.pointee.data.0 = top.assumingMemoryBound(to: UInt8.self)
        wrapped.pointee.linesize.0 = Int32(bytesPerRow)
        // libswscale requires a reference-counted buffer; the memory remains owned by the surface.
        wrapped.pointee.buf.0 = av_buffer_create(
            target.assumingMemoryBound(to: UInt8.self), bytesPerRow * (rows.count - 1) + width * 4, { _, _ in }, nil, 0)
        guard sws_frame_start(context, wrapped, image.raw) >= 0 else { return false }
        defer { sws_frame_end(context) }
        return sws_send_slice(context, 0, UInt32(image.height)) >= 0
            && sws_receive_slice(context, UInt32(rows.lowerBound), UInt32(rows.count)) >= 0
    }

    private func context(for image: PlanarImage, format: AVPixelFormat, width: Int, height: Int) -> OpaquePointer? {
        let color = image.frame.color
        let key = Key(
            width: image.width, height: image.height, format: image.format.rawValue, targetWidth: width,
            targetHeight: height, targetFormat: format.rawValue,
            matrix: Self.matrix(color.matrix, width: image.width, height: image.height),
            isFullRange: color.isFullRange)
        if let at = contexts.firstIndex(where: { $0.key == key }) {
            if at != 0 { contexts.insert(contexts.remove(at: at), at: 0) }
            return contexts[0].context
        }
        guard let context = sws_alloc_context() else { return nil }
        let scales = key.width != width || key.height != height
        let pointer = UnsafeMutableRawPointer(context)
        av_opt_set_int(pointer, "srcw", Int64(key.width), 0)
        av_opt_set_int(pointer, "srch", Int64(key.height), 0)
        av_opt_set_int(pointer, "src_format", Int64(key.format), 0)
        av_opt_set_int(pointer, "dstw", Int64(width), 0)
        av_opt_set_int(pointer, "dsth", Int64(height), 0)
        av_opt_set_int(pointer, "dst_format", Int64(format.rawValue), 0)
        av_opt_set_int(pointer, "sws_flags", Int64(SWS_BILINEAR), 0)
        av_opt_set_int(pointer, "src_range", key.isFullRange ? 1 : 0, 0)
        av_opt_set_int(pointer, "threads", scales ? Int64(Self.scalingThreads) : 1, 0)
        guard sws_init_context(context, nil, nil) >= 0 else {
            sws_freeContext(context)
            return nil
        }
        let coefficients = sws_getCoefficients(key.matrix)
        sws_setColorspaceDetails(
            context, coefficients, key.isFullRange ? 1 : 0, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16
        )
        contexts.insert((key, context), at: 0)
        if contexts.count > Self.maximumContexts { sws_freeContext(contexts.removeLast().context) }
        return context
    }

    /// Returns the matrix that the stream declares; if none, BT.709 for high definition, else BT.601.
    private static func matrix(_ matrix: ColorDescription.Matrix, width: Int, height: Int) -> Int32 {
        switch matrix {
        case .bt709: SWS_CS_ITU709
        case .bt470BG, .smpte170M: SWS_CS_ITU601
        case .fcc: SWS_CS_FCC
        case .smpte240M: SWS_CS_SMPTE240M
        case .bt2020, .bt2020ConstantLuminance: SWS_CS_BT2020
        default: width >= 1280 || height > 576 ? SWS_CS_ITU709 : SWS_CS_ITU601
        }
    }
}
