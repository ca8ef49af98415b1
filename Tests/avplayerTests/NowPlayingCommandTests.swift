import BusTestSupport
import Foundation
import MediaTesting
import NowPlayingTestSupport
import NowPlayingValidation
import Testing

/// `avplayer nowplaying`, run as a user runs it: on logs, and on a bus with a player.
@Suite(.enabled(if: Program.url != nil), .timeLimit(.minutes(2)))
struct NowPlayingCommandTests {
    private func file(_ text: String) async throws -> String {
        try await StreamMaker.shared.file(named: "log-\(UUID().uuidString).jsonl", bytes: Data(text.utf8)).path
    }

    @Test("R167: a clean log ends with 0 and says so, for each kind of content", arguments: ContentKind.allCases)
    func cleanLog_endsWithZero(kind: ContentKind) async throws {
        let session = SampleSession.clean(kind)
        let path = try await file(session.log)
        let outcome = try await Program.run("nowplaying", "--check", path, "--kind", kind.rawValue)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.standardOutput.contains("\(session.records.count) records"))
        #expect(outcome.standardOutput.contains("no finding"))
    }

    @Test(
        "R192: a mistake ends with 1, and the report names time, player, rule, what was seen and expected, and the fix")
    func mistake_isReported() async throws {
        let mistake = try #require(Mistake.all.first { $0.title == "the pause leaves the rate at 1" })
        let path = try await file(mistake.session(.movie).log)
        let outcome = try await Program.run("nowplaying", "--check", path)
        #expect(outcome.status == 1)
        for text in [
            "0:50.000", "ServiceApp.instance100", "error: NP7", "playbackRate stayed 1",
            "expected: an update with playbackRate 0",
            "fix: ", "1 error (NP7 1)",
        ] { #expect(outcome.standardOutput.contains(text), "\(text) in \(outcome.standardOutput)") }
        #expect(try await Program.run("nowplaying", "--check", path, "--player", "ServiceApp").status == 1)
        // A wrong name must not pass as a clean log.
        let other = try await Program.run("nowplaying", "--check", path, "--player", "Other")
        #expect(other.status == 3 && other.standardError.contains("'Other'"), "\(other)")
    }

    @Test("--fail-on decides which levels end with 1")
    func failOn_decides() async throws {
        let mistake = try #require(Mistake.all.first { $0.rule == .np8 })
        let path = try await file(mistake.session(.movie).log)
        #expect(try await Program.run("nowplaying", "--check", path).status == 0)
        #expect(try await Program.run("nowplaying", "--check", path, "--fail-on", "warning").status == 1)
    }

    @Test("JSON is one document, --json one object a line, and JUnit has a case for each rule")
    func formats_areComplete() async throws {
        let mistake = try #require(Mistake.all.first { $0.rule == .np9 })
        let path = try await file(mistake.session(.movie).log + "{\"time\":")
        let json = try await Program.run("nowplaying", "--check", path, "--format", "json")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(json.standardOutput.utf8)) as? [String: Any])
        let findings = try #require(document["findings"] as? [[String: Any]])
        #expect(findings.compactMap { $0["rule"] as? String } == ["NP9"])
        #expect(findings.contains { $0["truncated"] as? Bool == true })
        #expect((document["summary"] as? [String: Any])?["exitCode"] as? Int == 1)

        let lines = try await Program.run("nowplaying", "--check", path, "--json")
        let objects = lines.standardOutput.split(separator: "\n").map {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(objects.map { $0?["event"] as? String } == ["finding", "problem", "summary"])

        let junit = try await Program.run("nowplaying", "--check", path, "--format", "junit")
        #expect(junit.status == 1)
        #expect(junit.standardOutput.components(separatedBy: "<testcase ").count - 1 == NowPlayingRule.allCases.count)
        #expect(junit.standardOutput.contains("failures=\"1\" errors=\"1\""))
        #expect(XMLCheck.isWellFormed(junit.standardOutput))
    }

    @Test("a log that cannot be read ends with 3, wrong usage with 2")
    func failures_haveTheirCodes() async throws {
        #expect(try await Program.run("nowplaying", "--check", "/nonexistent/log").status == 3)
        let nonsense = try await file("nonsense\nnonsense\n")
        let outcome = try await Program.run("nowplaying", "--check", nonsense)
        #expect(outcome.status == 3 && outcome.standardOutput.contains(":1:1: error:"), "\(outcome)")
        #expect(try await Program.run("nowplaying", "--check", try await file("")).status == 3)
        #expect(try await Program.run("nowplaying", "--check", nonsense, "--watch").status == 2)
        #expect(try await Program.run("nowplaying", "--json", "--format", "text").status == 2)
        #expect(try await Program.run("nowplaying", "--kind", "song").status == 2)
        #expect(try await Program.run("nowplaying", "--exit-after", "never").status == 2)
        let noBus = try await ExternalCommand.run(
            try #require(Program.url), ["nowplaying"],
            environment: Program.environment.merging(["DBUS_SESSION_BUS_ADDRESS": ""]) { $1 }, timeout: 60)
        #expect(noBus.status == 3 && noBus.standardError.contains("dbus-run-session"), "\(noBus)")
    }

    @Test("the matrix and the rules are printed as Markdown")
    func rules_arePrinted() async throws {
        let outcome = try await Program.run("nowplaying", "--rules")
        #expect(outcome.status == 0)
        for rule in NowPlayingRule.allCases { #expect(outcome.standardOutput.contains("| \(rule.id) |")) }
    }

    @Test(
        "watching writes the log, prints findings as they happen, and ends when the player has left",
        .enabled(if: PrivateBus.isAvailable))
    func watching_writesTheLog() async throws {
        let bus = try #require(PrivateBus())
        let log = FileManager.default.temporaryDirectory.appendingPathComponent("np-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: log) }
        let program = try LiveProgram(
            ["nowplaying", "--json", "--log", log.path, "--exit-after", "gone"], environment: bus.environment)
        let session = SampleSession.clean(.movie)
        let player = try await FakePlayer(bus: bus.address)
        #expect(await program.next("appeared") != nil)
        try player.publish(session.info(position: 30, rate: 0, time: 0))
        let finding = try #require(await program.next("finding"))
        #expect(finding["rule"] == .text("NP6"))
        player.leave()
        #expect(await program.next("gone") != nil)
        let left = try #require(await program.next { $0["rule"] == .text("NP9") })
        #expect(left["player"] == .text(SampleSession.player))
        #expect(await program.next("summary") != nil)
        #expect(await program.exitCode() == 1)
        let checked = try await Program.run("nowplaying", "--check", log.path)
        #expect(checked.status == 1 && checked.standardOutput.contains("NP9"), "\(checked)")
    }

    @Test("Ctrl-C ends watching with the summary and 130", .enabled(if: PrivateBus.isAvailable))
    func interrupt_printsTheSummary() async throws {
        let bus = try #require(PrivateBus())
        let program = try LiveProgram(["nowplaying", "--json"], environment: bus.environment)
        let player = try await FakePlayer(bus: bus.address)
        #expect(await program.next("appeared") != nil)
        program.interrupt()
        let summary = try #require(await program.next("summary"))
        #expect(summary["records"] == .number(1))
        #expect(await program.exitCode() == 130)
        player.leave()
    }
}

/// Whether a text is well-formed XML, as far as its tags go.
enum XMLCheck {
    static func isWellFormed(_ text: String) -> Bool {
        var open: [Substring] = []
        for match in text.matches(of: /<(\/?)([a-z]+)[^<>]*?(\/?)>/) {
            if !match.1.isEmpty {
                guard open.popLast() == match.2 else { return false }
            } else if match.3.isEmpty {
                open.append(match.2)
            }
        }
        return open.isEmpty
    }
}
