import Foundation
import NowPlayingTestSupport
import NowPlayingValidation
import Testing
import UniversalMediaCatalog

/// `umc nowplaying`, run as a user runs it.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: Tool.path)))
struct NowPlayingToolTests {
    private func files(_ identifier: String) throws -> (folder: Folder, arguments: [String]) {
        let folder = try Folder()
        var session = SampleSession.clean(.movie)
        session.changeInfo { info in
            info[.externalContentIdentifier] = .text(identifier)
            info[.playbackDuration] = 6_120
        }
        _ = try folder.write(session.log, "session.jsonl")
        _ = try folder.write(SampleFeed.catalog.text, "catalog.xml")
        _ = try folder.write(SampleFeed.availability.text, "us.xml")
        return (folder, ["nowplaying", "session.jsonl", "catalog.xml", "us.xml"])
    }

    @Test("R156: a log that agrees with the feeds ends with 0")
    func rightLog_endsWithZero() throws {
        let (folder, arguments) = try files("LB-MOV-0001")
        let outcome = try Tool.run(arguments, in: folder.url)
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output.contains("catalog.xml") && outcome.errors.isEmpty)
    }

    @Test(
        "R156: an identifier of another letter case ends with 1 and is named in each format",
        arguments: ["text", "json", "sarif", "junit", "github", "html"])
    func letterCase_isNamed(format: String) throws {
        let (folder, arguments) = try files("LB-mov-0001")
        let outcome = try Tool.run(arguments + ["--format", format], in: folder.url)
        #expect(outcome.code == 1, "\(outcome)")
        #expect(outcome.output.contains("NOW-ID-CASE") && outcome.output.contains("LB-mov-0001"))
        if format == "text" { #expect(outcome.output.contains("session.jsonl:4: error: NOW-ID-CASE")) }
    }

    @Test("a log or a feed that cannot be read ends with 3, wrong usage with 2; each names the cause")
    func failures_haveTheirCodes() throws {
        let (folder, _) = try files("LB-MOV-0001")
        _ = try folder.write("", "empty.jsonl")
        for (arguments, code) in [
            (["none.jsonl", "us.xml"], 3), (["empty.jsonl", "us.xml"], 3), (["session.jsonl", "none.xml"], 3),
            (["session.jsonl"], 2), (["session.jsonl", "us.xml", "us.xml"], 2),
            (["session.jsonl", "us.xml", "--format", "x"], 2),
        ] as [([String], Int32)] {
            let outcome = try Tool.run(["nowplaying"] + arguments, in: folder.url)
            #expect(outcome.code == code, "\(arguments): \(outcome)")
            #expect(!outcome.errors.isEmpty)
        }
    }

    @Test("the log can be standard input, and one player of it can be chosen")
    func standardInput_isRead() throws {
        let (folder, _) = try files("LB-MOV-0001")
        let log = Data(SampleSession.clean(.movie).log.utf8)
        let found = try Tool.run(["nowplaying", "-", "us.xml"], input: log, in: folder.url)
        #expect(found.code == 1 && found.output.contains("NOW-ID [S] the content identifier 'movie-1'"), "\(found)")
        let other = try Tool.run(["nowplaying", "-", "us.xml", "--player", "Other"], input: log, in: folder.url)
        #expect(other.code == 0 && other.output.contains("NOW-LOG"), "\(other)")
    }

    @Test("the rules about logs are explained like all others")
    func rules_areExplained() throws {
        let outcome = try Tool.run(["explain", "NOW-ID-CASE"])
        #expect(outcome.code == 0 && outcome.output.contains("letter case"))
    }
}
