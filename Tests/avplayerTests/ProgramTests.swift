import Foundation
import MediaTesting
import Testing

/// The built program, run without display, audio or standard input.
enum Program {
    /// The program, next to the test binary.
    static let url: URL? = {
        guard let test = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return nil
        }
        let url = URL(fileURLWithPath: test).deletingLastPathComponent().appendingPathComponent("avplayer")
        return FileManager.default.isExecutableFile(atPath: url.path) ? url : nil
    }()

    /// The environment of a program without display, bus and audio. What viewers choose in the menus of one program is not stored for others.
    static var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] { environment[name] = nil }
        environment["PULSE_SERVER"] = "unix:/nonexistent"
        let settings =
            environment["XDG_CONFIG_HOME"].map(URL.init(fileURLWithPath:)) ?? FileManager.default.temporaryDirectory
        environment["XDG_CONFIG_HOME"] = settings.appendingPathComponent("settings-\(UUID().uuidString)").path
        return environment
    }

    static func run(_ arguments: String..., timeout: Double = 60) async throws -> ExternalCommand.Outcome {
        try await ExternalCommand.run(try #require(url), arguments, environment: environment, timeout: timeout)
    }
}

@Suite(.enabled(if: Program.url != nil))
struct InspectTests {
    @Test(
        "inspect prints container, tracks, languages, chapters and tags as JSON", .enabled(if: StreamMaker.isAvailable))
    func json() async throws {
        let clip = try await StreamMaker.shared.clip(.rich())
        let outcome = try await Program.run("inspect", "--json", clip.path)
        #expect(outcome.status == 0, "\(outcome.standardError)")
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any])
        #expect((object["container"] as? String)?.contains("mp4") == true)
        #expect((object["durationSeconds"] as? Double).map { abs($0 - 6) < 0.1 } == true)
        #expect(
            (object["chapters"] as? [[String: Any]])?.compactMap { $0["title"] as? String } == [
                "Opening", "Middle", "End",
            ])
        let tracks = try #require(object["tracks"] as? [[String: Any]])
        #expect(
            tracks.filter { $0["kind"] as? String == "audio" }.compactMap { $0["language"] as? String } == ["en", "de"])
    }

    /// A part of a JSON Schema.
    private struct Schema {
        let root: [String: Any]

        /// Returns the members of a value that a schema does not declare, and those that it requires and the value lacks.
        func faults(_ value: Any, _ schema: [String: Any], _ path: String = "") -> [String] {
            if let reference = schema["$ref"] as? String, let name = reference.split(separator: "/").last {
                return faults(value, definition(String(name)), path)
            }
            if let list = value as? [Any] {
                return list.flatMap { faults($0, schema["items"] as? [String: Any] ?? [:], path + "[]") }
            }
            guard let object = value as? [String: Any] else { return [] }
            let members = schema["properties"] as? [String: [String: Any]] ?? [:]
            let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map { "-\(path)/\($0)" }
            return object.reduce(into: missing) { faults, entry in
                guard let member = members[entry.key] else { return faults.append("+\(path)/\(entry.key)") }
                faults += self.faults(entry.value, member, "\(path)/\(entry.key)")
            }
        }

        func definition(_ name: String) -> [String: Any] {
            (root["$defs"] as? [String: Any])?[name] as? [String: Any] ?? [:]
        }
    }

    @Test(
        "the JSON of files, and of parts of streams, has the members of docs/file-report.schema.json",
        .enabled(if: StreamMaker.isAvailable))
    func schema() async throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("docs/file-report.schema.json")
        let root = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let schema = Schema(root: root)
        let ladder = try await Ladder.make(.small)
        var parts: [URL] = []
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("schema-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in ["/v0/init-0.mp4", "/v0/1.m4s"] {
            guard case .resource(let resource) = ladder.reply(to: OriginRequest(path: path), now: 0) else { continue }
            let part = folder.appendingPathComponent(path.replacing("/", with: "-"))
            try Data(resource.bytes).write(to: part)
            parts.append(part)
        }
        #expect(parts.count == 2)
        for (name, url) in [("file", try await StreamMaker.shared.clip(.rich()))] + parts.map({ ("part", $0) }) {
            let outcome = try await Program.run("inspect", "--json", url.path)
            let object = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8))
            #expect(schema.faults(object, schema.definition(name)) == [], "\(url.lastPathComponent)")
            #expect(schema.faults(["kind": "x"], schema.definition(name)).count > 3)
        }
    }

    @Test(
        "bad input: control characters in a title are escaped, in JSON as JSON does",
        .enabled(if: StreamMaker.isAvailable))
    func controlCharacters() async throws {
        let title = "A\u{85}B\u{9B}31mC"
        let clip = try await StreamMaker.shared.clip(.marked(frames: 12).with { $0.metadata = ["title": title] })
        let outcome = try await Program.run("inspect", "--json", clip.path)
        let object = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any]
        let metadata = try #require(object?["metadata"] as? [[String: Any]])
        #expect(metadata.contains { $0["value"] as? String == title }, "\(outcome.standardOutput)")
        let text = try await Program.run("inspect", clip.path).standardOutput
        #expect(!outcome.standardOutput.contains("\u{9B}") && !text.contains("\u{9B}") && text.contains("\\u{9B}31mC"))
    }

    @Test(
        "R217: inspect warns of black bars that are part of a file's frames, and not of a file without bars",
        .enabled(if: StreamMaker.isAvailable))
    func padding() async throws {
        for letterbox in [30, 0] {
            var video = VideoRecipe(width: 320, height: 240)
            (video.letterbox, video.isMarked) = (letterbox, false)
            let clip = try await StreamMaker.shared.clip(ClipRecipe(seconds: 2, video: video))
            let outcome = try await Program.run("inspect", clip.path)
            #expect(outcome.status == 0, "\(outcome.standardError)")
            #expect(outcome.standardOutput.contains("warning") == (letterbox > 0), "\(outcome.standardOutput)")
        }
    }

    @Test(
        "an unreadable file ends with 3, a file without media with 1, wrong usage with 2; each prints the cause in one line"
    )
    func exitCodes() async throws {
        let text = try await StreamMaker.shared.file(named: "text.mp4", bytes: Data("this is no film\n".utf8))
        let empty = try await StreamMaker.shared.file(named: "empty.mp4", bytes: Data())
        for (arguments, status) in [
            (["inspect", "/nonexistent/film.mp4"], 3), (["inspect", text.path], 1), (["inspect", empty.path], 3),
        ] {
            let outcome = try await Program.run(arguments[0], arguments[1])
            #expect(outcome.status == Int32(status), "\(arguments): \(outcome.standardError)")
            #expect(outcome.standardError.hasPrefix("avplayer: \(arguments[1]): "))
            #expect(outcome.standardError.split(separator: "\n").count == 1, "\(outcome.standardError)")
        }
        for arguments in [["inspect"], ["inspect", "a.mp4", "--nonsense"]] {
            let outcome = try await Program.run(arguments[0], arguments.count > 1 ? arguments[2] : "--nonsense")
            #expect(outcome.status == 2, "\(outcome.standardError)")
        }
    }

    @Test("doctor names every library and every missing service, without a display, audio or a bus")
    func doctor() async throws {
        let outcome = try await Program.run("doctor")
        #expect(outcome.status == 0)
        for name in [
            "avplayer", "libavcodec", "libcurl", "libpulse", "SDL", "pango", "ATK", "display", "sound", "D-Bus",
        ] {
            #expect(outcome.standardOutput.contains(name), "\(name) in \(outcome.standardOutput)")
        }
    }
}
