import Foundation
import MediaTesting
import Testing

@testable import AVFoundation

@Suite(.enabled(if: StreamMaker.isAvailable))
struct PaddingTests {
    private func report(_ change: (inout VideoRecipe) -> Void) async throws -> AssetReport {
        var video = VideoRecipe(width: 320, height: 240)
        video.isMarked = false
        change(&video)
        return try AssetReport.load(try await StreamMaker.shared.clip(ClipRecipe(seconds: 2, video: video)))
    }

    @Test("R217: the report of a file whose frames have black bars names their sizes and warns")
    func letterbox() async throws {
        let report = try await report { $0.letterbox = 30 }
        let padding = try #require(report.tracks.first?.padding)
        #expect(padding[0] == 0 && padding[2] == 0 && abs(padding[1] - 30) <= 2 && abs(padding[3] - 30) <= 2)
        let warning = try #require(report.warnings.first)
        #expect(report.warnings.count == 1 && warning.contains("black bars") && warning.contains("\(padding[1]) top"))
    }

    @Test("files without bars, and black ones, have no warning")
    func plain() async throws {
        for picture in [VideoRecipe.Picture.testPattern, .solid(red: 0, green: 0, blue: 0), .bars] {
            let report = try await report { $0.picture = picture }
            #expect(report.tracks.first?.padding == nil && report.warnings.isEmpty, "\(picture)")
        }
    }
}
