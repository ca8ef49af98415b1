import Foundation
import Testing

@testable import CatalogReports
@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests the built program on the command line.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: Tool.path)))
struct ToolTests {
    private static let now = ["--now", "2026-03-02T12:00:00Z"]
    private static let bad = SampleFeed.catalog.text.replacing(
        "A retired mapmaker", with: "A &lt;b&gt;retired mapmaker")

    @Test("umc-validation.md 2: the exit code is 0 for valid feeds, from a file and from standard input")
    func fine() throws {
        let folder = try Folder()
        let catalog = try folder.write(SampleFeed.catalog.text, "catalog.xml")
        let outcome = try Tool.run(["validate", catalog] + Self.now)
        #expect(outcome.code == 0, "\(outcome.output)")
        #expect(outcome.output.contains("catalog.xml: catalog, "))
        let piped = try Tool.run(["validate", "-"] + Self.now, input: Data(SampleFeed.catalog.text.utf8))
        #expect(piped.code == 0)
        #expect(piped.output.contains("<standard input>: catalog"))
    }

    @Test(
        "a help text or a version that cannot be written is an error with the exit code 1",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: [["--help"], ["--version"], ["help", "diff"], ["validate", "--help"]])
    func fullDevice(_ arguments: [String]) throws {
        let outcome = try Tool.run(arguments, writingTo: URL(filePath: "/dev/full"))
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("standard output cannot be written"))
    }

    @Test("umc-validation.md 2: the exit code is 1 if a finding reaches --fail-on, otherwise 0")
    func failOn() throws {
        let folder = try Folder()
        let catalog = try folder.write(Self.bad, "catalog.xml")
        #expect(try Tool.run(["validate", catalog, "--rule", "STY-HTML"] + Self.now).code == 1)
        #expect(try Tool.run(["validate", catalog, "--rule", "sty-html", "--quiet"] + Self.now).output == "")
        #expect(try Tool.run(["validate", catalog, "--rule", "DOC-XML"] + Self.now).code == 0)
        #expect(
            try Tool.run(["validate", catalog, "--rule", "STY-HTML", "--without", "STY-HTML"] + Self.now).code == 0)
        #expect(
            try Tool.run(["validate", catalog, "--rule", "STY-HTML", "--profile", "apple-3.6-known"] + Self.now).code
                == 0)
    }

    @Test("umc-validation.md 2: the exit code is 3 if one of the feeds cannot be read, and the message has a remedy")
    func nothingRead() throws {
        let folder = try Folder()
        let good = try folder.write(SampleFeed.catalog.text, "good.xml")
        let cases: [(String, String)] = [
            (folder.url.appending(path: "none.xml").path, "no such file"),
            (folder.url.path, "such as \(folder.url.path)/*.xml"),
            (try folder.write("", "empty.xml"), "the document is empty"),
            (try folder.write("{\"items\": []}", "feed.json"), "this is JSON, not XML"),
            (try folder.write("<!DOCTYPE html><html><body>Sign in</body></html>", "page.html"), "an HTML page"),
            (try folder.write("hello", "note.txt"), "does not begin with `<`"),
            (try folder.write("é\u{1}\u{2}", "noise.gz"), "this is not XML"),
            (try folder.write("<rss/>", "rss.xml"), "`rss`, which is not a feed"),
            (try folder.write("<UmcCatalog/>", "case.xml"), "case-sensitive"),
            (try folder.write("\n<?xml version=\"1.0\"?><umcCatalog/>", "late.xml"), "an empty line before it"),
            ("https:/example.com/a.xml", "https://host/path"), ("feeds/*.xml", "no file matches the pattern"),
        ]
        for (path, words) in cases {
            let outcome = try Tool.run(["validate", good, path] + Self.now)
            #expect(outcome.code == 3, "\(path): \(outcome.output)")
            #expect(outcome.output.contains(words), "\(outcome.output)")
            #expect(outcome.output.contains("fix:"))
        }
    }

    @Test("umc-validation.md 2: the exit code is 1 for a truncated feed")
    func truncated() throws {
        let folder = try Folder()
        let path = try folder.write(String(SampleFeed.catalog.text.dropLast(400)), "cut.xml")
        let outcome = try Tool.run(["validate", path] + Self.now)
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("NOT READ TO ITS END"))
    }

    @Test("two feeds in one file are reported, and long ids are shortened")
    func readable() throws {
        let folder = try Folder()
        let two = try folder.write(SampleFeed.catalog.text + "<umcCatalog/>", "two.xml")
        #expect(try Tool.run(["validate", two] + Self.now).output.contains("write two feeds to two files"))
        let long = String(repeating: "a", count: 50_000)
        let huge = try folder.write(
            SampleFeed.catalog.text.replacing("contentId=\"LB-MOV-0001\"", with: "contentId=\"\(long)\""), "huge.xml")
        for format in ["text", "github", "junit", "html"] {
            let outcome = try Tool.run(["validate", huge, "--rule", "CAT-ID-LEN", "--format", format] + Self.now)
            #expect(outcome.code == 1)
            #expect(!outcome.output.contains(String(repeating: "a", count: 200)), "\(format)")
        }
    }

    @Test(
        "umc-validation.md 2: the exit code is 2 for an invalid command line, and the message names the error",
        arguments: [
            (["validate"], "file"), (["validate", "a.xml", "--rule", "STY-HTLM"], "STY-HTML"),
            (["validate", "a.xml", "--format", "xml"], "format"),
            (["validate", "a.xml", "--now", "yesterday"], "YYYY"),
            (["validate", "a.xml", "--limit", "0"], "--limit"), (["validate", "-", "-"], "only once"),
            (["validate", "a.xml", "--baseline", "/nonexistent/b.json"], "cannot be read"),
            (["validate", "a.xml", "--max-bytes", "many"], "max-bytes"),
            (["validate", "a.xml", "--limit", "-1"], "--limit cannot be -1: it takes 1 or more, such as --limit 100."),
            (["validate", "a.xml", "--max-items", "0"], "--max-items cannot be 0: it takes 1 or more"),
            (["validate", "a.xml", "--max-depth", "201"], "--max-depth cannot be 201: it takes 1 to 200"),
            (["validate", "a.xml", "--max-ratio", "-2"], "--max-ratio cannot be -2"),
            (["validate", "a.xml", "--threads", "257"], "--threads cannot be 257: it takes 1 to 256"),
            (["validate", "a.xml", "--timeout", "-1"], "--timeout cannot be -1: it takes more than 0"),
            (["validate", "a.xml", "--fetch-artwork", "--max-artwork", "-1"], "--max-artwork cannot be -1"),
            (["validate", "a.xml", "--max-text", "-1"], "such as 64K"),
            (["stats", "a.xml", "--top", "-1"], "--top cannot be -1"),
            (["stats", "a.xml", "--at", "yesterday"], "--at 'yesterday' is not a date"),
            (["availability", "a.xml", "--territory", "US", "--dma", "-1"], "--dma cannot be -1: it takes 500 to 999"),
            (["explain", "CAT-NOTHING-LIKE"], "rule"),
            (["dance"], "dance"), (["validate", "ftp://example.com/a.xml"], "ftp"),
        ])
    func usage(_ arguments: [String], _ word: String) throws {
        let outcome = try Tool.run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains(word), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test(
        "reports of every format are written completely to standard output or a file", arguments: ReportFormat.allCases)
    func formats(_ format: ReportFormat) throws {
        let folder = try Folder()
        let catalog = try folder.write(Self.bad, "catalog.xml")
        let arguments = ["validate", catalog, "--rule", "STY-HTML", "--format", format.rawValue] + Self.now
        let outcome = try Tool.run(arguments)
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("STY-HTML"))
        #expect(outcome.errors.isEmpty)
        let toFile = try Tool.run(arguments + ["--output", folder.url.appending(path: "report").path])
        #expect(toFile.code == 1)
        #expect(toFile.output.isEmpty)
        #expect(toFile.errors.contains("; the report is in "), "\(toFile.errors)")
        let text = try folder.text("report")
        switch format {
        case .json, .sarif: _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
        case .junit: #expect(XML.isWellFormed(text))
        case .html: #expect(text.hasSuffix("</html>\n"))
        case .text, .github: #expect(text.contains("1 error"))
        }
        // No temporary file remains.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.sorted() == ["catalog.xml", "report"])
    }

    @Test("findings of a baseline do not fail the next run, but a new finding does")
    func baseline() throws {
        let folder = try Folder()
        let catalog = try folder.write(Self.bad, "catalog.xml")
        let known = folder.url.appending(path: "known.json").path
        let common = ["validate", catalog, "--rule", "STY-HTML"] + Self.now
        #expect(try Tool.run(common + ["--write-baseline", known]).code == 0)
        let again = try Tool.run(common + ["--baseline", known])
        #expect(again.code == 0)
        #expect(again.output.contains("1 known from the baseline"))
        _ = try folder.write(Self.bad.replacing("Un cartographe", with: "Un &lt;i&gt; cartographe"), "catalog.xml")
        #expect(try Tool.run(common + ["--baseline", known]).code == 1)
    }

    @Test("an invalid suppression file is rejected, and a valid one hides findings")
    func suppressions() throws {
        let folder = try Folder()
        let catalog = try folder.write(Self.bad, "catalog.xml")
        let faulty = try folder.write(#"{"suppressions":[{"rule":"STY-HTML"}]}"#, "faulty.json")
        let outcome = try Tool.run(["validate", catalog, "--suppressions", faulty])
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("`reason`"))
        let good = try folder.write(
            #"{"suppressions":[{"rule":"STY-HTML","reason":"r","expires":"2099-01-01"}]}"#, "good.json")
        #expect(try Tool.run(["validate", catalog, "--rule", "STY-HTML", "--suppressions", good] + Self.now).code == 0)
    }

    @Test("output is coloured only on terminals or on request")
    func colors() throws {
        let folder = try Folder()
        let catalog = try folder.write(Self.bad, "catalog.xml")
        let common = ["validate", catalog, "--rule", "STY-HTML"] + Self.now
        #expect(try !Tool.run(common).output.contains("\u{1B}"))
        #expect(try Tool.run(common + ["--color", "always"]).output.contains("\u{1B}[1;31merror"))
        #expect(try !Tool.run(common + ["--color", "never"]).output.contains("\u{1B}"))
    }

    @Test("a closed output ends the program without messages and with exit code 1")
    func brokenPipe() throws {
        let folder = try Folder()
        let item = "<item contentType=\"movie\" contentId=\"a\"><title>&lt;b&gt;x&lt;/b&gt;</title></item>\n"
        let feed = try folder.write(
            "<umcCatalog version=\"3.6\">\n" + String(repeating: item, count: 30_000) + "</umcCatalog>", "feed.xml")
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let script =
            "{ \"$1\" validate \"$2\" --format json; echo $? >\"$3/code\"; } 2>\"$3/errors\" | head -n 1 >/dev/null"
        process.arguments = ["-c", script, "sh", Tool.path, feed, folder.url.path]
        try process.run()
        process.waitUntilExit()
        #expect(try folder.text("code") == "1\n")
        #expect(try folder.text("errors") == "")
    }

    @Test("Ctrl-C ends the program with exit code 130 and leaves no incomplete report")
    func interrupt() throws {
        let folder = try Folder()
        let input = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: Tool.path)
        process.arguments = ["validate", "-", "--output", folder.url.appending(path: "report").path]
        process.standardInput = input
        try process.run()
        // The temporary file exists once reading has begun.
        let hasBegun = try eventually {
            try !FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty
        }
        #expect(hasBegun)
        kill(process.processIdentifier, SIGINT)
        if !eventually({ !process.isRunning }) { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 130)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
        try input.fileHandleForWriting.close()
    }

    @Test("rules are listed as text, JSON and Markdown, and each is explained by id or alias")
    func rules() throws {
        let json = try Tool.run(["rules", "--format", "json"])
        let list = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
        #expect(list.count == RuleCatalog.all.count)
        let some = try Tool.run(["rules", "--tag", "d", "--level", "error"])
        #expect(some.output.contains("STY-HTML"))
        #expect(!some.output.contains("DOC-ROOT"))
        #expect(try Tool.run(["rules", "--format", "markdown"]).output.contains("| `STY-HTML` |"))
        for rule in RuleCatalog.all {
            let text = RuleExplanation.text(rule)
            #expect(text.contains(rule.tag.meaning.prefix(30)))
            #expect(text.contains(/docs\/(spec\/umc-[a-z]+|umc-reports|now-playing)\.md/), "\(rule.id) names no page")
            #expect(rule.bad.isEmpty || text.contains("    | "), "\(rule.id) has no snippet")
            for alias in rule.aliases { #expect(RuleCatalog.rule(named: alias) != nil) }
            #expect(text.components(separatedBy: "not Apple's rule").count <= 2, "\(rule.id) says it twice")
            // What is wrong in one example and right in another one differs in what is shown, where that is not cut.
            let parts = text.components(separatedBy: "\n\n").map { $0.split(separator: "\n", maxSplits: 1) }
            func examples(of kind: String) -> Set<String> {
                Set(
                    parts.filter { $0.count == 2 && $0[0].hasPrefix(kind) && $0[1].split(separator: "\n").count < 12 }
                        .map { $0[0].drop { $0 != "," } + "\n" + $0[1] })
            }
            let common = examples(of: "wrong").intersection(examples(of: "also right"))
            #expect(common.isEmpty, "\(rule.id): \(common)")
        }
        #expect(try Tool.run(["explain", "STY-HTML"]).output.contains("&lt;b&gt;"))
    }

    @Test("schemas of every kind are printed, and an unknown version is rejected", arguments: FeedKind.allCases)
    func schema(_ kind: FeedKind) throws {
        let outcome = try Tool.run(["schema", kind.rawValue, "--namespace", "urn:example:umc"])
        #expect(outcome.code == 0)
        #expect(XML.isWellFormed(outcome.output))
        #expect(outcome.output.contains("urn:example:umc"))
        #expect(try Tool.run(["schema", kind.rawValue, "--feed-version", "9.9"]).code == 2)
    }

    @Test("--version lists the versions of the libraries")
    func version() throws {
        let outcome = try Tool.run(["--version"])
        #expect(outcome.code == 0)
        for word in ["umc ", "libxml2 ", "zlib ", "libcurl "] { #expect(outcome.output.contains(word)) }
        #expect(try Tool.run(["--generate-completion-script", "bash"]).output.contains("validate"))
    }
}

/// Waits until a condition holds, at most for twenty seconds.
private func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let end = Date().addingTimeInterval(20)
    while try !condition() {
        guard Date() < end else { return try condition() }
        usleep(10_000)
    }
    return true
}
