import CFFmpeg

/// Decoded sound of any form in, interleaved float samples of one form out, each with its media time. Used by one thread.
///
/// More channels become two by ITU-R BS.775: centre and surrounds at −3 dB, the effects channel left out. Rates other than 1 keep
/// the pitch by overlapping pieces (libavfilter's `atempo`) or shift it (resampling).
final class AudioConverter {
    private struct InputForm: Equatable {
        var format: Int32
        var sampleRate: Int32
        var channels: Int32
        var mask: UInt64
    }

    /// A run of samples whose times follow from the first one's.
    private struct Run {
        var frames: Int
        var time: Double
    }

    let output: AudioFormat
    private var resampler: OpaquePointer?
    private var form: InputForm?
    private var tempo: TempoFilter?
    private var rate = 1.0
    private var keepsPitch = true
    private var samples: [Float] = []
    private var head = 0
    private var runs: [Run] = []
    private var scratch: [Float] = []
    /// Media time at which the next samples pushed are expected.
    private var expected: Double?

    /// A step in the input's times beyond this begins a new run.
    static let jump = 0.015
    /// Samples handed on are dropped from the store in pieces of this size.
    private static let compaction = 1 << 16

    init(output: AudioFormat) { self.output = output }

    deinit { swr_free(&resampler) }

    var bufferedFrames: Int { runs.reduce(0) { $0 + $1.frames } }

    /// Takes effect for what is pushed from now on; call `reset` first for a clean change.
    func setRate(_ rate: Double, keepsPitch: Bool) {
        guard rate != self.rate || keepsPitch != self.keepsPitch else { return }
        self.rate = rate
        self.keepsPitch = keepsPitch
        tempo = nil
        form = nil
    }

    /// Takes one decoded frame, whose first sample is at `mediaTime` seconds.
    func push(frame: UnsafePointer<AVFrame>, mediaTime: Double) throws(MediaError) {
        guard frame.pointee.nb_samples > 0, frame.pointee.sample_rate > 0 else { return }
        let jumps = expected.map { abs(mediaTime - $0) > Self.jump } ?? true
        if jumps, expected != nil { drain() }
        try prepare(for: frame)
        guard let resampler else { return }
        let inRate = Int64(frame.pointee.sample_rate)
        let delay = Double(swr_get_delay(resampler, inRate)) / Double(inRate)
        let room = Int(swr_get_out_samples(resampler, frame.pointee.nb_samples)) + 32
        if scratch.count < room * output.channels { scratch = [Float](repeating: 0, count: room * output.channels) }
        let converted = scratch.withUnsafeMutableBytes { bytes -> Int32 in
            var target = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return withUnsafeMutablePointer(to: &target) { planes in
                let source = UnsafeMutableRawPointer(frame.pointee.extended_data)?
                    .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
                return swr_convert(resampler, planes, Int32(room), source, frame.pointee.nb_samples)
            }
        }
        guard converted >= 0 else {
            throw .ffmpeg(converted, call: "swr_convert", reading: nil, otherwise: .decodingFailed)
        }
        expected = mediaTime + Double(frame.pointee.nb_samples) / Double(inRate)
        try store(Int(converted), at: mediaTime - delay)
    }

    /// Brings out what the resampler and the tempo filter still hold.
    func drain() {
        if let resampler, swr_get_delay(resampler, Int64(output.sampleRate)) > 0, let end = expected {
            let held = Double(swr_get_delay(resampler, Int64(output.sampleRate))) / Double(output.sampleRate)
            let room = Int(swr_get_delay(resampler, Int64(output.sampleRate))) + 64
            if scratch.count < room * output.channels { scratch = [Float](repeating: 0, count: room * output.channels) }
            let converted = scratch.withUnsafeMutableBytes { bytes -> Int32 in
                var target = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
                return withUnsafeMutablePointer(to: &target) { swr_convert(resampler, $0, Int32(room), nil, 0) }
            }
            if converted > 0 { try? store(Int(converted), at: end - held) }
            form = nil
        }
        if let tempo {
            tempo.finish { append($0, frames: $1, at: $2) }
            self.tempo = nil
        }
        expected = nil
    }

