import CFFmpeg

/// Converts decoded audio of one format to interleaved float at one rate, with libswresample.
///
/// libswresample mirrors the first samples into its filter's history, so output frame n is at n / output rate after the first input frame,
/// without an additional offset.
final class Resampler {
    /// The input properties for which a resampler can be reused.
    struct Input: Equatable {
        var format: Int32
        var sampleRate: Int32
        var channels: Int32
        var channelMask: UInt64

        init(_ frame: UnsafePointer<AVFrame>) {
            format = frame.pointee.format
            sampleRate = frame.pointee.sample_rate
            channels = frame.pointee.ch_layout.nb_channels
            let isNative = frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_NATIVE
            channelMask = isNative ? frame.pointee.ch_layout.u.mask : 0
        }
    }

    static let maximumChannels: Int32 = 64
    static let sampleRates: ClosedRange<Int32> = 1_000...768_000

    let input: Input
    private var context: OpaquePointer?
    let outputRate: Int

    /// - Parameter outputRate: frames per second of media time; above the device's rate for slow varispeed.
    init(_ frame: UnsafePointer<AVFrame>, outputRate: Int, channels: Int) throws(MediaError) {
        input = Input(frame)
        self.outputRate = outputRate
        guard input.channels > 0, input.channels <= Self.maximumChannels, Self.sampleRates.contains(input.sampleRate)
        else {
            throw MediaError(
                .decodingFailed, "The audio format is not supported.",
                detail: "\(input.channels) channels at \(input.sampleRate) Hz")
        }
        var from = AVChannelLayout()
        defer { av_channel_layout_uninit(&from) }
        if frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_default(&from, input.channels)
        } else {
            av_channel_layout_copy(&from, [frame.pointee.ch_layout])
        }
        var to = AVChannelLayout()
        defer { av_channel_layout_uninit(&to) }
        av_channel_layout_default(&to, Int32(clamping: channels))

        var status = swr_alloc_set_opts2(
            &context, &to, AV_SAMPLE_FMT_FLT, Int32(clamping: outputRate), &from,
            AVSampleFormat(rawValue: input.format), input.sampleRate, 0, nil)
        if status >= 0, channels == 2, !Self.isStereo(&from) {
            let gains = DownmixMatrix.stereo(for: &from)
            status = swr_set_matrix(context, gains.left + gains.right, input.channels)
        }
        if status >= 0 { status = swr_init(context) }
        guard status >= 0 else {
            swr_free(&context)
            throw MediaError(
                .decodingFailed, "The audio format is not supported.",
                detail: "swr_init: \(status), format \(input.format), \(input.channels) channels")
        }
    }

    deinit { swr_free(&context) }

    private static func isStereo(_ layout: UnsafePointer<AVChannelLayout>) -> Bool {
        layout.pointee.nb_channels == 2 && layout.pointee.order == AV_CHANNEL_ORDER_NATIVE
            && layout.pointee.u.mask == 3
    }

    /// Returns the maximum number of frames from `count` input frames.
    func outputBound(_ count: Int32) -> Int { Int(max(0, swr_get_out_samples(context, count))) + 32 }

    /// Converts a frame, or with nil the rest in the filter; `output` must have room for `outputBound`.
    func convert(_ frame: UnsafePointer<AVFrame>?, into output: UnsafeMutablePointer<Float>, room: Int) -> Int {
        var target: UnsafeMutablePointer<UInt8>? = UnsafeMutableRawPointer(output).assumingMemoryBound(to: UInt8.self)
        let limit = Int32(clamping: room)
        guard let frame else { return Int(max(0, swr_convert(context, &target, limit, nil, 0))) }
        guard let planes = UnsafeRawPointer(frame.pointee.extended_data) else { return 0 }
        // swr_convert takes const planes and does not write to them.
        let source = UnsafeMutableRawPointer(mutating: planes).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
        return Int(max(0, swr_convert(context, &target, limit, source, frame.pointee.nb_samples)))
    }
}
