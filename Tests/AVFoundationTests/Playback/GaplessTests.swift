import CoreMedia
import Foundation
import MediaEngine
import MediaTesting
import Testing

@testable import AVFoundation

/// The samples that a player gives to the audio device where one item follows another (semantics section 8).
@Suite(.enabled(if: StreamMaker.isAvailable))
struct GaplessTests {
    private let recorder = AudioRecorder()
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gapless-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var environment: PlaybackEnvironment {
        var environment = PlaybackEnvironment.system
        environment.makeAudioOutput = { [recorder] in recorder.makeOutput() }
        return environment
    }

    struct Encoding: CustomTestStringConvertible, Sendable {
        var name: String
        var arguments: [String] = []
        /// The maximum mean square of the difference from the source, relative to that of the source; 0: equal.
        var error = 0.0
        var testDescription: String { name }

        static let all = [
            Encoding(name: "pcm.wav"), Encoding(name: "flac.flac"),
            Encoding(name: "flac.mka", arguments: ["-c:a", "flac"]),
            Encoding(name: "pcm.mov", arguments: ["-c:a", "pcm_s16le"]),
            Encoding(name: "aac.m4a", arguments: ["-b:a", "192k"], error: 0.02),
            Encoding(name: "mp3.mp3", arguments: ["-b:a", "192k"], error: 0.02),
            Encoding(name: "opus.opus", arguments: ["-b:a", "192k"], error: 0.02),
            Encoding(name: "opus.webm", arguments: ["-b:a", "192k"], error: 0.02),
            Encoding(name: "opus.mp4", arguments: ["-c:a", "libopus", "-b:a", "192k"], error: 0.02),
            Encoding(name: "vorbis.ogg", arguments: ["-c:a", "libvorbis", "-q:a", "8"], error: 0.02),
        ]
    }

    @Test(
        "S8.3: two halves of a signal in a queue play with the exact number of samples, each at its place",
        arguments: Encoding.all)
    func halves(_ encoding: Encoding) async throws {
        let signal = TestSignal(frames: 112_000)
        let cut = 55_137
        var items: [AVPlayerItem] = []
        for (index, range) in [0..<cut, cut..<signal.frames].enumerated() {
            let url = try await signal.part(range).write("\(index)-\(encoding.name)", in: folder, encoding.arguments)
            items.append(AVPlayerItem(asset: AVURLAsset(url: url), environment: environment))
        }
        let player = AVQueuePlayer(items: items, environment: environment)
        // A device that opens while time runs already plays from the time that has been reached.
        #expect(
            await eventually(within: .seconds(20)) {
                items[0].core.read { $0.session?.statistics.audioDevice == "recorder" }
            })
        player.play()
        #expect(await eventually(within: .seconds(20)) { player.currentItem == nil })
        let played = recorder.samples
        #expect(played.count / 2 == signal.frames)
        #expect(recorder.formats.count == 1)
        compare(played, signal.floats, encoding.error, around: cut)
    }

    @Test("S8.5: a looper plays a range repeatedly, each pass with exactly the samples of the range")
    func loop() async throws {
        let signal = TestSignal(frames: 60_000)
        let url = try await signal.write("loop.wav", in: folder)
        let range = CMTimeRange(
            start: CMTime(value: 10_007, timescale: 48_000), end: CMTime(value: 34_123, timescale: 48_000))
        let player = AVQueuePlayer(items: [], environment: environment)
        let looper = AVPlayerLooper(
            player: player, templateItem: AVPlayerItem(asset: AVURLAsset(url: url), environment: environment),
            timeRange: range)
        player.play()
        #expect(await eventually(within: .seconds(20)) { looper.loopCount >= 2 })
        looper.disableLooping()
        player.pause()
        let (played, pass) = (recorder.samples, signal.part(10_007..<34_123).floats)
        #expect(played.count > 2 * pass.count)
        let different = played.indices.first { abs(played[$0] - pass[$0 % pass.count]) > 1e-6 }
        #expect(different == nil, "frame \((different ?? 0) / 2)")
    }

    @Test("S8.3: at rate 2, items of a queue follow each other without silence")
    func fast() async throws {
        let signal = TestSignal(frames: 96_000)
        var items: [AVPlayerItem] = []
        for (index, range) in [0..<48_000, 48_000..<96_000].enumerated() {
            let url = try await signal.part(range).write("fast-\(index).wav", in: folder)
            items.append(AVPlayerItem(asset: AVURLAsset(url: url), environment: environment))
        }
        let player = AVQueuePlayer(items: items, environment: environment)
        player.rate = 2
        #expect(await eventually(within: .seconds(20)) { player.currentItem == nil })
        #expect(abs(recorder.frames - 48_000) < 20)
    }

    @Test("playback at rates 0.25 to 4 is audible at its pitch", arguments: [0.25, 1.0 / 3, 3, 4] as [Float])
    func rates(_ rate: Float) async throws {
        var tone = TestSignal(frames: Int(48_000 * max(0.3, rate / 2)))
        for frame in 0..<tone.frames {
            let value = Int16(12_000 * sin(2 * .pi * 440 * Double(frame) / 48_000))
            tone.samples[2 * frame] = value
            tone.samples[2 * frame + 1] = value
        }
        let url = try await tone.write("rate.wav", in: folder)
        let player = AVPlayer(
            playerItem: AVPlayerItem(asset: AVURLAsset(url: url), environment: environment), environment: environment)
        player.rate = rate
        #expect(
            await eventually(within: .seconds(20)) { player.currentItem?.status == .readyToPlay && player.rate == 0 })
        let played = recorder.channel(0)
        let expected = Double(tone.frames) / Double(rate)
        let excess = Double(played.count) - expected
        #expect(abs(excess) < 64)
        guard played.count > 8_000 else { return }
        let middle = played[2_000..<(played.count - 2_000)]
        let crossings = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
        let frequency = Double(crossings) * 48_000 / Double(middle.count)
        #expect(frequency > 435 && frequency < 445)
    }

    /// Compares interleaved samples as a whole and around a frame.
    private func compare(_ played: [Float], _ source: [Float], _ error: Double, around cut: Int) {
        guard error > 0 else {
            let different = zip(played, source).enumerated().first { abs($0.element.0 - $0.element.1) > 1e-6 }
            #expect(different == nil, "frame \((different?.offset ?? 0) / 2)")
            return
        }
        for range in [0..<2 * cut, 2 * cut..<source.count, 2 * (cut - 960)..<2 * cut, 2 * cut..<2 * (cut + 960)] {
            guard range.upperBound <= played.count else { continue }
            var (difference, power) = (0.0, 1e-12)
            for index in range {
                difference += pow(Double(played[index] - source[index]), 2)
                power += pow(Double(source[index]), 2)
            }
            #expect(difference / power < error, "samples \(range): \(difference / power)")
        }
    }
}
