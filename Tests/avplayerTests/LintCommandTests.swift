import Foundation
import MediaTesting
import Testing

@Suite("avplayer lint", .enabled(if: Program.url != nil))
struct LintCommandTests {
    private struct Report: Decodable {
        struct File: Decodable {
            struct Finding: Decodable {
                var rule: String
                var level: String
                var message: String
                var reason: String
                var remedy: String
                var source: String
            }
            struct Loudness: Decodable {
                var integrated: Double?
                var truePeak: Double?
            }
            var file: String
            var error: String?
            var findings: [Finding]
            var loudness: [Loudness]
        }
        var files: [File]
    }

    private static func run(_ arguments: [String]) async throws -> ExternalCommand.Outcome {
        try await ExternalCommand.run(
            try #require(Program.url), ["lint"] + arguments, environment: Program.environment, timeout: 60)
    }

    private func lint(_ recipe: ClipRecipe, _ options: String...) async throws -> (status: Int32, file: Report.File) {
        let url = try await StreamMaker.shared.clip(recipe)
        let outcome = try await Self.run(["--json", url.path] + options)
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.standardOutput.utf8))
        return (outcome.status, try #require(report.files.first))
    }

    @Test("R217: a film with black bars and without metadata: each finding has its rule, reason, remedy and source")
    func letterboxed() async throws {
        var recipe = ClipRecipe.flashAndBeep(seconds: 3)
        recipe.video?.picture = .bars
        recipe.video?.letterbox = 20
        let (status, file) = try await lint(recipe)
        #expect(status == 1)
        let rules = file.findings.map(\.rule)
        for rule in ["padding", "title", "artwork", "rating"] {
            #expect(rules.contains(rule), "\(rules)")
        }
        #expect(file.findings.allSatisfy { !$0.reason.isEmpty && !$0.remedy.isEmpty && !$0.source.isEmpty })
        #expect(file.loudness.count == 1)
    }

    @Test("R60: a title in the file is found, and a black first frame is reported")
    func titledBlack() async throws {
        var recipe = ClipRecipe(
            seconds: 2, video: VideoRecipe(codec: .h264, width: 320, height: 180, framesPerSecond: 24))
        recipe.video?.picture = .solid(red: 0, green: 0, blue: 0)
        recipe.video?.isMarked = false
        recipe.metadata = ["title": "A film"]
        recipe.hasCover = true
        let (_, file) = try await lint(recipe)
        let rules = file.findings.map(\.rule)
        #expect(
            rules.contains("black-first-frame") && !rules.contains("title") && !rules.contains("artwork"), "\(rules)")
    }

    @Test("captions in a file beside the media count, and a title of blanks does not")
    func sidecarCaptions() async throws {
        var recipe = ClipRecipe.rich()
        recipe.subtitles = []
        recipe.metadata = ["title": "   "]
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lint-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let film = folder.appendingPathComponent("film.mp4")
        try FileManager.default.copyItem(at: try await StreamMaker.shared.clip(recipe), to: film)
        let text = "1\n00:00:01,000 --> 00:00:02,000\nText\n"
        try Data(text.utf8).write(to: folder.appendingPathComponent("film.en.srt"))
        try Data(text.utf8).write(to: folder.appendingPathComponent("film.forced.de.srt"))
        let outcome = try await Self.run(["--json", "--no-decode", film.path])
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.standardOutput.utf8))
        let findings = try #require(report.files.first).findings
        #expect(findings.filter { $0.rule == "captions" }.map { $0.message.contains("'de'") } == [true])
        #expect(findings.contains { $0.rule == "title" })
    }

    @Test("a chapter that begins after the end of the media is reported")
    func lateChapter() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lint-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (tags, late) = (folder.appendingPathComponent("tags.txt"), folder.appendingPathComponent("late.mkv"))
        let chapters = [("Start", 0), ("Late", 100_000)].map { title, start in
            "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\(start)\nEND=\(start + 1_000)\ntitle=\(title)\n"
        }
        try Data((";FFMETADATA1\n" + chapters.joined()).utf8).write(to: tags)
        let clip = try await StreamMaker.shared.clip(.rich(container: .mkv))
        let made = try await ExternalCommand.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "ffmpeg", "-v", "error", "-i", clip.path, "-i", tags.path, "-map", "0", "-map_chapters", "1", "-c",
                "copy", late.path,
            ],
            timeout: 60)
        try #require(made.status == 0, "\(made.standardError)")
        let outcome = try await Self.run(["--json", "--no-decode", late.path])
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.standardOutput.utf8))
        let messages = try #require(report.files.first).findings.filter { $0.rule == "chapter-end" }.map(\.message)
        #expect(messages.map { $0.contains("0:01:40.000") } == [true], "\(messages)")
    }

    @Test("R243, R248: the rules for clips apply with their profile only")
    func clip() async throws {
        let recipe = ClipRecipe(
            seconds: 31, video: VideoRecipe(codec: .h264, width: 640, height: 360, framesPerSecond: 24))
        let (status, file) = try await lint(recipe, "--profile", "clip", "--no-decode")
        #expect(status == 1)
        #expect(Set(file.findings.map(\.rule)).isSuperset(of: ["clip-duration", "clip-size"]))
        let (_, film) = try await lint(recipe, "--no-decode")
        #expect(!film.findings.contains { $0.rule.hasPrefix("clip-") })
    }

    @Test("the level that fails can be chosen, and a rule can be left out")
    func failOn() async throws {
        let recipe = ClipRecipe.marked(frames: 24)
        #expect(try await lint(recipe, "--fail-on", "error").status == 0)
        #expect(try await lint(recipe, "--fail-on", "never").status == 0)
        let (status, file) = try await lint(recipe, "--without", "title", "--without", "artwork", "--without", "rating")
        #expect(status == 0 && !file.findings.contains { $0.rule == "title" })
    }

    @Test("bad input: a file that cannot be read ends with 3, the other files are checked; wrong usage ends with 2")
    func badInput() async throws {
        let good = try await StreamMaker.shared.clip(.marked(frames: 24))
        let text = try await StreamMaker.shared.file(named: "lint.mp4", bytes: Data("no film".utf8))
        let outcome = try await Self.run([text.path, good.path, "/nowhere/film.mp4"])
        #expect(outcome.status == 3)
        #expect(outcome.standardOutput.contains("\(good.path): warning: The metadata has no title. [title]"))
        #expect(outcome.standardOutput.contains("\(text.path): error: "))
        #expect(outcome.standardOutput.contains("/nowhere/film.mp4: error: "))
        #expect(try await Program.run("lint").status == 2)
        let unknown = try await Program.run("lint", "--without", "titel", good.path)
        #expect(unknown.status == 2 && unknown.standardError.contains("There is no rule 'titel'."))
    }

    @Test("the rules are listed with reason and source")
    func rules() async throws {
        let outcome = try await Program.run("lint", "--rules")
        #expect(outcome.status == 0)
        #expect(outcome.standardOutput.contains("padding (warning; clip, film)"))
    }
}
