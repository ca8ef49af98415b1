import Foundation
import MediaTesting
import Testing

@Suite(.enabled(if: Program.url != nil && StreamMaker.isAvailable), .timeLimit(.minutes(2)))
struct PlayTests {
    private func events(_ outcome: ExternalCommand.Outcome) -> [[String: Any]] {
        outcome.standardOutput.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    @Test("R86 headless playback reports ready, first frame, playing and end in order, and exits with 0")
    func headless() async throws {
        let clip = try await StreamMaker.shared.clip(.markedWithTone(seconds: 1))
        let outcome = try await Program.run("--json", clip.path)
        #expect(outcome.status == 0, "\(outcome.standardError)")
        let events = events(outcome)
        let names = events.compactMap { $0["event"] as? String }
        let wanted = ["ready", "firstFrame", "playing", "ended"]
        #expect(
            names.filter(wanted.contains).filter { $0 != "playing" } == ["ready", "firstFrame", "ended"], "\(names)")
        #expect(names.contains("playing"))
        let times = events.compactMap { $0["ms"] as? Int }
        #expect(times == times.sorted() && times.count == events.count)
        #expect(
            (events.last { $0["event"] as? String == "ended" }?["position"] as? Double).map { abs($0 - 1) < 0.1 }
                == true)
        #expect(
            outcome.standardError.split(separator: "\n").count == 1,
            "one line says that it plays headless: \(outcome.standardError)")
    }

    @Test("several items play in order, a failing one is skipped, and the highest exit code is returned")
    func several() async throws {
        let clip = try await StreamMaker.shared.clip(.markedWithTone(seconds: 0.5))
        let outcome = try await Program.run("--headless", "--json", clip.path, "/nonexistent/film.mp4", clip.path)
        #expect(outcome.status == 3)
        let seen = events(outcome).compactMap { event in
            (event["item"] as? Int).flatMap { item in (event["event"] as? String).map { "\($0) \(item)" } }
        }
        #expect(seen.contains("ended 0") && seen.contains("failed 1") && seen.contains("ended 2"), "\(seen)")
    }

    @Test(
        "invalid input ends within seconds with its cause in one line",
        arguments: [
            ("missing", Int32(3)), ("text", 1), ("empty", 3), ("folder", 3), ("refused", 3), ("header", 1),
            ("half", 1),
        ])
    func badInput(kind: String, status: Int32) async throws {
        let address =
            switch kind {
            case "missing": "/nonexistent/film.mp4"
            case "text":
                try await StreamMaker.shared.file(named: "text.mp4", bytes: Data("this is no film\n".utf8)).path
            case "empty": try await StreamMaker.shared.file(named: "empty.mp4", bytes: Data()).path
            case "folder": FileManager.default.temporaryDirectory.path
            case "refused": "http://127.0.0.1:9/film.mp4"
            case "half": try await StreamMaker.shared.clip(ClipRecipe.markedWithTone(seconds: 1).cut(to: 0.5)).path
            default:
                try await StreamMaker.shared.clip(
                    ClipRecipe.markedWithTone(seconds: 1).with { $0.hasIndexFirst = false }.cut(to: 0.5)
                ).path
            }
        let outcome = try await Program.run("--headless", "--json", address)
        #expect(outcome.status == status, "\(outcome.standardError)")
        #expect(
            outcome.standardError.hasPrefix("avplayer: ") && outcome.standardError.split(separator: "\n").count == 1)
        let failed = events(outcome).first { $0["event"] as? String == "failed" }
        #expect(failed?["domain"] is String && failed?["code"] is Int && failed?["message"] is String)
        #expect((failed?["cause"] as? [[String: Any]])?.isEmpty == false, "\(outcome.standardOutput)")
    }

    @Test("--start begins at its time, and --exit-after firstFrame exits with the first frame")
    func start() async throws {
        let clip = try await StreamMaker.shared.clip(.markedWithTone(seconds: 4))
        let outcome = try await Program.run(
            "--headless", "--json", "--start", "2.5", "--exit-after", "firstFrame", clip.path)
        #expect(outcome.status == 0)
        let first = events(outcome).first { $0["event"] as? String == "firstFrame" }
        #expect((first?["position"] as? Double).map { $0 >= 2.49 && $0 < 3 } == true, "\(outcome.standardOutput)")
    }

    @Test("wrong usage exits with 2")
    func usage() async throws {
        for arguments in [
            ["--headless"], ["--start", "-1", "a.mp4"], ["--exit-after", "never", "a.mp4"], ["--nonsense", "a.mp4"],
        ] {
            let program = try #require(Program.url)
            let outcome = try await ExternalCommand.run(program, arguments, environment: Program.environment)
            #expect(outcome.status == 2, "\(arguments): \(outcome.standardError)")
        }
    }

    @Test("without a display a screenshot is drawn in memory at 1280x720")
    func screenshot() async throws {
        let clip = try await StreamMaker.shared.clip(.marked(frames: 48, width: 1280, height: 720))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("shot-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try await Program.run(
            "--headless", "--screenshot", file.path, "--exit-after", "firstFrame", clip.path)
        #expect(outcome.status == 0, "\(outcome.standardError)")
        let picture = try await Picture.read(file)
        #expect(picture.width == 1280 && picture.height == 720)
        #expect(FrameMark.read(from: picture.pixels, width: picture.width, height: picture.height) != nil)
    }
}

