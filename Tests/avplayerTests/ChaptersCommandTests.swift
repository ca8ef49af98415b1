import Foundation
import MediaTesting
import Testing

@Suite(.enabled(if: Program.url != nil && StreamMaker.isAvailable))
struct ChaptersCommandTests {
    private struct Folder: ~Copyable {
        let url: URL

        init() throws {
            url = FileManager.default.temporaryDirectory.appendingPathComponent("chapters-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func write(_ name: String, _ data: Data) throws -> String {
            let file = url.appendingPathComponent(name)
            try data.write(to: file)
            return file.path
        }

        func path(_ name: String) -> String { url.appendingPathComponent(name).path }
    }

    private static let english = "WEBVTT\n\n00:00.500 --> 00:02.000\nFirst & last\n\n00:02.000 --> 00:06.000\nSecond\n"
    private static let german = "WEBVTT\n\n00:00.500 --> 00:02.000\nErstes\n\n00:02.000 --> 00:06.000\nZweites – Ende\n"

    private func probe(_ path: String, _ entries: String...) async throws -> String {
        let program = try #require(ExternalCommand.find("ffprobe"))
        return try await ExternalCommand.run(
            program, ["-v", "error", "-of", "compact"] + entries + [path]
        ).standardOutput
    }

    private func picture(_ color: String, to path: String) async throws {
        let program = try #require(ExternalCommand.find("ffmpeg"))
        let outcome = try await ExternalCommand.run(
            program,
            ["-v", "error", "-f", "lavfi", "-i", "color=c=\(color):s=64x36:r=1:d=1", "-frames:v", "1", "-y", path])
        #expect(outcome.status == 0, "\(outcome.standardError)")
    }

    @Test(
        "chapters in two languages with pictures are written and read back equal, by inspect and by ffprobe, and all frames remain",
        arguments: [ClipRecipe.Container.mp4, .mov], [true, false])
    func writesAndReads(container: ClipRecipe.Container, hasIndexFirst: Bool) async throws {
        let folder = try Folder()
        var recipe = ClipRecipe.rich(container: container)
        recipe.hasIndexFirst = hasIndexFirst
        let clip = try await StreamMaker.shared.clip(recipe)
        try await picture("red", to: folder.path("1.jpg"))
        try await picture("blue", to: folder.path("2.jpg"))
        func entry(_ start: Double, _ picture: String) -> String {
            #"{"start-time":\#(start),"images":[{"image-category":"thumbnail","pixel-width":64,"pixel-height":36,"url":"\#(picture)"}]}"#
        }
        let pictures = try folder.write("pictures.json", Data("[\(entry(0.5, "1.jpg")),\(entry(2, "2.jpg"))]".utf8))
        let output = folder.path("output." + (container == .mov ? "mov" : "mp4"))
        let outcome = try await Program.run(
            "chapters", clip.path, "--set", try folder.write("en.vtt", Data(Self.english.utf8)), "--locale", "en",
            "--set",
            try folder.write("de.vtt", Data(Self.german.utf8)), "--locale", "de-AT", "--set", pictures, "--output",
            output)
        #expect(outcome.status == 0, "\(outcome.standardError)")

        let inspected = try await Program.run("inspect", "--json", output)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(inspected.standardOutput.utf8)) as? [String: Any])
        let chapters = try #require(object["chapters"] as? [[String: Any]])
        func titles(_ language: String) -> [String] {
            chapters.filter { $0["language"] as? String == language }.map {
                "\($0["startSeconds"] as? Double ?? -1) \($0["title"] as? String ?? "")"
            }
        }
        #expect(titles("en") == ["0.5 First & last", "2.0 Second"])
        #expect(titles("de-AT") == ["0.5 Erstes", "2.0 Zweites – Ende"])
        #expect(
            (object["chapterPictures"] as? [[String: Any]])?.compactMap { $0["startSeconds"] as? Double } == [0.5, 2])
        #expect((object["findings"] as? [String]) == [])
        // The tracks of chapters are not among those that can be played.
        let tracks = try #require(object["tracks"] as? [[String: Any]])
        #expect(tracks.count == 5)

        // Of several lists, ffprobe reports the last one.
        let listed = try await probe(output, "-show_chapters")
        #expect(
            listed.contains("Erstes") && listed.contains("Zweites – Ende") && !listed.contains("Opening"), "\(listed)")
        // Decoding gives the same frames and sound.
        let hash = ["-map", "0:v:0", "-map", "0:a", "-f", "md5", "-"]
        let ffmpeg = try #require(ExternalCommand.find("ffmpeg"))
        let before = try await ExternalCommand.run(ffmpeg, ["-v", "error", "-i", clip.path] + hash)
        let after = try await ExternalCommand.run(ffmpeg, ["-v", "error", "-i", output] + hash)
        #expect(
            after.standardError.isEmpty && after.standardOutput == before.standardOutput
                && !before.standardOutput.isEmpty)
    }

    @Test("chapters into a file that is no movie fail with the reason, and write nothing")
    func refusesOtherFiles() async throws {
        let folder = try Folder()
        let text = try folder.write("film.mp4", Data("no movie".utf8))
        let captions = try folder.write("en.vtt", Data(Self.english.utf8))
        let outcome = try await Program.run("chapters", text, "--set", captions, "--output", folder.path("out.mp4"))
        #expect(outcome.status == 1 && outcome.standardError.contains("not a complete MP4"), "\(outcome.standardError)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["en.vtt", "film.mp4"])
        let missing = try await Program.run("chapters", text, "--output", folder.path("out.mp4"))
        #expect(missing.status == 2)
    }
}
