import CFFmpeg
import Foundation

/// Decodes the packets of an audio track to samples in the codec's format. Used by one thread.
final class AudioDecoder {
    private var context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    let format: StreamFormat
    private var nextTime: Nanoseconds?
    static let maximumErrorsInARow = 300
    private var errorsInARow = 0
    private var channelWatch = AudioChannelWatch()
    /// Whether the decoder may have allocated channels because of a corrupt packet.
    private var isBloated = false
    /// The number of times that the decoder was reopened.
    private(set) var reopenings = 0

    /// - Parameter url: the URL in errors.
    init(format: StreamFormat, track: TrackInfo, url: URL) throws(MediaError) {
        self.format = format
        guard let codec = Decoders.find(format.codec) else {
            throw MediaError(
                .decoderNotFound, "No decoder for \(track.codec) audio is installed.", detail: "codec \(track.codec)",
                url: url)
        }
        let opened = try Self.open(codec, format: format, url: url)
        guard let frame = av_frame_alloc() else {
            var closing: UnsafeMutablePointer<AVCodecContext>? = opened
            avcodec_free_context(&closing)
            throw Self.noMemory(url)
        }
        context = opened
        self.frame = frame
    }

    private static func open(
        _ codec: UnsafePointer<AVCodec>, format: StreamFormat, url: URL?
    ) throws(MediaError) -> UnsafeMutablePointer<AVCodecContext> {
        guard let context = avcodec_alloc_context3(codec) else { throw noMemory(url) }
        avcodec_parameters_to_context(context, format.parameters)
        context.pointee.pkt_timebase = format.timeBase
        context.pointee.thread_count = 1
        let code = avcodec_open2(context, codec, nil)
        guard code >= 0 else {
            var closing: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&closing)
            throw .ffmpeg(code, call: "avcodec_open2", reading: url, otherwise: .decodingFailed)
        }
        return context
    }

    private static func noMemory(_ url: URL?) -> MediaError {
        MediaError(.outOfMemory, "There is not enough memory to decode the audio.", url: url)
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

    /// Decodes a packet (nil: the end) and passes each frame with the session time of its first sample to `body`.
    func decode(
        _ packet: Packet?, _ body: (UnsafePointer<AVFrame>, Nanoseconds) throws(MediaError) -> Void
    ) throws(MediaError) {
        if isBloated, packet != nil { openAnew() }
        let sent = avcodec_send_packet(context, packet?.raw)
        if sent < 0, sent != ff_error_again, sent != ff_error_eof {
            noteCorruption()
            errorsInARow += 1
            if errorsInARow >= Self.maximumErrorsInARow {
                throw .ffmpeg(sent, call: "avcodec_send_packet", reading: nil, otherwise: .decodingFailed)
            }
            return
        }
        while true {
            let received = avcodec_receive_frame(context, frame)
            guard received >= 0 else {
                if received != ff_error_again, received != ff_error_eof { noteCorruption() }
                return
            }
            errorsInARow = 0
            if channelWatch.isDoubtful(Int(frame.pointee.ch_layout.nb_channels)) { noteCorruption() }
            let time = format.sessionTime(ticks: frame.pointee.best_effort_timestamp) ?? nextTime ?? packet?.time ?? 0
            if frame.pointee.sample_rate > 0 {
                nextTime = time &+ Int64(frame.pointee.nb_samples) &* .second / Int64(frame.pointee.sample_rate)
            }
            if trim(at: time) == .some { try body(frame, time) }
            av_frame_unref(frame)
        }
    }

    private enum Remainder { case some, nothing }

    /// Drops the samples after the end of the track.
    private func trim(at time: Nanoseconds) -> Remainder {
        guard let end = format.endTime, frame.pointee.sample_rate > 0 else { return .some }
        let room = ((end &- time).seconds * Double(frame.pointee.sample_rate)).rounded()
        guard room < Double(frame.pointee.nb_samples) else { return .some }
        guard room >= 1 else { return .nothing }
        frame.pointee.nb_samples = Int32(room)
        return .some
    }

    /// libavcodec's AAC decoder allocates 0.5 MB for each channel that a packet declares, and frees it only when it is closed. Other
    /// decoders do not, and some depend on earlier packets.
    private func noteCorruption() {
        if format.codec == AV_CODEC_ID_AAC { isBloated = true }
    }

    private func openAnew() {
        isBloated = false
        guard let codec = context.pointee.codec, let opened = try? Self.open(codec, format: format, url: nil) else {
            return
        }
        var closing: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&closing)
        context = opened
        channelWatch.decoderReopened()
        reopenings += 1
    }
}
