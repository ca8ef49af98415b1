import Foundation

/// Reads the media time from the sweep tone of a clip (`AudioRecipe.Sound.sweep`), block by block.
public struct SweepReading: Sendable {
    /// A block of 20 ms.
    public struct Block: Sendable {
        /// Frames from the first sample to the middle of the block.
        public var middle: Int
        /// The frequency; nil for silence, or without a clear tone.
        public var hertz: Double?
        /// The level of the first channel in decibels relative to full scale.
        public var level: Double
    }

    public let blocks: [Block]
    public static let blockSeconds = 0.02
    /// Root mean square below which a block counts as silence.
    public static let silence = 0.004

    /// - Parameter samples: interleaved.
    public init(_ samples: [Float], channels: Int, sampleRate: Int) {
        let size = max(64, Int(Double(sampleRate) * Self.blockSeconds))
        let frames = samples.count / max(channels, 1)
        var blocks: [Block] = []
        samples.withUnsafeBufferPointer { samples in
            var from = 0
            while from + size / 2 <= frames {
                let count = min(size, frames - from)
                blocks.append(Self.block(samples, channels, from: from, count: count, sampleRate: sampleRate))
                from += size
            }
        }
        self.blocks = blocks
    }

    private static func block(
        _ samples: UnsafeBufferPointer<Float>, _ channels: Int, from: Int, count: Int, sampleRate: Int
    ) -> Block {
        var energy: Float = 0
        var crossings: [Double] = []
        crossings.reserveCapacity(count / 4)
        var last = samples[from * channels]
        for frame in 1..<count {
            let sample = samples[(from + frame) * channels]
            energy += sample * sample
            if last < 0, sample >= 0 {
                crossings.append(Double(frame - 1) + Double(last / (last - sample)))
            }
            last = sample
        }
        let mean = Double(energy / Float(count)).squareRoot()
        let level = 20 * log10(max(mean, 1e-6))
        guard mean > silence, crossings.count > 3 else { return Block(middle: from + count / 2, level: level) }
        var periods = zip(crossings.dropFirst(), crossings).map { $0 - $1 }
        periods.sort()
        // The middle half excludes discontinuities and fades.
        let middle = periods[(periods.count / 4)..<(periods.count - periods.count / 4)]
        let period = middle.reduce(0, +) / Double(middle.count)
        let spread = (middle.last ?? 0) - (middle.first ?? 0)
        let isClear = spread < max(period * 0.2, 0.8)
        return Block(
            middle: from + count / 2, hertz: isClear ? Double(sampleRate) / period : nil, level: level)
    }

    /// Returns the media time at which track `index` of a clip or ladder has this frequency.
    public static func seconds(_ hertz: Double, track index: Int) -> Double {
        (hertz - AudioRecipe.Sound.sweepStart(track: index)) / AudioRecipe.Sound.sweepSlope
    }
}

extension AudioRecipe.Sound {
    /// The rise of a sweep's frequency, in hertz per second.
    public static let sweepSlope = 300.0
    /// Returns the frequency of track `index` at time 0: tracks are six seconds apart.
    public static func sweepStart(track index: Int) -> Double { 400 + 1800 * Double(index) }
}
