import Foundation
import MediaTesting
import Testing

@testable import AVFoundation
@testable import MediaEngine

/// Values in the report of a media file that its headers do not state.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct FileReportTests {
    private func clip(_ change: (inout ClipRecipe) -> Void = { _ in }) async throws -> URL {
        var recipe = ClipRecipe.flashAndBeep(seconds: 2)
        change(&recipe)
        return try await StreamMaker.shared.clip(recipe)
    }

    @Test("the report of a fragmented file states the frame rate of its packets")
    func fragmented() async throws {
        let plain = try AssetReport.load(try await clip())
        let fragmented = try AssetReport.load(try await clip { $0.isFragmented = true })
        let rate = try #require(plain.tracks.first { $0.kind == "video" }?.framesPerSecond)
        let track = try #require(fragmented.tracks.first { $0.kind == "video" })
        #expect(track.framesPerSecond.map { abs($0 - rate) < 0.01 } == true, "\(track)")
        #expect(track.averageFramesPerSecond == nil)
        #expect(track.summary.contains(" fps"), "\(track.summary)")
    }

    @Test("the report of a file that is cut off says so, and states no bit rate of the whole file")
    func cutOff() async throws {
        let bytes = try Data(contentsOf: try await clip { $0.hasIndexFirst = true })
        let file = try await StreamMaker.shared.file(
            named: "report-cut.mp4", bytes: bytes.prefix(bytes.count * 2 / 3))
        let report = try AssetReport.load(file)
        #expect(report.declaredByteCount == Int64(bytes.count))
        #expect(
            report.findings.contains { $0.contains("cut off") && $0.contains("\(bytes.count)") }, "\(report.findings)")
        #expect(report.bitsPerSecond == nil)
        let whole = try AssetReport.load(try await clip { $0.hasIndexFirst = true })
        #expect(whole.declaredByteCount == nil && whole.bitsPerSecond != nil)
        #expect(!whole.findings.contains { $0.contains("cut off") })
    }

    @Test(
        "levels are written as the codec's specification does",
        arguments: [
            ("h264", 31, "level 3.1"), ("hevc", 93, "level 3.1"), ("av1", 1, "level 2.1"), ("av1", 8, "level 4.0"),
            ("mpeg2video", 8, "level Main"), ("mpeg4", 5, "level 5"),
        ])
    func levels(_ codec: String, _ level: Int, _ text: String) async throws {
        var track = try #require(try AssetReport.load(try await clip()).tracks.first { $0.kind == "video" })
        (track.codec, track.level) = (codec, level)
        #expect(track.summary.contains("\(text),") || track.summary.contains("\(text))"), "\(track.summary)")
    }

    @Test(
        "low bit rates have a decimal place, and none is written as 0",
        arguments: [
            (Int64(20), "under 0.1 kbit/s"), (440, "0.4 kbit/s"), (9_000, "9 kbit/s"), (9_960, "10 kbit/s"),
            (1_807_400, "1807 kbit/s"),
        ])
    func rates(_ bitsPerSecond: Int64, _ text: String) {
        #expect(AssetReport.Track.rateText(bitsPerSecond) == text)
    }

    @Test("the delay of AAC in MP4 and of MP3 is stated; an edit that cuts the track, and ADTS, state none")
    func encoderDelay() async throws {
        func audio(_ file: URL) throws -> AssetReport.Track {
            try #require(try AssetReport.load(file).tracks.first { $0.kind == "audio" })
        }
        let film = try audio(try await clip())
        #expect(film.encoderDelay == 1_024 && film.summary.contains("encoder delay 1024 samples"), "\(film.summary)")
        func plain(_ container: ClipRecipe.Container, _ codec: AudioRecipe.Codec) async throws -> AssetReport.Track {
            try audio(
                try await clip {
                    $0.container = container
                    $0.video = nil
                    for index in $0.audio.indices { $0.audio[index].codec = codec }
                })
        }
        // LAME 3.100 states 576 samples; libavformat adds the delay of the decoder.
        #expect(try await plain(.mp3, .mp3).encoderDelay == 576)
        #expect(try await plain(.adts, .aac).encoderDelay == nil)
        var cut = film
        cut.encoderDelay = nil
        cut.addDelay(of: [.init(track: Int(cut.identifier), duration: 1, mediaTime: 1.036)])
        #expect(cut.encoderDelay == nil)
        #expect(AssetReport.Track.delay(ofGaplessInfo: " 00000000 00000840 000001CA 00000000003F31F6") == 2_112)
        for text in ["", " 00000000 00000000 000001CA", " 00000000 FFFFFFFF 0", " 00000000 zz 0"] {
            #expect(AssetReport.Track.delay(ofGaplessInfo: text) == nil, "\(text)")
        }
    }

    @Test("a file with one key frame says so; with two, the interval is stated")
    func oneKeyFrame() async throws {
        func video(_ interval: Int) async throws -> AssetReport.Track {
            let report = try AssetReport.load(try await clip { $0.video?.keyFrameInterval = interval })
            return try #require(report.tracks.first { $0.kind == "video" })
        }
        let one = try await video(500)
        #expect(one.keyFrameCount == 1 && one.keyFrameInterval == nil)
        #expect(one.summary.contains("one key frame in 2 s"), "\(one.summary)")
        let several = try await video(12)
        #expect(several.keyFrameInterval != nil && !several.summary.contains("one key frame"), "\(several.summary)")
    }

    @Test("the alpha stream of WebM is stated, and none of a WebM without it")
    func alpha() async throws {
        func video(_ hasAlpha: Bool) async throws -> AssetReport.Track {
            let report = try AssetReport.load(
                try await clip {
                    ($0.container, $0.audio) = (.webm, [])
                    $0.video?.codec = .vp9
                    $0.video?.hasAlpha = hasAlpha
                })
            return try #require(report.tracks.first { $0.kind == "video" })
        }
        #expect(try await video(true).summary.contains("with alpha"))
        #expect(try await video(false).hasAlpha == false)
    }

    @Test("audio without parameters, because the file ends before its first frame, states no rate and no channels")
    func unknownAudio() async throws {
        var track = try #require(try AssetReport.load(try await clip()).tracks.first { $0.kind == "audio" })
        (track.sampleRate, track.channels, track.channelLayout) = (0, 0, "0 channels")
        #expect(!track.summary.contains(" Hz") && !track.summary.contains("channels"), "\(track.summary)")
    }
}
