import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

struct LoudnessTests {
    /// Interleaved samples of a sine in all channels.
    private func sine(amplitude: Double, seconds: Double, channels: Int) -> [Float] {
        (0..<Int(seconds * 48_000)).flatMap { index in
            let value = Float(amplitude * sin(2 * .pi * 1000 * Double(index) / 48_000))
            return Array(repeating: value, count: channels)
        }
    }

    private func measure(_ samples: [Float], channels: Int) throws -> Loudness {
        let meter = try #require(LoudnessMeter(AudioFormat(sampleRate: 48_000, channels: channels)))
        let isAdded = samples.withUnsafeBufferPointer { meter.add($0) }
        #expect(isAdded)
        return try #require(meter.loudness)
    }

    @Test(
        "EBU Tech 3341: a stereo sine of 1 kHz at -23 and -33 dBFS has a loudness of -23 and -33 LUFS, within 0.1",
        arguments: [-23.0, -33.0])
    func sineLoudness(_ level: Double) throws {
        let loudness = try measure(sine(amplitude: pow(10, level / 20), seconds: 20, channels: 2), channels: 2)
        #expect(abs(loudness.integrated - level) < 0.1)
        #expect(abs(loudness.truePeak - level) < 0.4)
        #expect(loudness.range < 0.2)
    }

    @Test("EBU Tech 3341: silence between loud parts is not part of the integrated loudness")
    func gate() throws {
        let loud = sine(amplitude: pow(10, -23 / 20), seconds: 20, channels: 2)
        let quiet = sine(amplitude: pow(10, -75 / 20), seconds: 20, channels: 2)
        #expect(abs(try measure(quiet + loud + quiet, channels: 2).integrated - -23) < 0.1)
    }

    @Test("silence is infinitely quiet")
    func silence() throws {
        let loudness = try measure(Array(repeating: 0, count: 48_000 * 4), channels: 2)
        #expect(loudness.integrated == -.infinity && loudness.truePeak == -.infinity)
    }

    @Test("formats that cannot be measured give no meter", arguments: [(0, 2), (48_000, 0), (48_000, 100)])
    func badFormat(_ format: (rate: Int, channels: Int)) {
        #expect(LoudnessMeter(AudioFormat(sampleRate: format.rate, channels: format.channels)) == nil)
    }

    @Test(
        "the loudness of a file's audio is that of its samples, for each codec", .enabled(if: StreamMaker.isAvailable),
        arguments: [(ClipRecipe.Container.m4a, AudioRecipe.Codec.aac), (.flac, .flac), (.mkv, .opus)])
    func file(_ container: ClipRecipe.Container, _ codec: AudioRecipe.Codec) async throws {
        var recipe = ClipRecipe(seconds: 6, audio: [AudioRecipe(codec: codec, sound: .tone(hertz: 1000))])
        recipe.container = container
        let url = try await StreamMaker.shared.clip(recipe)
        let measured = try LoudnessMeasurement.measure(MediaLocator(url: url))
        let loudness = try #require(measured.values.first)
        var exact = recipe
        exact.container = .wav
        exact.audio[0].codec = .pcm
        let reference = try LoudnessMeasurement.measure(MediaLocator(url: try await StreamMaker.shared.clip(exact)))
        let wanted = try #require(reference.values.first)
        #expect(abs(loudness.integrated - wanted.integrated) < 0.3, "\(loudness) \(wanted)")
    }
}
