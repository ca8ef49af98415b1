import CFFmpeg

/// Converts decoded audio of any format, layout and rate to interleaved float for the output, with the media time of every frame.
///
/// Used by one thread at a time. Output times are those of the input samples; the delay of filters is compensated.
final class AudioConverter {
    static let rates: ClosedRange<Double> = 0.25...4
    /// The tolerance for timestamps rounded to milliseconds; larger differences are gaps.
    static let gapTolerance = 0.003

    let output: AudioFormat
    private var resampler: Resampler?
    private let resampled: SampleQueue
    private var stretcher: TimeStretcher?
    private var rate = 1.0
    private var keepsPitch = true
    /// The media time after the last pushed frame.
    private var inputTime: Double?

    init(output: AudioFormat) {
        self.output = AudioFormat(
            sampleRate: min(max(output.sampleRate, 1_000), 768_000), channels: min(max(output.channels, 1), 64))
        resampled = SampleQueue(channels: self.output.channels)
    }

    /// Sets the rate of media time for frames that are pulled from now on. Clamped to `rates`.
    /// - Parameter keepsPitch: false: varispeed, with a higher pitch at higher rates.
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

    /// The number of frames per second of media: lower than the device's rate for fast varispeed.
    private var resamplerRate: Int {
        keepsPitch ? output.sampleRate : max(1, Int((Double(output.sampleRate) / rate).rounded()))
    }

    /// Converts a decoded frame.
    /// - Parameter mediaTime: the time of its first sample in seconds.
    func push(frame: UnsafePointer<AVFrame>, mediaTime: Double) throws(MediaError) {
        guard frame.pointee.nb_samples > 0 else { return }
        if let resampler, resampler.input != Resampler.Input(frame) { drainResampler() }
        if let inputTime, abs(inputTime - mediaTime) > Self.gapTolerance, resampler != nil {
            // Samples must not be interpolated across a gap, and the samples in the filter belong to the time before the gap.
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

    /// The media time of the next frame from the resampler.
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

    /// Takes frames in order; fewer than requested at the end, and before a jump of media time or a change of the rate.
    /// - Returns: the number of frames, and the media time of the first in seconds. The rate is the same for all of
    ///   them.
    func pull(into buffer: UnsafeMutableBufferPointer<Float>, frames: Int) -> (frames: Int, mediaTime: Double) {
        ready.pull(into: buffer, frames: frames)
    }

    /// The media time per frame of the next pulled frame; a new rate applies after the frames that were pushed before.
    var secondsPerFrame: Double { ready.secondsPerFrame(at: Double(ready.start)) }

    /// Ends the input: makes all pushed frames available to `pull`.
    func drain() {
        drainResampler()
        if let stretcher {
            stretcher.process(resampled)
            stretcher.finish(resampled)
        }
    }

    /// Discards all pushed frames; rate and pitch are kept.
    func reset() {
        resampler = nil
        inputTime = nil
        resampled.removeAll()
        stretcher =
            keepsPitch && rate != 1
            ? TimeStretcher(channels: output.channels, sampleRate: output.sampleRate, tempo: rate) : nil
    }

    /// The number of frames that can be pulled now.
    var bufferedFrames: Int { ready.count }

    private var ready: SampleQueue { stretcher?.output ?? resampled }
}
