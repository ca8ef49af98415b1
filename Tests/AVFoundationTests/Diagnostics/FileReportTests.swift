import Foundation
import MediaTesting
import Testing

@testable import AVFoundation

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

    @Test("audio without parameters, because the file ends before its first frame, states no rate and no channels")
    func unknownAudio() async throws {
        var track = try #require(try AssetReport.load(try await clip()).tracks.first { $0.kind == "audio" })
        (track.sampleRate, track.channels, track.channelLayout) = (0, 0, "0 channels")
        #expect(!track.summary.contains(" Hz") && !track.summary.contains("channels"), "\(track.summary)")
    }
}
