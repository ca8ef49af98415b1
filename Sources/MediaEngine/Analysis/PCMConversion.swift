import CFFmpeg

/// Converts uncompressed audio in memory to another sample layout, rate and number of channels, with libswresample. Used by one thread at
/// a time.
public final class PCMConversion {
    /// The audio on one side.
    public struct Side: Sendable, Hashable {
        public var layout: SampleLayout
        /// In Hz.
        public var sampleRate: Int
        public var channels: Int

        public init(layout: SampleLayout, sampleRate: Int, channels: Int) {
            (self.layout, self.sampleRate, self.channels) = (layout, sampleRate, channels)
        }
    }

    private let input: Side
    private let output: Side
    private let mixes: Bool
    private var context: OpaquePointer?

    /// - Parameter mixes: whether other numbers of channels are mixed. Otherwise each output channel is the input channel with its number,
    ///   or silent, and one input channel is copied to two outputs.
    public init(from input: Side, to output: Side, mixes: Bool) throws(MediaError) {
        (self.input, self.output, self.mixes) = (input, output, mixes)
        try open()
    }

    deinit { swr_free(&context) }

    private func open() throws(MediaError) {
        let channels = 1...Int(Resampler.maximumChannels)
        guard channels.contains(input.channels), channels.contains(output.channels),
            let inputRate = Int32(exactly: input.sampleRate), Resampler.sampleRates.contains(inputRate),
            let outputRate = Int32(exactly: output.sampleRate), Resampler.sampleRates.contains(outputRate)
        else { throw Self.unsupported("\(input) to \(output)") }
        var (from, to) = (AVChannelLayout(), AVChannelLayout())
        defer {
            av_channel_layout_uninit(&from)
            av_channel_layout_uninit(&to)
        }
        av_channel_layout_default(&from, Int32(input.channels))
        av_channel_layout_default(&to, Int32(output.channels))
        swr_free(&context)
        var status = swr_alloc_set_opts2(
            &context, &to, output.layout.format, outputRate, &from, input.layout.format, inputRate, 0, nil)
        if status >= 0, input.channels != output.channels, !mixes {
            status = swr_set_matrix(context, matrix, Int32(input.channels))
        }
        if status >= 0 { status = swr_init(context) }
        guard status >= 0 else {
            swr_free(&context)
            throw Self.unsupported("swr_init: \(status)")
        }
    }

    private static func unsupported(_ detail: String) -> MediaError {
        MediaError(.decodingFailed, "The audio format is not supported.", detail: detail)
    }

    /// The part of each input channel in each output channel.
    private var matrix: [Double] {
        (0..<output.channels).flatMap { to in
            (0..<input.channels).map { from in from == to || input.channels == 1 && to == 1 ? 1 : 0 }
        }
    }

    /// Converts frames; those without room are retained for the next call.
    /// - Parameters:
    ///   - source: the planes of the input; nil: the end of the input, so that the filter's rest is returned.
    ///   - target: the planes of the output, with room for `written + room` frames.
    /// - Returns: the number of frames written after the first `written` ones.
    public func convert(
        _ source: [UnsafeMutableRawPointer]?, frames: Int, into target: [UnsafeMutableRawPointer], after written: Int,
        room: Int
    ) -> Int {
        let stride = output.layout.bytesPerSample * (output.layout.isInterleaved ? output.channels : 1)
        var planes: [UnsafeMutablePointer<UInt8>?] = target.map {
            ($0 + written * stride).assumingMemoryBound(to: UInt8.self)
        }
        guard let source else { return Int(max(0, swr_convert(context, &planes, Int32(clamping: room), nil, 0))) }
        let input: [UnsafePointer<UInt8>?] = source.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
        return input.withUnsafeBufferPointer { input in
            // swr_convert takes const planes and does not write to them.
            let pointer = UnsafeMutablePointer(mutating: input.baseAddress)
            return Int(
                max(0, swr_convert(context, &planes, Int32(clamping: room), pointer, Int32(clamping: frames))))
        }
    }

    /// Discards retained frames.
    public func reset() throws(MediaError) { try open() }
}