    /// Forgets everything that was pushed.
    func reset() {
        samples.removeAll(keepingCapacity: true)
        head = 0
        runs.removeAll(keepingCapacity: true)
        tempo = nil
        form = nil
        expected = nil
    }

    /// Hands over up to `frames` frames that follow each other without a step.
    func pull(into buffer: UnsafeMutableBufferPointer<Float>, frames: Int) -> (frames: Int, mediaTime: Double) {
        guard let run = runs.first else { return (0, 0) }
        let count = min(frames, run.frames, buffer.count / output.channels)
        let floats = count * output.channels
        samples.withUnsafeBufferPointer { stored in
            guard let from = stored.baseAddress, let to = buffer.baseAddress else { return }
            to.update(from: from + head, count: floats)
        }
        head += floats
        if count == run.frames {
            runs.removeFirst()
        } else {
            runs[0].frames -= count
            runs[0].time += Double(count) / Double(output.sampleRate) * rate
        }
        if runs.isEmpty {
            samples.removeAll(keepingCapacity: true)
            head = 0
        } else if head > Self.compaction {
            samples.removeFirst(head)
            head = 0
        }
        return (count, run.time)
    }

    private func prepare(for frame: UnsafePointer<AVFrame>) throws(MediaError) {
        let wanted = InputForm(
            format: frame.pointee.format, sampleRate: frame.pointee.sample_rate,
            channels: frame.pointee.ch_layout.nb_channels, mask: frame.pointee.ch_layout.u.mask)
        guard wanted != form || resampler == nil else { return }
        swr_free(&resampler)
        var target = AVChannelLayout()
        av_channel_layout_default(&target, Int32(output.channels))
        var source = AVChannelLayout()
        if frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_default(&source, frame.pointee.ch_layout.nb_channels)
        } else {
            av_channel_layout_copy(&source, [frame.pointee.ch_layout])
        }
        // Shifted pitch is a resampler that believes in another input rate.
        let shifted = keepsPitch ? 1.0 : rate
        let believed = Int32((Double(frame.pointee.sample_rate) * shifted).rounded())
        var code = swr_alloc_set_opts2(
            &resampler, &target, AV_SAMPLE_FMT_FLT, Int32(output.sampleRate), &source,
            AVSampleFormat(rawValue: frame.pointee.format), believed, 0, nil)
        if code >= 0 { code = swr_init(resampler) }
        av_channel_layout_uninit(&source)
        guard code >= 0 else {
            swr_free(&resampler)
            throw .ffmpeg(code, call: "swr_init", reading: nil, otherwise: .decodingFailed)
        }
        form = wanted
    }

    /// Takes `frames` frames from `scratch`, through the tempo filter where there is one.
    private func store(_ frames: Int, at time: Double) throws(MediaError) {
        guard frames > 0 else { return }
        guard rate != 1, keepsPitch else {
            scratch.withUnsafeBufferPointer { append($0, frames: frames, at: time) }
            return
        }
        if tempo == nil { tempo = try TempoFilter(format: output, rate: rate, startTime: time) }
        guard let tempo else { return }
        try scratch.withUnsafeBufferPointer { buffer throws(MediaError) in
            try tempo.push(buffer, frames: frames) { append($0, frames: $1, at: $2) }
        }
    }

    private func append(_ buffer: UnsafeBufferPointer<Float>, frames: Int, at time: Double) {
        samples.append(contentsOf: buffer.prefix(frames * output.channels))
        if let last = runs.last {
            let end = last.time + Double(last.frames) / Double(output.sampleRate) * rate
            if abs(end - time) < 1e-4 {
                runs[runs.count - 1].frames += frames
                return
            }
        }
        runs.append(Run(frames: frames, time: time))
    }
}
