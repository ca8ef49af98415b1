import CFFmpeg
import Foundation

/// Packets of one sound track in, samples as the codec has them out. Used by one thread.
final class AudioDecoder {
    private var context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    let format: StreamFormat
    private var nextTime: Nanoseconds?
    static let maximumErrorsInARow = 300
    private var errorsInARow = 0

    /// - Parameter url: for errors.
    init(format: StreamFormat, track: TrackInfo, url: URL) throws(MediaError) {
        self.format = format
        let parameters = format.parameters
        guard let codec = Decoders.find(parameters.pointee.codec_id) else {
            throw MediaError(
                .decoderNotFound, "No decoder for \(track.codec) sound is installed.", detail: "codec \(track.codec)",
                url: url)
        }
        guard let context = avcodec_alloc_context3(codec), let frame = av_frame_alloc() else {
            throw MediaError(.outOfMemory, "There is not enough memory to decode this.", url: url)
        }
        self.context = context
        self.frame = frame
        avcodec_parameters_to_context(context, parameters)
        context.pointee.pkt_timebase = format.timeBase
        context.pointee.thread_count = 1
        let code = avcodec_open2(context, codec, nil)
        guard code >= 0 else {
            throw .ffmpeg(code, call: "avcodec_open2", reading: url, otherwise: .decodingFailed)
        }
    }

    deinit {
        var closing: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&closing)
        var freed: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&freed)
    }

    func flush() {
        avcodec_flush_buffers(context)
        nextTime = nil
        errorsInARow = 0
    }

    /// Decodes one packet (nil: the end) and hands each frame on, with the session time of its first sample.
    func decode(
        _ packet: Packet?, _ body: (UnsafePointer<AVFrame>, Nanoseconds) throws(MediaError) -> Void
    ) throws(MediaError) {
        let sent = avcodec_send_packet(context, packet?.raw)
        if sent < 0, sent != ff_error_again, sent != ff_error_eof {
            errorsInARow += 1
            if errorsInARow >= Self.maximumErrorsInARow {
                throw .ffmpeg(sent, call: "avcodec_send_packet", reading: nil, otherwise: .decodingFailed)
            }
            return
        }
        while avcodec_receive_frame(context, frame) >= 0 {
            errorsInARow = 0
            let time = format.sessionTime(ticks: frame.pointee.best_effort_timestamp) ?? nextTime ?? packet?.time ?? 0
            if frame.pointee.sample_rate > 0 {
                nextTime = time &+ Int64(frame.pointee.nb_samples) &* .second / Int64(frame.pointee.sample_rate)
            }
            try body(frame, time)
            av_frame_unref(frame)
        }
    }
}