@Suite(.enabled(if: Program.url != nil && StreamMaker.isAvailable), .timeLimit(.minutes(2)))
struct ControlTests {
    @Test("R36 a seek is answered when its frame is displayed, and a screenshot shows that frame")
    func exactSeeks() async throws {
        let clip = try await StreamMaker.shared.clip(.marked(frames: 120, width: 640, height: 360, framesPerSecond: 25))
        let program = try LiveProgram(["--headless", "--control", clip.path])
        #expect(await program.next("firstFrame") != nil)
        #expect(try await program.command("pause").error == nil)
        for target in [100, 3, 51, 50, 119] {
            let answer = try await program.command(
                "seek", "\"to\":\(Double(target) / 25 + 0.001),\"before\":0,\"after\":0")
            #expect(answer.error == nil)
            #expect(try await shownFrame(program) == target)
        }
        #expect(try await program.command("step", "\"count\":-1").error == nil)
        #expect(try await shownFrame(program) == 118)
        #expect(try await program.command("quit").error == nil)
        #expect(await program.exitCode() == 0)
    }

    private func shownFrame(_ program: LiveProgram) async throws -> Int? {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("shot-\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        let answer = try await program.command("screenshot", "\"file\":\"\(file.path)\"")
        #expect(answer.error == nil)
        let picture = try await Picture.read(file)
        return FrameMark.read(from: picture.pixels, width: picture.width, height: picture.height)
    }

    @Test("tracks are selected by language, index and null, and an error names the valid choices")
    func selection() async throws {
        let clip = try await StreamMaker.shared.clip(.rich())
        let program = try LiveProgram(["--headless", "--control", clip.path])
        #expect(await program.next("ready") != nil)
        #expect(try await program.command("select", "\"group\":\"audible\",\"option\":\"de\"").error == nil)
        #expect(try await program.command("select", "\"group\":\"legible\",\"option\":0").error == nil)
        #expect(try await program.command("select", "\"group\":\"legible\",\"option\":null").error == nil)
        let wrong = try await program.command("select", "\"group\":\"audible\",\"option\":\"fr\"").error
        #expect(wrong?.contains("en") == true && wrong?.contains("de") == true)
        #expect(
            try await program.command("dance").error?.hasPrefix("unknown command 'dance'; the commands are play, ")
                == true)
        #expect(try await program.command("rate", "\"value\":2").error == nil)
        #expect(try await program.command("quit").error == nil)
        #expect(await program.exitCode() == 0)
    }

    @Test("commands that wait for their effect are answered with an error when the player ends")
    func pendingCommands() async throws {
        let clip = try await StreamMaker.shared.clip(.rich())
        let program = try LiveProgram(["--headless", "--control", clip.path])
        #expect(await program.next("ready") != nil)
        try program.write(
            """
            {"id": 101, "command": "seek", "to": 1}
            {"id": 102, "command": "select", "group": "legible", "option": "xx"}
            {"id": 103, "command": "quit"}
            """)
        var answered: [Double] = []
        while answered.count < 3, let event = await program.next(where: { $0["event"] == .text("done") }) {
            if case .number(let id)? = event["id"] { answered.append(id) }
        }
        #expect(answered.sorted() == [101, 102, 103])
    }

    @Test("captions of a selected track are events with their text")
    func captions() async throws {
        let clip = try await StreamMaker.shared.clip(.rich())
        let program = try LiveProgram(["--headless", "--control", "--json", clip.path])
        #expect(await program.next("ready") != nil)
        #expect(try await program.command("select", "\"group\":\"legible\",\"option\":\"de\"").error == nil)
        let caption = await program.next("caption")
        guard case .text(let text)? = caption?["text"] else {
            Issue.record("no caption")
            return
        }
        #expect(text.hasPrefix("Zeile"))
        #expect(try await program.command("quit").error == nil)
    }

    @Test("Ctrl-C exits with 130")
    func interrupt() async throws {
        let clip = try await StreamMaker.shared.clip(.markedWithTone(seconds: 4))
        let program = try LiveProgram(["--headless", "--control", clip.path])
        #expect(await program.next("playing") != nil)
        program.interrupt()
        #expect(await program.exitCode() == 130)
    }
}
