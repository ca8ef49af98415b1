import CFFmpeg
import VideoFrames

/// The uncompressed black frame of the empty ranges of a composition. All packets share its pixels.
final class BlackFrame {
    let format: StreamFormat
    private let buffer: UnsafeMutablePointer<AVBufferRef>
    private let byteCount: Int

    /// The maximum number of pixels on a side.
    static let largestSide = 8_192

    /// Returns nil if there is not enough memory.
    init?(width: Int, height: Int) {
        let width = min(max(width & ~1, 2), Self.largestSide)
        let height = min(max(height & ~1, 2), Self.largestSide)
        var parameters = avcodec_parameters_alloc()
        guard let raw = parameters else { return nil }
        defer { avcodec_parameters_free(&parameters) }
        raw.pointee.codec_type = AVMEDIA_TYPE_VIDEO
        raw.pointee.codec_id = AV_CODEC_ID_RAWVIDEO
        raw.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        raw.pointee.width = Int32(width)
        raw.pointee.height = Int32(height)
        let luma = width * height
        byteCount = luma + luma / 2
        guard let format = StreamFormat(copying: raw, timeBase: AVRational(num: 1, den: 1_000_000_000), startTime: 0),
            let buffer = av_buffer_alloc(byteCount + Int(AV_INPUT_BUFFER_PADDING_SIZE)),
            let pixels = buffer.pointee.data
        else { return nil }
        pixels.update(repeating: 16, count: luma)
        (pixels + luma).update(repeating: 128, count: luma / 2)
        (pixels + byteCount).update(repeating: 0, count: Int(AV_INPUT_BUFFER_PADDING_SIZE))
        self.format = format
        self.buffer = buffer
    }

    deinit {
        var freed: UnsafeMutablePointer<AVBufferRef>? = buffer
        av_buffer_unref(&freed)
    }

    /// Returns a decoded frame; nil if there is not enough memory.
    func frame(at time: Nanoseconds) -> Frame? {
        guard let frame = av_frame_alloc() else { return nil }
        frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        frame.pointee.width = format.parameters.pointee.width
        frame.pointee.height = format.parameters.pointee.height
        guard av_frame_get_buffer(frame, 0) >= 0, let luma = frame.pointee.data.0, let blue = frame.pointee.data.1,
            let red = frame.pointee.data.2
        else {
            var freed: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&freed)
            return nil
        }
        let height = Int(frame.pointee.height)
        luma.update(repeating: 16, count: Int(frame.pointee.linesize.0) * height)
        blue.update(repeating: 128, count: Int(frame.pointee.linesize.1) * (height / 2))
        red.update(repeating: 128, count: Int(frame.pointee.linesize.2) * (height / 2))
        return Frame(taking: frame, time: time, duration: 0, epoch: 0, orientation: .upright, sampleAspectRatio: 1)
    }

    func packet(track: Int, time: Nanoseconds, duration: Nanoseconds) throws(MediaError) -> Packet {
        guard let raw = av_packet_alloc(), let pixels = av_buffer_ref(buffer) else {
            throw MediaError(.outOfMemory, "There is not enough memory to continue reading.")
        }
        raw.pointee.buf = pixels
        raw.pointee.data = pixels.pointee.data
        raw.pointee.size = Int32(byteCount)
        raw.pointee.pts = time
        raw.pointee.dts = time
        raw.pointee.duration = duration
        raw.pointee.flags = AV_PKT_FLAG_KEY
        return Packet(
            taking: raw, trackIndex: track, format: format, time: time, decodeTime: time, isDecodeTimeKnown: true,
            duration: duration)
    }
}
