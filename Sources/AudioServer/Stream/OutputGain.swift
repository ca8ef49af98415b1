/// A factor for samples that follows its target without a click.
package struct OutputGain: Sendable {
    /// Seconds from full volume to silence.
    package static let rampSeconds = 0.15

    private var current: Float
    package var target: Float

    package init(_ gain: Float = 1) {
        current = gain
        target = gain
    }

    /// Scales interleaved samples in place. Does not allocate.
    package mutating func apply(
        to samples: UnsafeMutableBufferPointer<Float>, frames: Int, channels: Int, sampleRate: Int
    ) {
        guard current != 1 || target != 1 else { return }
        let step = Float(1 / (Self.rampSeconds * Double(sampleRate)))
        for frame in 0..<frames {
            current += min(step, max(-step, target - current))
            for sample in frame * channels..<(frame + 1) * channels { samples[sample] *= current }
        }
    }
}
