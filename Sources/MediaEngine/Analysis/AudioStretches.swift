import Foundation

/// Finds silent stretches and channels of decoded audio.
struct AudioStretches {
    private(set) var silence = StretchMeter()
    /// The largest amplitude of each channel.
    private(set) var peaks: [Float] = []
    private var frameCount = 0
    /// The level of each window of ``windowSeconds``, in decibels above -100 dB of full scale.
    private(set) var levels: [UInt8] = []
    /// The share of samples of each window at which the first channel crosses zero, of 255.
    private(set) var crossings: [UInt8] = []
    /// The level of the first of two channels above that of the second in each window, in decibels.
    private(set) var balances: [Int8] = []
    private var window: (energy: Double, count: Int, crossings: Int) = (0, 0, 0)
    private var firstEnergy = 0.0
    /// The windows with short holes: sound stops and starts again abruptly.
    private(set) var holes: [Int32] = []
    private var block: (peak: Float, count: Int) = (0, 0)
    /// The number of quiet blocks since the last loud one; nil where the sound did not stop abruptly.
    private var quiet: Int?
    private var wasLoud = (older: false, newer: false)
    private var isFading = false

    /// Blocks of holes are of this length in seconds, and quieter than the first amplitude between blocks above the second.
    private static let blockSeconds = 0.005
    private static let holeAmplitude: Float = 0.0015
    private static let loudAmplitude: Float = 0.02
    private static let shortestHole = 3
    private static let longestHole = 20
    private static let mostHoles = 10_000
    private var wasPositive = false
    /// The sum of the samples of each channel.
    private var sums: [Double] = []
    private var products: (both: Double, left: Double, right: Double) = (0, 0, 0)

    package static let windowSeconds = 0.05
    /// Twelve hours.
    private static let mostWindows = 864_000

    private static let silentAmplitude: Float = 0.0001
    private static let audibleAmplitude: Float = 0.01

    mutating func add(_ samples: UnsafeBufferPointer<Float>, channels: Int, rate: Int) {
        guard channels > 0, rate > 0 else { return }
        let frames = samples.count / channels
        if peaks.count != channels {
            peaks = Array(repeating: 0, count: channels)
            sums = Array(repeating: 0, count: channels)
        }
        var loudest: Float = 0
        for frame in 0..<frames {
            for channel in 0..<channels {
                let sample = samples[frame * channels + channel]
                sums[channel] += Double(sample)
                let value = abs(sample)
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
        addWindows(samples, channels, rate)
        let start = Double(frameCount) / Double(rate)
        frameCount += frames
        silence.add(start, until: Double(frameCount) / Double(rate), loudest < Self.silentAmplitude)
    }

    /// Looks for holes in blocks of 5 ms.
    private mutating func noteBlock() {
        let (isQuiet, isLoud) = (block.peak < Self.holeAmplitude, block.peak > Self.loudAmplitude)
        defer { wasLoud = (wasLoud.newer, isLoud) }
        if isQuiet {
            if let count = quiet {
                quiet = count + 1
            } else if wasLoud.older || wasLoud.newer {
                quiet = 1
            }
            return
        }
        guard let count = quiet else { return }
        // One block in between may fade in.
        if !isLoud, wasLoud.newer == false, count >= Self.shortestHole, !isFading {
            isFading = true
            return
        }
        if isLoud, (Self.shortestHole...Self.longestHole).contains(count), holes.count < Self.mostHoles {
            holes.append(Int32(clamping: levels.count))
        }
        (quiet, isFading) = (nil, false)
    }

    private mutating func addWindows(_ samples: UnsafeBufferPointer<Float>, _ channels: Int, _ rate: Int) {
        let length = max(1, Int(Double(rate) * Self.windowSeconds))
        let blockLength = max(1, Int(Double(rate) * Self.blockSeconds))
        for frame in 0..<samples.count / channels where levels.count < Self.mostWindows {
            let isPositive = samples[frame * channels] > 0
            if isPositive != wasPositive { window.crossings += 1 }
            wasPositive = isPositive
            for channel in 0..<channels {
                let sample = samples[frame * channels + channel]
                if abs(sample) > block.peak { block.peak = abs(sample) }
                window.energy += Double(sample) * Double(sample)
            }
            block.count += 1
            if block.count == blockLength {
                noteBlock()
                block = (0, 0)
            }
            if channels == 2 {
                let value = Double(samples[2 * frame])
                firstEnergy += value * value
            }
            window.count += 1
            guard window.count == length else { continue }
            let power = window.energy / Double(length * channels)
            levels.append(power.isFinite ? UInt8(clamping: Int(10 * log10(max(power, 1e-10)) + 100)) : 255)
            crossings.append(UInt8(clamping: window.crossings * 255 / length))
            if channels == 2 {
                let (first, second) = (max(firstEnergy, 1e-9), max(window.energy - firstEnergy, 1e-9))
                let balance = 10 * log10(first / second)
                balances.append(balance.isFinite ? Int8(clamping: Int(balance.rounded())) : 0)
            }
            firstEnergy = 0
            window = (0, 0, 0)
        }
    }

    mutating func finish() { silence.finish() }

    /// The channels without sound, from 0, where others have it.
    var silentChannels: [Int] {
        guard peaks.contains(where: { $0 > Self.audibleAmplitude }) else { return [] }
        return peaks.indices.filter { peaks[$0] < Self.silentAmplitude }
    }

    /// The mean of the samples of the channel where it is farthest from zero, of full scale.
    var offset: Double? {
        guard frameCount > 0, let largest = sums.max(by: { abs($0) < abs($1) }), largest.isFinite else { return nil }
        return largest / Double(frameCount)
    }

    /// The correlation of two channels, from -1 to 1; nil without two audible channels.
    var correlation: Double? {
        guard products.left > 0, products.right > 0 else { return nil }
        return products.both / (products.left * products.right).squareRoot()
    }
}
