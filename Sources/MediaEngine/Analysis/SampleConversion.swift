import CFFmpeg

/// The samples of one kind that a program reads from files.
public struct SampleLayout: Sendable, Hashable {
    public enum Kind: Sendable { case float32, float64, int16, int32 }
    public var kind: Kind
    /// Whether the channels of a frame follow each other in one buffer; otherwise each channel has a buffer.
    public var isInterleaved: Bool

    public init(kind: Kind, isInterleaved: Bool) { (self.kind, self.isInterleaved) = (kind, isInterleaved) }

    var bytesPerSample: Int {
        switch kind {
        case .int16: 2
        case .float32, .int32: 4
        case .float64: 8
        }
    }

    var format: AVSampleFormat {
        switch kind {
        case .float32: isInterleaved ? AV_SAMPLE_FMT_FLT : AV_SAMPLE_FMT_FLTP
        case .float64: isInterleaved ? AV_SAMPLE_FMT_DBL : AV_SAMPLE_FMT_DBLP
        case .int16: isInterleaved ? AV_SAMPLE_FMT_S16 : AV_SAMPLE_FMT_S16P
        case .int32: isInterleaved ? AV_SAMPLE_FMT_S32 : AV_SAMPLE_FMT_S32P
        }
    }
}

/// Converts decoded frames to one sample layout, rate and number of channels, with libswresample. Used by one thread.
///
/// Frames of the same rate and channels keep their order of channels; only the samples are converted.
final class SampleConversion {
    let layout: SampleLayout
    let sampleRate: Int
    let channels: Int
    private var context: OpaquePointer?
    private var input: Resampler.Input?

    init(layout: SampleLayout, sampleRate: Int, channels: Int) {
        (self.layout, self.sampleRate, self.channels) = (layout, sampleRate, channels)
    }

    deinit { swr_free(&context) }

    /// Converts a frame; nil: returns the samples that the filter retains.
    func convert(_ frame: UnsafePointer<AVFrame>?) throws(MediaError) -> ConvertedSamples {
        var rest = ConvertedSamples(layout: layout, channels: channels)
        if let frame, input != Resampler.Input(frame) {
            rest = run(nil)
            try open(frame)
        }
        rest.append(run(frame))
        return rest
    }

    private func open(_ frame: UnsafePointer<AVFrame>) throws(MediaError) {
        let next = Resampler.Input(frame)
        guard next.channels > 0, next.channels <= Resampler.maximumChannels,
            Resampler.sampleRates.contains(next.sampleRate)
        else { throw Self.unsupported("\(next.channels) channels at \(next.sampleRate) Hz") }
        var from = AVChannelLayout()
        var to = AVChannelLayout()
        defer {
            av_channel_layout_uninit(&from)
            av_channel_layout_uninit(&to)
        }
        if frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_default(&from, next.channels)
        } else {
            av_channel_layout_copy(&from, [frame.pointee.ch_layout])
        }
        if Int(next.channels) == channels {
            av_channel_layout_copy(&to, [from])
        } else {
            av_channel_layout_default(&to, Int32(clamping: channels))
        }
        swr_free(&context)
        var status = swr_alloc_set_opts2(
            &context, &to, layout.format, Int32(clamping: sampleRate), &from,
            AVSampleFormat(rawValue: next.format), next.sampleRate, 0, nil)
        if status >= 0 { status = swr_init(context) }
        guard status >= 0 else {
            swr_free(&context)
            throw Self.unsupported("swr_init: \(status), format \(next.format), \(next.channels) channels")
        }
        input = next
    }

    private static func unsupported(_ detail: String) -> MediaError {
        MediaError(.decodingFailed, "The audio format is not supported.", detail: detail)
    }

    private func run(_ frame: UnsafePointer<AVFrame>?) -> ConvertedSamples {
        var samples = ConvertedSamples(layout: layout, channels: channels)
        guard context != nil else { return samples }
        let count = frame?.pointee.nb_samples ?? 0
        let room = Int(max(0, swr_get_out_samples(context, count)))
        guard room > 0 else { return samples }
        samples.fill(room: room) { planes in
            let source = frame.flatMap { UnsafeRawPointer($0.pointee.extended_data) }
            // swr_convert takes const planes and does not write to them.
            let input = source.map {
                UnsafeMutableRawPointer(mutating: $0).assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
            }
            return Int(max(0, swr_convert(context, planes, Int32(clamping: room), input, count)))
        }
        return samples
    }
}
