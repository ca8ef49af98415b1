import CoreGraphics
import CoreMedia
import CoreVideo
import Foundation
import MediaEngine
import MediaTesting
import Testing

@testable import AVFoundation

/// Compositions of real files, played by a player, with exact samples and frames.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct CompositionTests {
    private let recorder = AudioRecorder()
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("composition-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var environment: PlaybackEnvironment {
        var environment = PlaybackEnvironment.system
        environment.makeAudioOutput = { [recorder] in recorder.makeOutput() }
        return environment
    }

    private func samples(_ count: Int) -> CMTime { CMTime(value: CMTimeValue(count), timescale: 48_000) }
    private func samples(_ range: Range<Int>) -> CMTimeRange {
        CMTimeRange(start: samples(range.lowerBound), end: samples(range.upperBound))
    }
    private func frames(_ count: Int) -> CMTime { CMTime(value: CMTimeValue(count), timescale: 24) }
    private func frames(_ range: Range<Int>) -> CMTimeRange {
        CMTimeRange(start: frames(range.lowerBound), end: frames(range.upperBound))
    }

    private func audioTrack(_ signal: TestSignal, _ name: String, _ arguments: [String] = []) async throws
        -> AVAssetTrack
    {
        let asset = AVURLAsset(url: try await signal.write(name, in: folder, arguments))
        return try #require(asset.tracks(withMediaType: .audio).first)
    }

    private func addTrack(_ type: AVMediaType, to composition: AVMutableComposition) throws -> AVMutableCompositionTrack
    {
        try #require(
            composition.addMutableTrack(withMediaType: type, preferredTrackID: kCMPersistentTrackID_Invalid))
    }

    /// Plays a composition to its end.
    private func play(_ item: AVPlayerItem, rate: Float = 1) async {
        let player = AVPlayer(playerItem: item, environment: environment)
        player.rate = rate
        let hasPlayed = await eventually(within: .seconds(20)) { item.status != .unknown && player.rate == 0 }
        #expect(hasPlayed)
        #expect(item.error == nil)
    }

    private func expectEqual(_ played: [Float], _ expected: [Float], tolerance: Float = 1e-5) {
        #expect(played.count == expected.count)
        let different = zip(played, expected).enumerated().first { abs($0.element.0 - $0.element.1) > tolerance }
        #expect(different == nil, "frame \((different?.offset ?? 0) / 2)")
    }

    @Test(
        "ranges of files and an empty range play with exactly their samples, and silence in between",
        arguments: ["wav", "flac"])
    func exactSamples(_ type: String) async throws {
        let (one, two) = (TestSignal(frames: 40_000), TestSignal(frames: 90_000).part(30_000..<90_000))
        let composition = AVMutableComposition()
        let track = try addTrack(.audio, to: composition)
        try track.insertTimeRange(samples(10_123..<22_001), of: try await audioTrack(one, "one.\(type)"), at: .zero)
        try track.insertTimeRange(
            samples(31_234..<45_000), of: try await audioTrack(two, "two.\(type)"), at: samples(16_000))
        #expect(composition.duration == samples(29_766))
        await play(AVPlayerItem(asset: composition, environment: environment))
        let silence = [Float](repeating: 0, count: 2 * (16_000 - 11_878))
        expectEqual(
            recorder.samples,
            one.part(10_123..<22_001).floats + silence + two.part(31_234..<45_000).floats)
    }

    @Test("the time range of a track begins after the empty range at its start")
    func timeRangeAfterEmptyRange() async throws {
        let composition = AVMutableComposition()
        let track = try addTrack(.audio, to: composition)
        #expect(track.timeRange == CMTimeRange(start: .zero, duration: .zero))
        let media = try await audioTrack(TestSignal(frames: 24_000), "late.wav")
        try track.insertTimeRange(samples(0..<24_000), of: media, at: samples(12_000))
        #expect(track.timeRange == samples(12_000..<36_000))
        #expect(track.segments.count == 2 && composition.duration == samples(36_000))
        try track.insertTimeRange(samples(0..<6_000), of: media, at: .zero)
        #expect(track.timeRange == samples(0..<42_000))
    }

    @Test("audio tracks are mixed, with the volumes and ramps of the item's mix, sample for sample")
    func mixing() async throws {
        let (one, two) = (TestSignal(frames: 24_000), TestSignal(frames: 80_000).part(50_000..<74_000))
        let composition = AVMutableComposition()
        let first = try addTrack(.audio, to: composition)
        let second = try addTrack(.audio, to: composition)
        try first.insertTimeRange(samples(0..<24_000), of: try await audioTrack(one, "a.wav"), at: .zero)
        try second.insertTimeRange(samples(0..<24_000), of: try await audioTrack(two, "b.wav"), at: .zero)
        let (fading, constant) = (
            AVMutableAudioMixInputParameters(track: first), AVMutableAudioMixInputParameters(track: second)
        )
        fading.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: samples(4_800..<14_400))
        constant.setVolume(0.25, at: .zero)
        let mix = AVMutableAudioMix()
        mix.inputParameters = [fading, constant]
        let item = AVPlayerItem(asset: composition, environment: environment)
        await MainActor.run { item.audioMix = mix }
        await play(item)
        let (left, right) = (one.floats, two.floats)
        let expected = left.indices.map { index -> Float in
            let frame = Float(index / 2)
            let volume = min(1, max(0, 1 - (frame - 4_800) / 9_600))
            return left[index] * volume + right[index] * 0.25
        }
        // The volume of a ramp is constant for 16 frames.
        expectEqual(recorder.samples, expected, tolerance: 0.003)
    }

    @Test("a mix that is set during playback silences the track of a plain file")
    func mixDuringPlayback() async throws {
        // Longer than any delay of a busy machine.
        let signal = TestSignal(frames: 30 * 48_000)
        let asset = AVURLAsset(url: try await signal.write("c.wav", in: folder))
        let track = try #require(asset.tracks(withMediaType: .audio).first)
        let item = AVPlayerItem(asset: asset, environment: environment)
        let player = AVPlayer(playerItem: item, environment: environment)
        player.play()
        #expect(await eventually { player.currentTime().seconds > 0.4 })
        let parameters = AVMutableAudioMixInputParameters(track: track)
        parameters.setVolume(0, at: .zero)
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        let early = recorder.samples.count
        await MainActor.run { item.audioMix = mix }
        let second = 2 * 48_000
        let late = recorder.samples.count + second
        #expect(await eventually(within: .seconds(20)) { recorder.samples.count >= late + second })
        player.pause()
        let played = recorder.samples
        #expect(played.prefix(early).contains { abs($0) > 0.1 })
        // What the device had already received is played.
        #expect(played[late...].allSatisfy { abs($0) < 0.001 })
    }

    @Test("a range that is played at half speed has twice the samples and keeps its pitch")
    func scaledAudio() async throws {
        var tone = TestSignal(frames: 48_000)
        for frame in 0..<tone.frames {
            let value = Int16(12_000 * sin(2 * .pi * 440 * Double(frame) / 48_000))
            tone.samples[2 * frame] = value
            tone.samples[2 * frame + 1] = value
        }
        let composition = AVMutableComposition()
        let track = try addTrack(.audio, to: composition)
        try track.insertTimeRange(samples(0..<48_000), of: try await audioTrack(tone, "tone.wav"), at: .zero)
        track.scaleTimeRange(samples(12_000..<36_000), toDuration: samples(48_000))
        #expect(composition.duration == samples(72_000))
        await play(AVPlayerItem(asset: composition, environment: environment))
        let played = recorder.channel(0)
        #expect(played.count == 72_000)
        let slow = played[15_000..<57_000]
        let crossings = zip(slow, slow.dropFirst()).count { $0 < 0 && $1 >= 0 }
        let frequency = Double(crossings) * 48_000 / 42_000
        #expect(frequency > 435 && frequency < 445)
        #expect(slow.map(abs).max() ?? 0 > 0.3)
    }

    private func mark(of buffer: CVPixelBuffer) -> Int? {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        var pixels: [UInt8] = []
        for row in 0..<height {
            pixels += UnsafeRawBufferPointer(start: base + row * CVPixelBufferGetBytesPerRow(buffer), count: width * 4)
        }
        return FrameMark.read(from: pixels, width: width, height: height)
    }

    /// Frames 30 to 60, half a second of nothing, and frames 10 to 20 of a clip.
    private func cutClip() async throws -> AVMutableComposition {
        let asset = AVURLAsset(url: try await StreamMaker.shared.clip(.marked(frames: 72)))
        let source = try #require(asset.tracks(withMediaType: .video).first)
        let composition = AVMutableComposition()
        let track = try addTrack(.video, to: composition)
        try track.insertTimeRange(frames(30..<60), of: source, at: .zero)
        try track.insertTimeRange(frames(10..<20), of: source, at: frames(42))
        return composition
    }

    @Test("exact seeks in a composition of ranges between key frames show the frames of the ranges")
    func exactFrames() async throws {
        let composition = try await cutClip()
        #expect(composition.duration == frames(52))
        #expect(composition.naturalSize == CGSize(width: 320, height: 180))
        let item = AVPlayerItem(asset: composition, environment: environment)
        let player = AVPlayer(playerItem: item, environment: environment)
        let output = AVPlayerItemVideoOutput()
        item.add(output)
        #expect(await eventually { item.status == .readyToPlay })
        let expected = [(0, 30), (29, 59), (42, 10), (50, 18), (51, 19), (10, 40), (45, 13), (1, 31)]
        for (frame, original) in expected {
            #expect(await player.seek(to: frames(frame), toleranceBefore: .zero, toleranceAfter: .zero))
            let buffer = try #require(output.copyPixelBuffer(forItemTime: .invalid, itemTimeForDisplay: nil))
            #expect(mark(of: buffer) == original, "frame \(frame)")
        }
        #expect(await player.seek(to: frames(35), toleranceBefore: .zero, toleranceAfter: .zero))
        let empty = try #require(output.copyPixelBuffer(forItemTime: .invalid, itemTimeForDisplay: nil))
        CVPixelBufferLockBaseAddress(empty, .readOnly)
        let pixel = try #require(CVPixelBufferGetBaseAddress(empty)).load(fromByteOffset: 4 * 100, as: UInt32.self)
        CVPixelBufferUnlockBaseAddress(empty, .readOnly)
        #expect(pixel & 0xF8F8F8 == 0)
    }

    @Test("a composition of video plays through its ranges without dropping or repeating a frame")
    func playsFrames() async throws {
        let item = AVPlayerItem(asset: try await cutClip(), environment: environment)
        let player = AVPlayer(playerItem: item, environment: environment)
        let output = AVPlayerItemVideoOutput()
        item.add(output)
        // At half speed, so that a busy machine does not miss most of the frames between two looks at the output.
        player.rate = 0.5
        var marks: [Int] = []
        var last = CMTime.invalid
        #expect(
            await eventually(within: .seconds(20)) {
                var time = CMTime.invalid
                if let buffer = output.copyPixelBuffer(forItemTime: item.currentTime(), itemTimeForDisplay: &time),
                    time != last, let mark = mark(of: buffer)
                {
                    last = time
                    if marks.last != mark { marks.append(mark) }
                }
                return item.status == .readyToPlay && player.rate == 0
            })
        #expect(marks == marks.filter { (30..<60).contains($0) } + marks.filter { (10..<20).contains($0) })
        #expect(marks.count > 20)
        #expect(marks.contains(59) || marks.contains(58))
        #expect(marks.last == 19)
    }

    @Test("the image generator reads the frames of the ranges, and black in an empty range")
    func images() async throws {
        let generator = AVAssetImageGenerator(asset: try await cutClip())
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        for (frame, original) in [(3, 33), (44, 12)] {
            var actual = CMTime.invalid
            let image = try generator.copyCGImage(at: frames(frame), actualTime: &actual)
            #expect(abs(actual.seconds - frames(frame).seconds) < 0.001)
            let pixels = image.withBGRA { bytes, stride in
                (0..<image.height).flatMap { Array(bytes[($0 * stride)..<($0 * stride + image.width * 4)]) }
            }
            #expect(FrameMark.read(from: pixels, width: image.width, height: image.height) == original)
        }
        let empty = try generator.copyCGImage(at: frames(35), actualTime: nil)
        #expect(empty.width == 320)
        #expect(try #require(empty.pixel(x: 100, y: 100)) == (0, 0, 0, 255))
    }

    @Test("a player item plays the composition as it was when the item was created, and copies are immutable")
    func snapshots() async throws {
        let composition = AVMutableComposition()
        let track = try addTrack(.audio, to: composition)
        try track.insertTimeRange(
            samples(0..<12_000), of: try await audioTrack(TestSignal(frames: 24_000), "d.wav"), at: .zero)
        let item = AVPlayerItem(asset: composition, environment: environment)
        let copy = try #require(composition.copy() as? AVComposition)
        composition.removeTimeRange(samples(0..<6_000))
        #expect(composition.duration == samples(6_000))
        #expect(copy.duration == samples(12_000))
        #expect(!(copy is AVMutableComposition))
        #expect(await MainActor.run { item.asset === composition })
        await play(item)
        #expect(recorder.frames == 12_000)
    }

    @Test("a range of an asset is inserted with all its tracks, and an edit of the composition changes them all")
    func wholeAsset() async throws {
        let asset = AVURLAsset(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 2)))
        let composition = AVMutableComposition()
        try composition.insertTimeRange(frames(0..<24), of: asset, at: .zero)
        try composition.insertTimeRange(frames(24..<36), of: asset, at: frames(12))
        #expect(composition.tracks.map(\.mediaType).sorted { $0.rawValue < $1.rawValue } == [.audio, .video])
        #expect(composition.duration == frames(36))
        #expect(composition.tracks.allSatisfy { $0.segments.count == 3 })
        composition.insertEmptyTimeRange(frames(12..<24))
        composition.scaleTimeRange(frames(0..<12), toDuration: frames(24))
        #expect(composition.tracks.allSatisfy { $0.timeRange.duration == frames(60) })
        let track = try #require(asset.tracks(withMediaType: .video).first)
        #expect(composition.mutableTrack(compatibleWith: track)?.mediaType == .video)
        #expect(try await composition.load(.duration) == frames(60))
        #expect(try await composition.load(.tracks).count == 2)
    }
}
