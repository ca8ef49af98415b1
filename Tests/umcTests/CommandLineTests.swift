import Foundation
import Testing

@testable import CatalogReports
@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests profiles, exclusions, exit codes and hints of the built program.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: Tool.path)))
struct CommandLineTests {
    private static let now = ["--now", "2026-03-02T12:00:00Z"]

    @Test(
        "a misspelt command gets a suggestion",
        arguments: [
            ("valdiate", "umc validate"), ("check", "umc validate"), ("explian", "umc explain"),
            ("genres", "umc codes genres"),
            ("catalog.xml", "umc validate catalog.xml"), ("frobnicate", "the commands are validate"),
        ])
    func commands(_ word: String, _ hint: String) throws {
        let outcome = try Tool.run([word])
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains(hint), "\(outcome.errors)")
    }

    @Test("the profile apple-3.6-known reads feeds in Latin-1 and feeds with a document type, and reports neither")
    func profile() throws {
        let folder = try Folder()
        let latin = SampleFeed.catalog.text.replacing("encoding=\"UTF-8\"", with: "encoding=\"ISO-8859-1\"")
            .replacing("紙の灯台", with: "Kami").replacing("かみ の とうだい", with: "Kami")
        let path = folder.url.appending(path: "latin.xml")
        try #require(latin.data(using: .isoLatin1)).write(to: path)
        let dtd = try folder.write(
            SampleFeed.catalog.text.replacing("<umcCatalog ", with: "<!DOCTYPE umcCatalog>\n<umcCatalog "), "dtd.xml")
        for (file, rule) in [(path.path, "DOC-ENC"), (dtd, "DOC-DTD")] {
            let all = try Tool.run(["validate", file] + Self.now)
            #expect(all.code != 0 && all.output.contains(rule), "\(all.output)")
            for options in [["--profile", "apple-3.6-known"], ["--without", rule]] {
                let known = try Tool.run(["validate", file] + options + Self.now)
                #expect(!known.output.contains("error: \(rule)"), "\(known.output)")
                #expect(known.output.contains("catalog, 6 items"), "\(known.output)")
                #expect(known.code == 0, "\(known.output)")
            }
        }
    }

    @Test("rules that cannot be excluded are named with the reason; every other rule can be")
    func exclusions() throws {
        for rule in ["DOC-XML", "DOC-ROOT", "DOC-LIMIT", "DOC-INPUT", "NOW-ID"] {
            let outcome = try Tool.run(["validate", "a.xml", "--without", rule])
            #expect(outcome.code == 2)
            #expect(outcome.errors.contains("\(rule) cannot be excluded"), "\(outcome.errors)")
        }
        let folder = try Folder()
        let file = try folder.write(SampleFeed.catalog.text, "catalog.xml")
        let others = RuleCatalog.all.filter { RuleCatalog.obstacle(toExcluding: $0) == nil }
        let all = try Tool.run(["validate", file] + others.flatMap { ["--without", $0.id] } + Self.now)
        #expect(all.code == 0, "\(all.errors)")
    }

    @Test("a bad byte in the first item is a finding like one in a later item; what is no feed is exit code 3")
    func badByte() throws {
        let folder = try Folder()
        for place in ["The Paper Lighthouse", "Nine Quiet Volcanoes"] {
            var bytes = Array(SampleFeed.catalog.text.utf8)
            let start = try #require(SampleFeed.catalog.text.range(of: place)?.lowerBound)
            bytes[SampleFeed.catalog.text.utf8.distance(from: SampleFeed.catalog.text.startIndex, to: start)] = 0xFF
            let path = folder.url.appending(path: "bad.xml")
            try Data(bytes).write(to: path)
            let outcome = try Tool.run(["validate", path.path] + Self.now)
            #expect(outcome.code == 1, "\(outcome.output)")
            #expect(outcome.output.contains("DOC-ENC"))
        }
        #expect(try Tool.run(["validate", try folder.write("<html/>", "page.xml")] + Self.now).code == 3)
    }

    @Test("a report that cannot be written is exit code 1 in every command")
    func unwritable() throws {
        let folder = try Folder()
        let file = try folder.write(SampleFeed.catalog.text, "catalog.xml")
        for arguments in [
            ["validate", file, "--output", "/nonexistent/r.json"] + Self.now,
            ["new", "catalog", "--output", "/nonexistent/r.xml"],
            ["convert", file, "--output", "/nonexistent/r.xml"], ["diff", file, file, "--output", "/nonexistent/r.md"],
            ["validate", file, "--write-baseline", "/nonexistent/b.json"] + Self.now,
        ] {
            let outcome = try Tool.run(arguments)
            #expect(outcome.code == 1, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains("cannot be written"), "\(outcome.errors)")
        }
    }

    @Test(
        "a full device is exit code 1 for each command that writes a file",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: [
            ["new", "catalog", "--force"], ["convert", "FEED"], ["diff", "FEED", "FEED"], ["validate", "FEED"],
        ])
    func fullFile(_ words: [String]) throws {
        let folder = try Folder()
        let file = try folder.write(SampleFeed.catalog.text, "catalog.xml")
        let arguments = words.map { $0 == "FEED" ? file : $0 } + ["--output", "/dev/full"]
        let outcome = try Tool.run(arguments)
        #expect(outcome.code == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("No space left on device"), "\(outcome.errors)")
    }

    @Test("control characters and direction marks of a feed do not reach the terminal in statistics and JSON")
    func controls() throws {
        let folder = try Folder()
        let id = "a\u{9B}31m\u{202E}b"
        let file = try folder.write(
            "<umcCatalog version=\"3.0\" teamId=\"ABCDE12345\" catalogId=\"\(id)\"><item contentId=\"\(id)\"/></umcCatalog>",
            "catalog.xml")
        let other = try folder.write("<umcCatalog version=\"3.0\" teamId=\"ABCDE12345\" catalogId=\"x\"/>", "other.xml")
        for arguments in [["stats", file], ["stats", file, "--json"], ["diff", other, file, "--json"]] {
            let outcome = try Tool.run(arguments)
            #expect(outcome.output.contains("31m"), "\(outcome.errors)")
            #expect(!outcome.output.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" }, "\(arguments)")
            guard arguments.contains("--json") else { continue }
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) }
        }
    }

    @Test("a baseline is written into a pipe or through a symbolic link, and replaces neither")
    func devices() throws {
        let folder = try Folder()
        let file = try folder.write(SampleFeed.catalog.text, "catalog.xml")
        let target = try folder.write("", "target.json")
        let link = folder.url.appending(path: "link.json").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(try Tool.run(["validate", file, "--write-baseline", link] + Self.now).code == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
        #expect(try folder.text("target.json").contains("findings"))
        let pipe = folder.url.appending(path: "pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        #expect(try Tool.run(["validate", file, "--write-baseline", pipe] + Self.now).code == 0)
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, bytes.count) > 0)
    }

    @Test("no rule is suggested for a name that is like none")
    func suggestions() throws {
        #expect(try Tool.run(["explain", "foo"]).errors.contains("There is no rule 'foo'; 'umc rules' lists them"))
        #expect(try Tool.run(["explain", "CAT-TITEL-LEN"]).errors.contains("did you mean CAT-TITLE-LEN"))
        #expect(try Tool.run(["explain", "X99"]).code == 2)
    }

    @Test("each option occurs once in the help of a command")
    func help() throws {
        for name in ["schema", "validate", "diff", "convert"] {
            let help = try Tool.run([name, "--help"]).output
            #expect(help.matches(of: /\n {2}--version\b/).count == 1, "\(name)")
        }
    }

    @Test("a report or a baseline over a file that the command reads is wrong usage, and the file stays as it was")
    func overwriting() throws {
        let folder = try Folder()
        let feed = SampleFeed.catalog.text
        let file = try folder.write(feed, "catalog.xml")
        let other = folder.url.path + "/../" + folder.url.lastPathComponent + "/catalog.xml"
        for arguments in [
            ["validate", file, "--output", other], ["validate", file, "--write-baseline", other],
            ["validate", other, "--format", "html", "--output", file], ["diff", file, file, "--output", other],
        ] {
            let outcome = try Tool.run(arguments)
            #expect(outcome.code == 2 && outcome.errors.contains("would overwrite"), "\(arguments): \(outcome.errors)")
            #expect(try folder.text("catalog.xml") == feed)
        }
        #expect(try Tool.run(["convert", file, "--output", file]).code == 0)
    }

    @Test("a file that does not exist is named once, with the reason, in each command")
    func missingFiles() throws {
        let folder = try Folder()
        let file = try folder.write(SampleFeed.catalog.text, "catalog.xml")
        for (arguments, code) in [
            (["diff", file, "nope.xml"], Int32(3)), (["stats", "nope.xml"], 3),
            (["convert", "nope.csv", "--to", "catalog"], 3),
            (["validate", file, "--baseline", "nope.json"], 2),
        ] {
            let outcome = try Tool.run(arguments, in: folder.url)
            #expect(outcome.code == code, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.components(separatedBy: "nope.").count == 2, "\(outcome.errors)")
            #expect(outcome.errors.lowercased().contains("no such file"), "\(outcome.errors)")
        }
    }

    @Test("diff of one feed or of three says that it compares two builds, and names the files", arguments: [0, 1, 3])
    func buildCount(_ count: Int) throws {
        let outcome = try Tool.run(["diff"] + (0..<count).map { "build-\($0).xml" })
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("two builds of one feed"), "\(outcome.errors)")
        #expect(count == 0 || outcome.errors.contains("build-0.xml"), "\(outcome.errors)")
    }

    @Test(
        "a feed that ends early is a finding, as plain text and compressed, however few bytes are left",
        arguments: [900, 1_700])
    func shortFeeds(_ count: Int) throws {
        let folder = try Folder()
        let file = try folder.write(SampleFeed.catalog.text, "catalog.xml")
        let cut = folder.url.appendingPathComponent("cut")
        let gzip = Process()
        gzip.executableURL = URL(filePath: "/bin/sh")
        gzip.arguments = [
            "-c", "gzip -c '\(file)' | head -c \(count) > '\(cut.path).gz'; head -c \(count) '\(file)' > '\(cut.path)'",
        ]
        gzip.currentDirectoryURL = folder.url
        try gzip.run()
        gzip.waitUntilExit()
        for name in ["cut", "cut.gz"] {
            let outcome = try Tool.run(["validate", name], in: folder.url)
            #expect(outcome.code == 1, "\(name): \(outcome.output)")
            #expect(outcome.output.contains("NOT READ TO ITS END"), "\(name): \(outcome.output)")
        }
        // Without any byte of the feed, nothing of it could be read.
        try Data(try Data(contentsOf: URL(filePath: cut.path + ".gz")).prefix(12)).write(
            to: URL(filePath: cut.path + ".gz"))
        #expect(try Tool.run(["validate", "cut.gz"], in: folder.url).code == 3)
    }

    @Test("umc help with a misspelt command suggests the command; --to with a feed and an empty feed are explained")
    func hints() throws {
        let help = try Tool.run(["help", "valdate"])
        #expect(help.code == 2 && help.errors.contains("umc validate"), "\(help.output)")
        #expect(try Tool.run(["help", "validate"]).code == 0)
        #expect(try Tool.run(["help"]).code == 0)
        let folder = try Folder()
        let file = try folder.write(SampleFeed.catalog.text, "catalog.xml")
        #expect(try Tool.run(["convert", file, "--to", "catalog"]).errors.contains("omit --to"))
        let empty = try Tool.run(["convert", try folder.write("", "empty.xml")])
        #expect(empty.code == 3 && empty.errors.contains("the document is empty"), "\(empty.errors)")
    }

    @Test("umc convert names the option that an export of a spreadsheet needs, and converts it with that option")
    func spreadsheets() throws {
        let folder = try Folder()
        let options = [
            "--to", "catalog", "--team-id", "ACME123456", "--catalog-id", "com.acme.catalog", "--locale", "de",
        ]
        let bytes = Data("contentId;title\r\nT-1;Caf".utf8 + [0xE9, 0x0D, 0x0A])
        try bytes.write(to: folder.url.appending(path: "films.csv"))
        try Data([0xFF, 0xFE] + "contentId\ttitle\nT-1\té".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
            .write(to: folder.url.appending(path: "films.txt"))
        let refusal = try Tool.run(["convert", "films.csv"] + options, in: folder.url)
        #expect(refusal.code == 1 && refusal.errors.contains("--encoding windows-1252"), "\(refusal.errors)")
        let named = try Tool.run(["convert", "films.csv", "--encoding", "windows-1252"] + options, in: folder.url)
        #expect(named.code == 0 && named.output.contains(">Café<"), "\(named.errors)")
        let wide = try Tool.run(["convert", "films.txt"] + options, in: folder.url)
        #expect(wide.code == 0 && wide.output.contains(">é<"), "\(wide.errors)")
        let unnamed = try Tool.run(["convert", "films.txt"], in: folder.url)
        #expect(unnamed.code == 2 && unnamed.errors.contains("add --to"), "\(unnamed.errors)")
        let unknown = try Tool.run(["convert", "films.csv", "--encoding", "nope"] + options, in: folder.url)
        #expect(unknown.code == 2 && unknown.errors.contains("iconv -l"), "\(unknown.errors)")
        _ = try folder.write(SampleFeed.catalog.text, "catalog.txt")
        #expect(try Tool.run(["convert", "catalog.txt"], in: folder.url).code == 0)
        let feed = try Tool.run(["convert", "catalog.txt", "--encoding", "windows-1252"], in: folder.url)
        #expect(feed.code == 2 && feed.errors.contains("declares its encoding"), "\(feed.errors)")
    }

    @Test("umc new does not overwrite a file without --force, and rejects ids and locales that would be findings")
    func templates() throws {
        let folder = try Folder()
        let path = folder.url.appending(path: "catalog.xml").path
        #expect(try Tool.run(["new", "catalog", "--output", path]).code == 0)
        let again = try Tool.run(["new", "catalog", "--output", path])
        #expect(again.code == 1 && again.errors.contains("--force"))
        #expect(try Tool.run(["new", "catalog", "--output", path, "--force", "--locale", "de-DE"]).code == 0)
        #expect(try folder.text("catalog.xml").contains("<defaultLocale>de-DE</defaultLocale>"))
        #expect(try Tool.run(["validate", path, "--fail-on", "warning"]).code == 0)
        #expect(try Tool.run(["new", "catalog", "--locale", "en_US"]).code == 2)
        #expect(try Tool.run(["new", "catalog", "--team-id", "acme"]).code == 2)
    }

    @Test("lists of codes, explanations with accepted values, and UK as a country")
    func codes() throws {
        #expect(try Tool.run(["codes", "genres"]).output.contains("sci_fi"))
        #expect(try Tool.run(["codes", "genre"]).errors.contains("did you mean genres"))
        let explanation = try Tool.run(["explain", "CAT-GENRE-UNKNOWN"]).output
        #expect(
            explanation.contains("reason") && explanation.contains("kids_and_family")
                && explanation.contains("umc codes genres"))
        let country = try Tool.run(["validate", "a.xml", "--territory", "UK"])
        #expect(country.code == 2 && country.errors.contains("did you mean GB"))
    }

    @Test("the summary names the rules that were not applied, in each format that has a place for it")
    func notRun() throws {
        let folder = try Folder()
        let file = try folder.write(SampleFeed.catalog.text, "catalog.xml")
        let text = try Tool.run(["validate", file] + Self.now).output
        #expect(text.contains("FEED-ITEM-MISSING, FEED-TYPE-DIFFERS and 8 more rules (one feed alone"), "\(text)")
        #expect(!(try Tool.run(["validate", "/nonexistent.xml"]).output.contains("not checked")))
        let json = try Tool.run(["validate", file, "--format", "json"] + Self.now).output
        #expect(json.contains("\"notRun\":[{\"reason\":"))
        #expect(try Tool.run(["validate", file, "--format", "html"] + Self.now).output.contains("Not checked"))
        let both = try folder.write(SampleFeed.availability.text, "us.xml")
        #expect(!(try Tool.run(["validate", file, both] + Self.now).output.contains("one feed alone")))
    }

    @Test("the remedy of a finding is the same in text, JSON, JUnit, SARIF, GitHub and HTML")
    func remedies() throws {
        let folder = try Folder()
        let file = try folder.write(
            SampleFeed.catalog.text.replacing("<genre>mystery<", with: "<genre>mistery<"), "catalog.xml")
        for format in ReportFormat.allCases {
            let output = try Tool.run(["validate", file, "--format", format.rawValue] + Self.now).output
            #expect(
                output.contains("write `mystery`") || output.contains("Write <code>mystery</code>"),
                "\(format): \(output)")
        }
    }
}
