import CFFmpeg
import Foundation

/// An encoder with the file that its packets are written to. Used by one thread.
final class EncodedStream {
    private var encoder: UnsafeMutablePointer<AVCodecContext>?
    private var file: UnsafeMutablePointer<AVFormatContext>?
    private var frame = av_frame_alloc()
    private var packet = av_packet_alloc()
    private let queue: OpaquePointer?
    private let url: URL
    private var time: Int64 = 0

    /// Opens the encoder, then creates the file.
    init(_ url: URL, _ settings: AudioFileEncoder.Settings) throws(MediaError) {
        self.url = url
        queue = av_audio_fifo_alloc(settings.samples.format, Int32(clamping: settings.channels), 1)
        guard queue != nil, frame != nil, packet != nil else { throw Self.noMemory(url) }
        try openEncoder(settings)
        try openFile(settings.container)
    }

    deinit {
        avcodec_free_context(&encoder)
        if let file {
            avio_closep(&file.pointee.pb)
            avformat_free_context(file)
        }
        av_frame_free(&frame)
        av_packet_free(&packet)
        av_audio_fifo_free(queue)
    }

    private static func noMemory(_ url: URL) -> MediaError {
        MediaError(.outOfMemory, "There is not enough memory to encode the audio.", url: url)
    }

    private func openEncoder(_ settings: AudioFileEncoder.Settings) throws(MediaError) {
        let codec =
            switch settings.codec {
            case .aac: AV_CODEC_ID_AAC
            case .appleLossless: AV_CODEC_ID_ALAC
            case .flac: AV_CODEC_ID_FLAC
            }
        guard let found = avcodec_find_encoder(codec) else {
            throw MediaError(.unsupported, "No encoder for \(settings.codec) is installed.", url: url)
        }
        guard let context = avcodec_alloc_context3(found) else { throw Self.noMemory(url) }
        encoder = context
        context.pointee.sample_fmt = settings.samples.format
        context.pointee.sample_rate = Int32(clamping: settings.sampleRate)
        context.pointee.time_base = AVRational(num: 1, den: context.pointee.sample_rate)
        av_channel_layout_default(&context.pointee.ch_layout, Int32(clamping: settings.channels))
        if let bitRate = settings.bitRate { context.pointee.bit_rate = Int64(bitRate) }
        if settings.bitDepth > 16 { context.pointee.bits_per_raw_sample = Int32(clamping: settings.bitDepth) }
        context.pointee.thread_count = 1
        if settings.container != .adts { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
        let status = avcodec_open2(context, found, nil)
        guard status >= 0 else {
            throw MediaError(
                .unsupported,
                "\(settings.channels) channels at \(settings.sampleRate) Hz cannot be encoded as \(settings.codec).",
                detail: "avcodec_open2: \(ffmpegMessage(status))", url: url)
        }
    }

    private func openFile(_ container: AudioFileEncoder.Settings.Container) throws(MediaError) {
        guard let encoder else { return }
        try check(avformat_alloc_output_context2(&file, nil, container.rawValue, nil), "avformat_alloc_output_context2")
        guard let file, let stream = avformat_new_stream(file, nil) else { throw Self.noMemory(url) }
        try check(avcodec_parameters_from_context(stream.pointee.codecpar, encoder), "avcodec_parameters_from_context")
        stream.pointee.time_base = encoder.pointee.time_base
        try check(avio_open(&file.pointee.pb, "file:" + url.path, AVIO_FLAG_WRITE), "avio_open")
        try check(avformat_write_header(file, nil), "avformat_write_header")
    }

    private func check(_ status: Int32, _ call: String) throws(MediaError) {
        guard status < 0 else { return }
        throw MediaError(
            .readFailed,
            "\u{201C}\(url.lastPathComponent)\u{201D} cannot be written; check the folder and the free space.",
            detail: "\(call): \(ffmpegMessage(status))", url: url)
    }

    /// Encodes samples in the encoder's layout.
    func append(_ samples: ConvertedSamples) throws(MediaError) {
        guard samples.frames > 0 else { return }
        try check(
            samples.withPlanes { av_audio_fifo_write(queue, $0, Int32(clamping: samples.frames)) },
            "av_audio_fifo_write"
        )
        try encodeQueue(atLeast: max(1, encoder?.pointee.frame_size ?? 1))
    }

    /// Encodes the rest and completes the file.
    func finish() throws(MediaError) {
        try encodeQueue(atLeast: 1)
        try encode(nil)
        try check(av_write_trailer(file), "av_write_trailer")
        if let file { try check(avio_closep(&file.pointee.pb), "avio_close") }
    }

    /// Encodes frames of the encoder's size while the queue has `minimum` samples of each channel.
    private func encodeQueue(atLeast minimum: Int32) throws(MediaError) {
        guard let frame, let encoder else { return }
        while av_audio_fifo_size(queue) >= minimum {
            let size = encoder.pointee.frame_size
            let count = min(av_audio_fifo_size(queue), size > 0 ? size : .max)
            av_frame_unref(frame)
            frame.pointee.nb_samples = count
            frame.pointee.format = encoder.pointee.sample_fmt.rawValue
            frame.pointee.sample_rate = encoder.pointee.sample_rate
            try check(
                av_channel_layout_copy(&frame.pointee.ch_layout, &encoder.pointee.ch_layout), "av_channel_layout_copy")
            try check(av_frame_get_buffer(frame, 0), "av_frame_get_buffer")
            try check(
                UnsafeMutableRawPointer(frame.pointee.extended_data).map {
                    av_audio_fifo_read(queue, $0.assumingMemoryBound(to: UnsafeMutableRawPointer?.self), count)
                } ?? 0, "av_audio_fifo_read")
            frame.pointee.pts = time
            time += Int64(count)
            try encode(frame)
        }
    }

    /// Encodes a frame; nil: the end.
    private func encode(_ frame: UnsafeMutablePointer<AVFrame>?) throws(MediaError) {
        guard let encoder, let file, let packet else { return }
        try check(avcodec_send_frame(encoder, frame), "avcodec_send_frame")
        while true {
            let status = avcodec_receive_packet(encoder, packet)
            if status == ff_error_again || status == ff_error_eof { return }
            try check(status, "avcodec_receive_packet")
            guard let stream = file.pointee.streams[0] else { return }
            packet.pointee.stream_index = 0
            av_packet_rescale_ts(packet, encoder.pointee.time_base, stream.pointee.time_base)
            try check(av_interleaved_write_frame(file, packet), "av_interleaved_write_frame")
        }
    }
}
