import CFFmpeg
import Foundation

/// Decodes the packets of an audio track to samples in the codec's format. Used by one thread.
final class AudioDecoder {
    private var context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    /// The format of the last packet.
    private(set) var format: StreamFormat
    private var nextTime: Nanoseconds?
    static let maximumErrorsInARow = 300
    private var errorsInARow = 0
    /// The number of packets that the decoder rejected.
    private(set) var errorCount = 0
    /// FFmpeg's code of the first of them.
    private(set) var firstError: Int32?
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
        if let packet, packet.format.segment != format.segment {
            // The media jumps: the samples that the codec retains belong to the range before.
            avcodec_send_packet(context, nil)
            try receive(before: packet, body)
            flush()
            format = packet.format
        }
        let sent = avcodec_send_packet(context, packet?.raw)
        if sent < 0, sent != ff_error_again, sent != ff_error_eof {
            noteError(sent)
            errorsInARow += 1
            if errorsInARow >= Self.maximumErrorsInARow {
                throw .ffmpeg(sent, call: "avcodec_send_packet", reading: nil, otherwise: .decodingFailed)
            }
            return
        }
        try receive(before: packet, body)
    }

    /// Passes the decoded frames to `body`.
    /// - Parameter packet: its time is that of a frame without one.
    private func receive(
        before packet: Packet?, _ body: (UnsafePointer<AVFrame>, Nanoseconds) throws(MediaError) -> Void
    ) throws(MediaError) {
        while true {
            let received = avcodec_receive_frame(context, frame)
            guard received >= 0 else {
                if received != ff_error_again, received != ff_error_eof { noteError(received) }
                return
            }
            errorsInARow = 0
            if channelWatch.isDoubtful(Int(frame.pointee.ch_layout.nb_channels)) { noteCorruption() }
            let time = format.sessionTime(ticks: frame.pointee.best_effort_timestamp) ?? nextTime ?? packet?.time ?? 0
            if frame.pointee.sample_rate > 0 {
                nextTime = time &+ Int64(frame.pointee.nb_samples) &* .second / Int64(frame.pointee.sample_rate)
            }
            if let start = trim(at: time) { try body(frame, start) }
            av_frame_unref(frame)
        }
    }

    /// Drops the samples outside the range of an edition, and those after the end of the track.
    /// - Returns: the time of the first sample; nil if none is left.
    private func trim(at time: Nanoseconds) -> Nanoseconds? {
        let ends = [format.endTime, format.segment?.target.upperBound].compactMap { $0 }
        guard frame.pointee.sample_rate > 0, let end = ends.min() else { return time }
        let rate = Double(frame.pointee.sample_rate)
        let room = ((end &- time).seconds * rate).rounded()
        if room < Double(frame.pointee.nb_samples) {
            guard room >= 1 else { return nil }
            frame.pointee.nb_samples = Int32(room)
        }
        guard let start = format.segment?.target.lowerBound else { return time }
        let surplus = ((start &- time).seconds * rate).rounded()
        guard surplus >= 1 else { return time }
        guard surplus < Double(frame.pointee.nb_samples) else { return nil }
        skip(Int32(surplus))
        return start
    }

    /// Drops samples at the start of the frame.
    private func skip(_ count: Int32) {
        guard let planes = frame.pointee.extended_data else { return }
        let format = AVSampleFormat(frame.pointee.format)
        let channels = Int(frame.pointee.ch_layout.nb_channels)
        let isPlanar = av_sample_fmt_is_planar(format) != 0
        let bytes = Int(count) * Int(av_get_bytes_per_sample(format)) * (isPlanar ? 1 : channels)
        for plane in 0..<(isPlanar ? channels : 1) { planes[plane] = planes[plane].map { $0 + bytes } }
        frame.pointee.nb_samples -= count
    }

    private func noteError(_ code: Int32) {
        errorCount += 1
        firstError = firstError ?? code
        noteCorruption()
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
