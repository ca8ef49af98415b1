import Foundation
import Testing

@testable import MediaEngine

/// Tests holes, levels, balances and channels of audio with generated samples at 48 kHz.
struct AudioStretchesTests {
    private static let rate = 48_000

    /// Returns what is found in samples that arrive in blocks of 10 ms.
    /// - Parameters:
    ///   - value: the sample at a time in seconds in a channel.
    private func stretches(
        _ seconds: Double, channels: Int = 1, _ value: (_ time: Double, _ channel: Int) -> Double
    ) -> AudioStretches {
        var found = AudioStretches()
        let block = Self.rate / 100
        for start in stride(from: 0, to: Int(seconds * Double(Self.rate)), by: block) {
            var samples: [Float] = []
            for frame in start..<(start + block) {
                for channel in 0..<channels { samples.append(Float(value(Double(frame) / Double(Self.rate), channel))) }
            }
            samples.withUnsafeBufferPointer { found.add($0, channels: channels, rate: Self.rate) }
        }
        found.finish()
        return found
    }

    private func tone(_ time: Double, _ amplitude: Double = 0.3) -> Double { amplitude * sin(2 * .pi * 1000 * time) }

    /// Returns the windows with holes in a tone whose amplitude changes from 0.5 s on.
    /// - Parameter amplitude: the amplitude after so many blocks of 5 ms from 0.5 s on; nil: that of the tone.
    private func holes(_ amplitude: @escaping (Int) -> Double?) -> [Int32] {
        stretches(1) { time, _ in
            let block = Int(((time - 0.5) * 200 + 1e-6).rounded(.down))
            return tone(time, amplitude(block) ?? 0.3)
        }.holes
    }

    @Test("a hole of 15 to 100 ms is found in the window in which it ends", arguments: [3, 6, 20])
    func hole(blocks: Int) {
        // The first block after the hole ends it.
        #expect(holes { (0..<blocks).contains($0) ? 0 : nil } == [Int32(10 + blocks / 10)])
    }

    @Test("silence of 10 ms or 105 ms is no hole", arguments: [2, 21])
    func otherLengths(blocks: Int) { #expect(holes { (0..<blocks).contains($0) ? 0 : nil } == []) }

    @Test("a quiet sound is no hole; one below 0.0015 is one")
    func quietSounds() {
        #expect(holes { (0..<6).contains($0) ? 0.002 : nil } == [])
        #expect(holes { (0..<6).contains($0) ? 0.001 : nil } == [10])
    }

    @Test("a sound that fades out before the silence, or fades in after it for 10 ms, has no hole")
    func fades() {
        #expect(holes { (-2..<0).contains($0) ? 0.01 : (0..<6).contains($0) ? 0 : nil } == [])
        #expect(holes { (0..<6).contains($0) ? 0 : (6..<8).contains($0) ? 0.01 : nil } == [])
        // One block of 5 ms may contain the edge.
        #expect(holes { (-1..<0).contains($0) ? 0.01 : (0..<6).contains($0) ? 0 : nil } == [10])
        #expect(holes { (0..<6).contains($0) ? 0 : (6..<7).contains($0) ? 0.01 : nil } == [10])
    }

    @Test("each hole is found, and continuous sound has none")
    func several() {
        let repeated = stretches(2) { time, _ in time.truncatingRemainder(dividingBy: 0.25) < 0.03 ? 0 : tone(time) }
        // The sound begins after the first silence, which is no hole.
        #expect(repeated.holes.count == 7)
        #expect(stretches(2) { time, _ in tone(time) }.holes == [])
    }

    @Test("the balance of two channels is the level of the first above the second, in decibels")
    func balances() {
        func balances(_ left: Double, _ right: Double) -> Set<Int8> {
            Set(stretches(0.5, channels: 2) { time, channel in tone(time, channel == 0 ? left : right) }.balances)
        }
        #expect(balances(0.3, 0.3) == [0])
        #expect(balances(0.4, 0.04) == [20])
        #expect(balances(0.04, 0.4) == [-20])
        #expect(balances(0.4, 0.2) == [6])
    }

    @Test("balances exist for each window of two channels, and for no other layout", arguments: [1, 2, 6])
    func balanceCount(channels: Int) {
        let found = stretches(0.5, channels: channels) { time, _ in tone(time) }
        #expect(found.levels.count == 10 && found.crossings.count == 10)
        #expect(found.balances.count == (channels == 2 ? 10 : 0))
    }

    @Test("the level of a window is its power, above -100 dB of full scale, and the crossings are those of its tone")
    func levels() {
        // -9 dB of a sine with an amplitude of 0.5.
        let found = stretches(0.2) { time, _ in tone(time, 0.5) }
        #expect(Set(found.levels) == [90])
        // 2,000 crossings a second: 100 of the 2,400 samples of a window.
        #expect(Set(found.crossings) == [10])
        let silent = stretches(0.2) { _, _ in 0 }
        #expect(Set(silent.levels) == [0] && Set(silent.crossings) == [0])
        // A channel of two that is silent halves the power.
        #expect(Set(stretches(0.2, channels: 2) { time, channel in channel == 0 ? tone(time, 0.5) : 0 }.levels) == [87])
    }

    @Test("silence is found with its start and length; a sound of 0.001 is none")
    func silence() throws {
        let found = stretches(3) { time, _ in (0.5..<2).contains(time) ? 0 : tone(time) }
        let longest = try #require(found.silence.longest)
        #expect(abs(longest.start - 0.5) < 0.02 && abs(longest.seconds - 1.5) < 0.02)
        #expect(stretches(2) { time, _ in tone(time, 0.001) }.silence.longest == nil)
    }

    @Test("a channel is silent where another is audible, and not where all are")
    func silentChannels() {
        func silent(_ amplitudes: [Double]) -> [Int] {
            stretches(0.1, channels: amplitudes.count) { time, channel in tone(time, amplitudes[channel]) }
                .silentChannels
        }
        #expect(silent([0.3, 0]) == [1])
        #expect(silent([0, 0.3, 0]) == [0, 2])
        #expect(silent([0.3, 0.001]) == [])
        #expect(silent([0, 0]) == [] && silent([0.005, 0]) == [])
    }

    @Test("the offset is the mean of the channel that is farthest from zero")
    func offset() throws {
        let found = stretches(0.5, channels: 2) { time, channel in tone(time) - (channel == 1 ? 0.05 : 0) }
        #expect(abs(try #require(found.offset) - -0.05) < 1e-4)
        #expect(abs(try #require(stretches(0.5) { time, _ in tone(time) }.offset)) < 1e-4)
        #expect(AudioStretches().offset == nil)
    }

    @Test("the correlation of equal channels is 1, of opposite ones -1, of other tones 0; of one channel there is none")
    func correlation() throws {
        func correlation(_ right: @escaping (Double) -> Double) -> Double? {
            stretches(0.5, channels: 2) { time, channel in channel == 0 ? tone(time) : right(time) }.correlation
        }
        #expect(abs(try #require(correlation { tone($0, 0.1) }) - 1) < 1e-4)
        #expect(abs(try #require(correlation { -tone($0) }) - -1) < 1e-4)
        #expect(abs(try #require(correlation { tone($0 * 1.5) })) < 1e-3)
        #expect(correlation { _ in 0 } == nil)
        #expect(stretches(0.1) { time, _ in tone(time) }.correlation == nil)
    }
}
