import CFFmpeg
import Foundation

/// Decodes the segments of one playlist in order, for tools: counts errors, finds black frames and measures loudness. Used by one thread at
/// a time.
package final class SegmentDecoder {
    package struct Report: Sendable {
        /// Packets that the decoder rejected or concealed.
        package var errorCount = 0
        package var frameCount = 0
        /// Frames whose luma is that of black.
        package var blackFrameCount = 0
        /// The first error, as FFmpeg describes it.
        package var firstError: String?
    }

    /// What the whole playlist showed.
    package struct Summary: Sendable {
        package var loudness: Loudness?
        package var black: UniformStretch?
        package var frozen: UniformStretch?
        /// The seconds of all frozen stretches.
        package var frozenSeconds = 0.0
        /// The seconds of all video.
        package var videoSeconds = 0.0
        /// The number of frames that differ from the one before, and of single repetitions between such frames.
        package var newFrames = 0
        package var repeatedFrames = 0
        /// The share of samples of the luma outside the limited range.
        package var outsideShare = 0.0
        package var silence: UniformStretch?
        /// The channels without sound, from 0, where others have it.
        package var silentChannels: [Int] = []
        /// The correlation of two channels, from -1 to 1.
        package var correlation: Double?
        /// The mean of the samples of a channel, of full scale.
        package var offset: Double?
        /// The level of each window of the audio, in decibels above -100 dB of full scale.
        package var levels: [UInt8] = []
        /// The share of samples of each window at which the first channel crosses zero, of 255.
        package var crossings: [UInt8] = []
        /// The level of the first of two channels above that of the second in each window, in decibels; empty for other layouts.
        package var balances: [Int8] = []
        /// The windows with short holes in the audio.
        package var holes: [Int32] = []
        /// Seconds.
        package static var windowSeconds: Double { AudioStretches.windowSeconds }
    }

    /// The largest luma, of 255, of a black frame's brightest samples.
    private static let blackLuma = 32
    /// One sample in this many of a row or column is looked at.
    private static let step = 8

    private var video: UnsafeMutablePointer<AVCodecContext>?
    private var videoFormat: StreamFormat?
    private var audio: LoudnessMeasurement.Track?
    /// Errors of the audio decoder that have been reported.
    private var audioErrorCount = 0
    private let frame = av_frame_alloc()
    private var report = Report()
    private var stretches = VideoStretches()

    package init() {}

    deinit {
        avcodec_free_context(&video)
        var freed = frame
        av_frame_free(&freed)
    }

    /// Returns what was found since the last call.
    package func takeReport() -> Report {
        defer { report = Report() }
        if let errors = audio?.errors, errors.count > audioErrorCount {
            report.errorCount += errors.count - audioErrorCount
            if let code = errors.first, report.firstError == nil { report.firstError = Self.description(of: code) }
            audioErrorCount = errors.count
        }
        return report
    }

    /// Ends decoding.
    package func finish() -> Summary {
        if let video {
            avcodec_send_packet(video, nil)
            receive(video)
        }
        var summary = Summary()
        stretches.finish()
        summary.black = stretches.black.longest
        summary.frozen = stretches.frozen.longest
        summary.frozenSeconds = stretches.frozen.total
        summary.videoSeconds = stretches.seconds
        (summary.newFrames, summary.repeatedFrames) = (stretches.newCount, stretches.repeatedCount)
        summary.outsideShare =
            stretches.sampleCount > 0 ? Double(stretches.outsideCount) / Double(stretches.sampleCount) : 0
        summary.loudness = audio?.finish()
        summary.balances = audio?.stretches.balances ?? []
        summary.holes = audio?.stretches.holes ?? []
        summary.silence = audio?.stretches.silence.longest
        summary.silentChannels = audio?.stretches.silentChannels ?? []
        summary.levels = audio?.stretches.levels ?? []
        summary.crossings = audio?.stretches.crossings ?? []
        summary.correlation = audio?.stretches.correlation
        summary.offset = audio?.stretches.offset
        return summary
    }

    func decode(_ packet: Packet, _ track: TrackInfo, url: URL) {
        switch track.kind {
        case .audio:
            let track = audio ?? LoudnessMeasurement.Track(track, url: url)
            audio = track
            track.add(packet)
        case .video: decodeVideo(packet)
        default: break
        }
    }

    private func decodeVideo(_ packet: Packet) {
        if video == nil || videoFormat.map({ !packet.format.decodes(like: $0) }) ?? true { open(packet.format) }
        guard let video else { return }
        let code = avcodec_send_packet(video, packet.raw)
        if code < 0, code != ff_error_again { note(code) }
        receive(video)
    }

    private func note(_ code: Int32) {
        report.errorCount += 1
        report.firstError = report.firstError ?? Self.description(of: code)
    }

    private static func description(of code: Int32) -> String? {
        MediaError.ffmpeg(code, call: "avcodec", reading: nil, otherwise: .decodingFailed).detail
    }

    private func open(_ format: StreamFormat) {
        if let video {
            avcodec_send_packet(video, nil)
            receive(video)
        }
        avcodec_free_context(&video)
        videoFormat = format
        guard let codec = Decoders.find(format.codec), let context = avcodec_alloc_context3(codec) else { return }
        avcodec_parameters_to_context(context, format.parameters)
        context.pointee.pkt_timebase = format.timeBase
        context.pointee.thread_count = 1
        // Errors are reported instead of concealed.
        context.pointee.err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_EXPLODE
        context.pointee.max_pixels = 8_192 * 8_192
        var opened: UnsafeMutablePointer<AVCodecContext>? = context
        guard avcodec_open2(context, codec, nil) >= 0 else { return avcodec_free_context(&opened) }
        video = opened
    }

    private func receive(_ context: UnsafeMutablePointer<AVCodecContext>) {
        guard let frame else { return }
        while true {
            let code = avcodec_receive_frame(context, frame)
            if code == ff_error_again || code == ff_error_eof { return }
            guard code >= 0 else { return note(code) }
            report.frameCount += 1
            if frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 {
                report.errorCount += 1
            }
            if let luma = PlanarLuma(frame) { note(luma, frame, context) }
            av_frame_unref(frame)
        }
    }

    private func note(
        _ luma: PlanarLuma, _ frame: UnsafeMutablePointer<AVFrame>, _ context: UnsafeMutablePointer<AVCodecContext>
    ) {
        let isBlack = Self.isBlack(luma)
        if isBlack { report.blackFrameCount += 1 }
        let base = context.pointee.pkt_timebase
        let stamp = frame.pointee.best_effort_timestamp
        guard base.den > 0, stamp != .min else { return }
        stretches.add(luma, time: Double(stamp) * Double(base.num) / Double(base.den), isBlack: isBlack)
    }

    private static func isBlack(_ luma: PlanarLuma) -> Bool {
        for y in Swift.stride(from: 0, to: luma.height, by: step) {
            for x in Swift.stride(from: 0, to: luma.width, by: step) where luma.value(x, y) > blackLuma { return false }
        }
        return true
    }
}
