import CoreMedia
import FrameConversion
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

struct ThumbnailSheetsTests {
    private static let file = URL(fileURLWithPath: "/films/film.thumbnails.vtt")

    private func sheets(_ cues: String...) -> ThumbnailSheets? {
        let text =
            "WEBVTT\n\n"
            + cues.enumerated().map { "00:0\($0.offset).000 --> 00:0\($0.offset + 1).000\n\($0.element)\n\n" }.joined()
        return ThumbnailSheets([UInt8](text.utf8), at: Self.file)
    }

    @Test("each cue names an image and its part; the one at a time is found")
    func parse() throws {
        let made = try #require(
            sheets("sheet.jpg#xywh=0,0,160,90", "more/b%20c.PNG#xywh=pixel:160,0,160,90", "whole.webp"))
        #expect(made.thumbnails.map(\.image.path) == ["/films/sheet.jpg", "/films/more/b c.PNG", "/films/whole.webp"])
        #expect(made.thumbnails[1].part == .init(x: 160, y: 0, width: 160, height: 90))
        #expect(made.thumbnails[2].part == nil)
        #expect(made.thumbnail(at: 1_500 * .millisecond) == made.thumbnails[1])
        #expect(made.thumbnail(at: 1 * .second) == made.thumbnails[1])
        #expect(made.thumbnail(at: 3 * .second) == nil)
    }

    @Test(
        "bad input: captions, images outside the folder, on the network, of another type, and impossible parts are no thumbnails",
        arguments: [
            "Hello!", "../secret.jpg", "/etc/secret.jpg", "a/../../secret.jpg", "https://example.com/a.jpg", "a.svg",
            "#xywh=0,0,1,1",
            "a.jpg#xywh=0,0,0,90", "a.jpg#xywh=-1,0,9,9", "a.jpg#xywh=0,0,9", "a.jpg#xywh=0,0,99999999,9",
            "a.jpg\nb.jpg", "%ff.jpg",
        ])
    func badInput(_ payload: String) {
        #expect(sheets(payload) == nil)
    }

    /// A film of white, with a sheet beside it whose first thumbnail is red and whose second one is blue.
    private func makeFilm(sheetName: String = "sheet.png") async throws -> URL {
        var recipe = ClipRecipe(
            seconds: 3, video: VideoRecipe(codec: .h264, width: 320, height: 180, framesPerSecond: 10))
        recipe.video?.picture = .solid(red: 255, green: 255, blue: 255)
        recipe.video?.isMarked = false
        let clip = try await StreamMaker.shared.clip(recipe)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sheets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let film = folder.appendingPathComponent("film.mp4")
        try FileManager.default.copyItem(at: clip, to: film)
        let ffmpeg = try #require(ExternalCommand.find("ffmpeg"))
        let outcome = try await ExternalCommand.run(
            ffmpeg,
            [
                "-v", "error", "-f", "lavfi", "-i", "color=red:s=160x90:r=1:d=1", "-f", "lavfi", "-i",
                "color=blue:s=160x90:r=1:d=1",
                "-filter_complex", "hstack,format=rgb24", "-frames:v", "1", "sheet.png",
            ], in: folder)
        #expect(outcome.status == 0, "\(outcome.standardError)")
        let text =
            "WEBVTT\n\n00:00.000 --> 00:01.000\n\(sheetName)#xywh=0,0,160,90\n\n00:01.000 --> 00:02.000\n\(sheetName)#xywh=160,0,160,90\n"
        try Data(text.utf8).write(to: folder.appendingPathComponent("film.thumbnails.vtt"))
        return film
    }

    private func color(_ film: URL, at seconds: Double, width: Int, tolerance: CMTime = .positiveInfinity) async throws
        -> [UInt8]
    {
        var request = ImageExtractor.Request(
            time: CMTime(seconds: seconds, preferredTimescale: 1000), toleranceBefore: tolerance,
            toleranceAfter: tolerance)
        request.maximumWidth = width
        let extractor = ImageExtractor(MediaLocator(url: film))
        let image: ExtractedImage = try await withCheckedThrowingContinuation { continuation in
            extractor.extract(request) { continuation.resume(with: $0.mapError { $0 as any Error }) }
        }
        let middle = (image.bitmap.height / 2 * image.bitmap.width + image.bitmap.width / 2) * 4
        return image.bitmap.bytes[middle..<(middle + 3)].map { $0 > 128 ? 1 : 0 }
    }

    @Test(
        "thumbnails come from the sheet beside the film; exact and large images, and times without a cue, from its frames",
        .enabled(if: StreamMaker.isAvailable))
    func sheetBesideFilm() async throws {
        let film = try await makeFilm()
        defer { try? FileManager.default.removeItem(at: film.deletingLastPathComponent()) }
        // Blue, green, red.
        #expect(try await color(film, at: 0.5, width: 120) == [0, 0, 1])
        #expect(try await color(film, at: 1.5, width: 120) == [1, 0, 0])
        #expect(try await color(film, at: 2.5, width: 120) == [1, 1, 1])
        #expect(try await color(film, at: 0.5, width: 120, tolerance: .zero) == [1, 1, 1])
        #expect(try await color(film, at: 0.5, width: 0) == [1, 1, 1])
    }

    @Test(
        "bad input: a sheet that is missing or no image is replaced by the film's frames",
        .enabled(if: StreamMaker.isAvailable), arguments: ["missing.png", "text.png"])
    func badSheet(_ name: String) async throws {
        let film = try await makeFilm(sheetName: name)
        defer { try? FileManager.default.removeItem(at: film.deletingLastPathComponent()) }
        try Data("text".utf8).write(to: film.deletingLastPathComponent().appendingPathComponent("text.png"))
        #expect(try await color(film, at: 0.5, width: 120) == [1, 1, 1])
    }
}
