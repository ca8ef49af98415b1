/// Changes the tempo of audio without changing its pitch: waveform-similarity overlap-add (Verhelst and Roelands, 1993).
///
/// libavfilter's atempo is not used because it does not report which input its output corresponds to, and shifts it by up to 21 ms. Here
/// the output's media time is known, and the audio is within `searchSeconds` of it.
final class TimeStretcher {
    static let hopSeconds = 0.012
    /// The maximum shift of a segment to match the waveform before it: half a period of the lowest pitch without artifacts.
    static let searchSeconds = 0.006
    private static let coarse = 8

    let output: SampleQueue
    var tempo: Double
    private let hop: Int
    private let search: Int
    /// The input frame that follows the last output frame.
    private var continuation = 0
    /// The nominal input frame for the start of the next segment.
    private var nominal = 0.0
    private var isAtStart = true
    private var target: [Float] = []
    private var region: [Float] = []

    init(channels: Int, sampleRate: Int, tempo: Double) {
        output = SampleQueue(channels: channels)
        self.tempo = tempo
        hop = max(Self.coarse * 4, Int(Double(sampleRate) * Self.hopSeconds))
        search = max(Self.coarse, Int(Double(sampleRate) * Self.searchSeconds))
    }

    /// Converts as much of `input` as possible to output, and discards input that is no longer needed.
    /// - Parameter limit: the first input frame that is only used for the search, set by `finish`.
    func process(_ input: SampleQueue, limit: Int? = nil) {
        if isAtStart {
            guard input.count > 0 else { return }
            continuation = input.start
            nominal = Double(input.start) + Double(hop) * (tempo - 1)
            isAtStart = false
        }
        while true {
            let centre = max(input.start, Int(nominal.rounded()))
            guard max(continuation + hop, centre + search + hop) <= input.end else { return }
            if let limit, frameAtOutput >= Double(limit) { return }
            let match = max(input.start, bestStart(in: input, around: centre))
            let time = input.mediaTime(at: frameAtOutput)
            let perFrame = input.secondsPerFrame(at: frameAtOutput)
            let room = output.reserve(hop)
            crossfade(input.samples(at: continuation), input.samples(at: match), room)
            output.commit(hop, mediaTime: time, secondsPerFrame: perFrame * tempo)
            continuation = match + hop
            nominal += Double(hop) * tempo
            input.discard(before: min(continuation, Int(nominal.rounded()) - search))
        }
    }

    /// The input frame that corresponds to the next output frame: the middle between the two crossfaded segments.
    private var frameAtOutput: Double { nominal + Double(hop) * (1 - tempo) }

    /// Outputs the rest, exactly up to the end.
    func finish(_ input: SampleQueue) {
        guard !isAtStart || input.count > 0, let endTime = input.endTime else { return }
        let last = input.end
        let perFrame = input.secondsPerFrame(at: Double(last) - 1)
        let padding = 2 * hop + search + Int(Double(hop) * tempo)
        input.reserve(padding).update(repeating: 0, count: padding * input.channels)
        input.commit(padding, mediaTime: endTime, secondsPerFrame: perFrame)
        process(input, limit: last)
        let outputPerFrame = perFrame * tempo
        if let reached = output.endTime, reached > endTime, outputPerFrame > 0 {
            output.truncate(to: output.end - Int(((reached - endTime) / outputPerFrame).rounded()))
        }
        input.removeAll()
        isAtStart = true
    }

    private func crossfade(
        _ old: UnsafeMutablePointer<Float>, _ new: UnsafeMutablePointer<Float>, _ result: UnsafeMutablePointer<Float>
    ) {
        let channels = output.channels
        let step = 1 / Float(hop)
        for frame in 0..<hop {
            let gain = Float(frame) * step
            for at in frame * channels..<(frame + 1) * channels {
                result[at] = old[at] + (new[at] - old[at]) * gain
            }
        }
    }

    /// Returns the start near `centre` whose waveform is most similar to the continuation.
    private func bestStart(in input: SampleQueue, around centre: Int) -> Int {
        let lowest = max(input.start, centre - search)
        let highest = centre + search
        guard highest > lowest else { return centre }
        // Search on sums of eight frames first, then frame by frame around the best of those.
        let step = Self.coarse
        let length = hop / step
        fill(&target, from: input.samples(at: continuation), length, step, input.channels)
        let lags = (highest - lowest) / step + 1
        fill(
            &region, from: input.samples(at: lowest), length + lags - 1, step, input.channels, until: input.end - lowest
        )
        let rough = lowest + step * bestLag(lags, length, preferring: (centre - lowest) / step)
        let from = max(lowest, rough - step + 1)
        let to = min(highest, rough + step - 1)
        fill(&target, from: input.samples(at: continuation), hop, 1, input.channels)
        fill(&region, from: input.samples(at: from), hop + to - from, 1, input.channels, until: input.end - from)
        return from + bestLag(to - from + 1, hop, preferring: rough - from)
    }

    /// Computes sums of `step` frames over all channels.
    private func fill(
        _ sums: inout [Float], from samples: UnsafeMutablePointer<Float>, _ count: Int, _ step: Int, _ channels: Int,
        until end: Int = .max
    ) {
        if sums.count < count { sums = [Float](repeating: 0, count: count) }
        let stride = step * channels
        sums.withUnsafeMutableBufferPointer { sums in
            for index in 0..<count {
                var sum: Float = 0
                if (index + 1) * step <= end {
                    for at in index * stride..<(index + 1) * stride { sum += samples[at] }
                }
                sums[index] = sum
            }
        }
    }

    /// Returns the lag with the highest normalized cross-correlation of `target` and `region`. In silence, the usual lag is kept.
    private func bestLag(_ lags: Int, _ length: Int, preferring usual: Int) -> Int {
        target.withUnsafeBufferPointer { target in
            region.withUnsafeBufferPointer { region in
                var best = min(max(0, usual), lags - 1)
                var bestScore: Float = 1e-6
                var energy: Float = 0
                for index in 0..<length { energy += region[index] * region[index] }
                for lag in 0..<lags {
                    var product: Float = 0
                    for index in 0..<length { product += target[index] * region[lag + index] }
                    let score = product > 0 ? product * product / max(energy, 1e-9) : 0
                    if score > bestScore {
                        bestScore = score
                        best = lag
                    }
                    if lag + 1 < lags {
                        energy += region[lag + length] * region[lag + length] - region[lag] * region[lag]
                        energy = max(0, energy)
                    }
                }
                return best
            }
        }
    }
}
