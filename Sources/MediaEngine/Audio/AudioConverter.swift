import CFFmpeg

/// Decoded sound of any format, layout and rate in; interleaved float for the output out, with the media time of every frame.
///
/// Used by one thread at a time. Output times are those of the input samples themselves: filters are neither ahead nor behind.
final class AudioConverter {
    static let rates: ClosedRange<Double> = 0.25...4
    /// Time stamps of whole milliseconds are off by half of one; what is off by more than this is a gap.
    static let gapTolerance = 0.003

    let output: AudioFormat
    private var resampler: Resampler?
    private let resampled: SampleQueue
    private var stretcher: TimeStretcher?
    private var rate = 1.0
    private var keepsPitch = true
    /// Media time after the last frame pushed.
    private var inputTime: Double?

    init(output: AudioFormat) {
        self.output = AudioFormat(
            sampleRate: min(max(output.sampleRate, 1_000), 768_000), channels: min(max(output.channels, 1), 64))
        resampled = SampleQueue(channels: self.output.channels)
    }

    /// How fast media goes by in what is pulled from now on. Clamped to `rates`.
    /// - Parameter keepsPitch: false plays like a tape: higher when faster.
    func setRate(_ newRate: Double, keepsPitch newKeeps: Bool) {
        let wanted = newRate.isFinite ? min(max(newRate, Self.rates.lowerBound), Self.rates.upperBound) : 1
        guard wanted != rate || newKeeps != keepsPitch else { return }
        let before = resamplerRate
        rate = wanted
        keepsPitch = newKeeps
        if resamplerRate != before { drainResampler() }
        if keepsPitch {
            if let stretcher {
                stretcher.tempo = rate
            } else if rate != 1 {
                stretcher = TimeStretcher(channels: output.channels, sampleRate: output.sampleRate, tempo: rate)
            }
        } else {
            stretcher?.tempo = 1
        }
    }

    /// Frames for one second of media: less than the device's where the tape runs fast.
    private var resamplerRate: Int {
        keepsPitch ? output.sampleRate : max(1, Int((Double(output.sampleRate) / rate).rounded()))
    }

    /// Takes a decoded frame.
    /// - Parameter mediaTime: seconds, of its first sample.
    func push(frame: UnsafePointer<AVFrame>, mediaTime: Double) throws(MediaError) {
        guard frame.pointee.nb_samples > 0 else { return }
        if let resampler, resampler.input != Resampler.Input(frame) { drainResampler() }
        if let inputTime, abs(inputTime - mediaTime) > Self.gapTolerance, resampler != nil {
            // Across a gap nothing may be interpolated, and what is in the filter belongs to the time before.
            drainResampler()
        }
        let current: Resampler
        if let resampler {
            current = resampler
        } else {
            current = try Resampler(frame, outputRate: resamplerRate, channels: output.channels)
            resampler = current
            nextTime = mediaTime
        }
        let start = inputTime.map { abs($0 - mediaTime) > Self.gapTolerance ? mediaTime : $0 } ?? mediaTime
        inputTime = start + Double(frame.pointee.nb_samples) / Double(frame.pointee.sample_rate)
        take(current, frame)
        stretcher?.process(resampled)
    }

    /// Media time of the next frame out of the resampler.
    private var nextTime = 0.0

    private func take(_ resampler: Resampler, _ frame: UnsafePointer<AVFrame>?) {
        let bound = resampler.outputBound(frame?.pointee.nb_samples ?? 0)
        let room = resampled.reserve(bound)
        let count = resampler.convert(frame, into: room, room: bound)
        let secondsPerFrame = 1 / Double(resamplerRateInUse)
        resampled.commit(count, mediaTime: nextTime, secondsPerFrame: secondsPerFrame)
        nextTime += Double(count) * secondsPerFrame
    }

    private var resamplerRateInUse: Int { resampler?.outputRate ?? resamplerRate }

    private func drainResampler() {
        guard let resampler else { return }
        take(resampler, nil)
        self.resampler = nil
        inputTime = nil
    }

    /// Takes frames out, in order; fewer than asked where there are no more, or where media time jumps.
    /// - Returns: how many, and the media time of the first in seconds. The next ones follow at the rate.
    func pull(into buffer: UnsafeMutableBufferPointer<Float>, frames: Int) -> (frames: Int, mediaTime: Double) {
        ready.pull(into: buffer, frames: frames)
    }

    /// Media time that goes by with the next frame to be pulled: other rates come after what was pushed before them.
    var secondsPerFrame: Double { ready.secondsPerFrame(at: Double(ready.start)) }

    /// No more comes: makes everything that was pushed ready to be pulled.
    func drain() {
        drainResampler()
        if let stretcher {
            stretcher.process(resampled)
            stretcher.finish(resampled)
        }
    }

    /// Forgets everything pushed; rate and pitch stay.
    func reset() {
        resampler = nil
        inputTime = nil
        resampled.removeAll()
        stretcher =
            keepsPitch && rate != 1
            ? TimeStretcher(channels: output.channels, sampleRate: output.sampleRate, tempo: rate) : nil
    }

    /// Frames that can be pulled now.
    var bufferedFrames: Int { ready.count }

    private var ready: SampleQueue { stretcher?.output ?? resampled }
}
