import Foundation
import MediaTesting
import Testing

@testable import AVFoundation

/// Aspect ratios and bit rates in the report of a media file.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct GeometryReportTests {
    @Test("the report of video with wide pixels states the exact ratios, and the bit rate of the whole file")
    func widePixels() async throws {
        var video = VideoRecipe(width: 320, height: 240)
        video.isMarked = false
        video.sampleAspect = VideoRecipe.Ratio(16, 11)
        let file = try await StreamMaker.shared.clip(ClipRecipe(seconds: 2, video: video))
        let report = try AssetReport.load(file)
        let track = try #require(report.tracks.first { $0.kind == "video" })
        // 465 whole pixels of 465.45.
        #expect(track.displayWidth == 465)
        #expect(track.displayAspectRatio.map { abs($0 - 64.0 / 33) < 1e-6 } == true)
        #expect(track.summary.contains("SAR 16:11, DAR 64:33"), "\(track.summary)")
        let bytes = Double(try #require(report.byteCount))
        let seconds = try #require(report.durationSeconds)
        #expect(report.bitsPerSecond.map { abs(Double($0) - bytes * 8 / seconds) < bytes * 8 / seconds / 100 } == true)
    }

    @Test(
        "a ratio of small numbers is written with them, and others as decimal numbers",
        arguments: [
            (16.0 / 9, "16:9"), (1.0, "1:1"), (2.39, "239:100"), (427.0 / 240, "427:240"), (2.718_281_8, "2.718"),
            (0.0, "0"),
        ])
    func ratios(_ value: Double, _ text: String) {
        #expect(AssetReport.Track.ratio(value) == text)
    }
}
