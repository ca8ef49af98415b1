/// The level of one channel over some time. Full scale is 1.
public struct AudioLevel: Equatable, Sendable {
    /// The greatest absolute value of a sample.
    public var peak: Float = 0
    /// The root of the mean of the squares of the samples.
    public var average: Float = 0

    public init(peak: Float = 0, average: Float = 0) {
        self.peak = peak
        self.average = average
    }
}

/// Measures the levels of interleaved samples.
struct LevelMeter {
    private struct Channel {
        var peak: Float = 0
        var squares = 0.0
    }

    private var channels: [Channel]
    private var frames = 0
    private var levels: [AudioLevel]
    /// The number of frames from which on levels are computed. The last levels are returned until there are as many.
    private let window: Int

    /// The shortest time over which levels are computed.
    private static let windowSeconds = 0.02

    init(_ format: AudioFormat) {
        channels = Array(repeating: Channel(), count: format.channels)
        levels = Array(repeating: AudioLevel(), count: format.channels)
        window = max(1, Int(Double(format.sampleRate) * Self.windowSeconds))
    }

    mutating func add(_ samples: UnsafeMutableBufferPointer<Float>, frames count: Int) {
        frames += count
        for index in channels.indices {
            var channel = channels[index]
            for frame in 0..<count {
                let value = samples[frame * channels.count + index]
                channel.peak = max(channel.peak, abs(value))
                channel.squares += Double(value * value)
            }
            channels[index] = channel
        }
    }

    /// Returns the level of each channel since the call before.
    mutating func takeLevels() -> [AudioLevel] {
        guard frames >= window else { return levels }
        levels = channels.map { channel in
            AudioLevel(peak: channel.peak, average: Float((channel.squares / Double(frames)).squareRoot()))
        }
        reset()
        return levels
    }

    /// Discards what has been measured, and the last levels.
    mutating func clear() {
        reset()
        for index in levels.indices { levels[index] = AudioLevel() }
    }

    private mutating func reset() {
        frames = 0
        for index in channels.indices { channels[index] = Channel() }
    }
}
