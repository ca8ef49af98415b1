import Foundation
import Testing

/// `umc validate --registrations`: the tiers of apps against the feeds.
struct RegistrationsTests {
    private func validate(_ registrations: String, input: String = "") throws -> Tool.Outcome {
        let folder = try Folder()
        let feed = folder.url.appending(path: "us.xml")
        try Data(try Tool.run(["new", "availability"]).output.utf8).write(to: feed)
        let file = folder.url.appending(path: "registrations.json")
        try Data(registrations.utf8).write(to: file)
        return try Tool.run(
            ["validate", feed.path, "--rule", "FEED-TIER", "--registrations", input.isEmpty ? file.path : "-"],
            input: Data(input.utf8))
    }

    private func line(_ tiers: String...) -> String {
        let list = tiers.map { "\"\($0)\"" }.joined(separator: ",")
        return "{\"accessLevel\":\"paid\",\"application\":\"com.example.tv\",\"isRunning\":true,\"tiers\":[\(list)]}\n"
    }

    @Test(
        "registered tiers that occur in the feed have no finding; one that differs in letter case is named (R156, R166)"
    )
    func tiers_letterCase_isNamed() throws {
        let good = try validate(line("Movies"))
        #expect(good.code == 0, "\(good)")
        let wrong = try validate(line("Movies") + line("movies"))
        #expect(wrong.code == 1, "\(wrong)")
        #expect(wrong.output.contains("FEED-TIER"))
        #expect(wrong.output.contains("differs only in letter case"), "\(wrong)")
        let unknown = try validate(line("Cartoons"))
        #expect(unknown.output.contains("which occurs in no tier restriction"))
        let piped = try validate("", input: line("Cartoons"))
        #expect(piped.code == 1, "\(piped)")
    }

    @Test("registrations that are not JSON, have no app or cannot be read end with 3 and the line")
    func registrations_malformed_areAnError() throws {
        for (text, part) in [
            ("", "has no registration"), ("\n \n", "has no registration"), (line("A") + "x\n", ":2 is not"),
            ("{}\n", ":1 is not"), ("[1]", ":1 is not"),
        ] {
            let outcome = try validate(text)
            #expect(outcome.code == 3, "\(text)")
            #expect(outcome.errors.contains(part), "\(outcome)")
        }
        #expect(try Tool.run(["validate", "-", "--registrations", "-"]).code == 2)
        #expect(try Tool.run(["validate", "x.xml", "--registrations", "/nonexistent"]).code == 3)
    }
}
