/// Finds silent stretches and channels of decoded audio.
struct AudioStretches {
    private(set) var silence = StretchMeter()
    /// The largest amplitude of each channel.
    private(set) var peaks: [Float] = []
    private var frameCount = 0
    private var products: (both: Double, left: Double, right: Double) = (0, 0, 0)

    private static let silentAmplitude: Float = 0.0001
    private static let audibleAmplitude: Float = 0.01

    mutating func add(_ samples: UnsafeBufferPointer<Float>, channels: Int, rate: Int) {
        guard channels > 0, rate > 0 else { return }
        let frames = samples.count / channels
        if peaks.count != channels { peaks = Array(repeating: 0, count: channels) }
        var loudest: Float = 0
        for frame in 0..<frames {
            for channel in 0..<channels {
                let value = abs(samples[frame * channels + channel])
                if value > peaks[channel] { peaks[channel] = value }
                if value > loudest { loudest = value }
            }
        }
        if channels == 2 {
            for frame in 0..<frames {
                let (left, right) = (Double(samples[2 * frame]), Double(samples[2 * frame + 1]))
                products.both += left * right
                products.left += left * left
                products.right += right * right
            }
        }
        let start = Double(frameCount) / Double(rate)
        frameCount += frames
        silence.add(start, until: Double(frameCount) / Double(rate), loudest < Self.silentAmplitude)
    }

    mutating func finish() { silence.finish() }

    /// The channels without sound, from 0, where others have it.
    var silentChannels: [Int] {
        guard peaks.contains(where: { $0 > Self.audibleAmplitude }) else { return [] }
        return peaks.indices.filter { peaks[$0] < Self.silentAmplitude }
    }

    /// The correlation of two channels, from -1 to 1; nil without two audible channels.
    var correlation: Double? {
        guard products.left > 0, products.right > 0 else { return nil }
        return products.both / (products.left * products.right).squareRoot()
    }
}
