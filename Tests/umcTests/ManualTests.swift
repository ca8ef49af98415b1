import Foundation
import Testing

/// Tests that the manual page is complete, equals the help texts, and is accepted by man.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: Tool.path)))
struct ManualTests {
    private static let page = (try? Tool.run(["manual"]))?.output ?? ""
    private static let commands = [
        "validate", "rules", "explain", "codes", "schema", "stats", "diff", "convert", "new", "availability",
        "nowplaying",
        "manual", "help",
    ]

    /// The text of the page without roff escapes.
    private static let text = page.replacing(/\\f[BIR]/, with: "").replacing("\\-", with: "-").replacing(
        "\\&", with: "")

    /// Returns the section of one command.
    private func part(_ command: String) throws -> Substring {
        let start = try #require(Self.text.range(of: ".SS \"umc \(command)\"\n")?.upperBound, "\(command)")
        let rest = Self.text[start...]
        return rest[..<(rest.range(of: "\n.S")?.lowerBound ?? rest.endIndex)]
    }

    @Test("issue 4: the manual page describes every command and no other", arguments: commands)
    func everyCommand(_ command: String) throws {
        let help = try Tool.run(["--help"]).output
        let listed = help.components(separatedBy: "SUBCOMMANDS:").last.map {
            $0.matches(of: #/\n  ([a-z]+) /#).map { String($0.1) }
        }
        #expect(listed?.filter { $0 != "help" } == Self.commands.filter { $0 != "help" })
        #expect(try !part(command).isEmpty)
        #expect(command == "help" || Self.text.contains("umc \(command) ") || Self.text.contains("umc \(command)\n"))
    }

    @Test(
        "issue 4: the manual page describes every option of a command's help in the same terms",
        arguments: commands.dropLast())
    func everyOption(_ command: String) throws {
        let help = try Tool.run(["help", command]).output
        let part = try part(command).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let options = Set(
            help.matches(of: /\n  (?:-[a-z], )?(--[a-z-]+)(?:\/(--[a-z-]+))?/).flatMap { match in
                [String(match.1)] + (match.2.map { [String($0)] } ?? [])
            }
        ).subtracting(["--help"])
        #expect(options.contains("--version"))
        for option in options {
            // The manual describes `--version` once, for all commands.
            let own = option != "--version"
            #expect(!own || part.contains("\(option) ") || part.contains("\(option),"), "\(option)")
        }
        let meanings = help.matches(of: #/\n  --[a-z-]+ <[a-z-]+> +([A-Z][a-z ]+)/#).map { String($0.1) }
        for meaning in meanings { #expect(part.contains(meaning.trimmingCharacters(in: .whitespaces)), "\(meaning)") }
    }

    @Test("issue 4: the manual page lists every exit code")
    func exitCodes() throws {
        let status = try #require(Self.text.components(separatedBy: ".SH \"EXIT STATUS\"").dropFirst().first)
        for code in ["0\nfine", "1\nfindings", "2\nwrong usage", "3\nnothing", "130\nCtrl-C"] {
            #expect(status.contains(".TP\n\(code)"), "\(code)")
        }
    }

    @Test("the manual page lists every environment variable that the sources read")
    func environment() throws {
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var names: Set<String> = []
        for folder in ["umc", "UniversalMediaCatalog"] {
            let root = top.appending(path: "Sources/\(folder)").resolvingSymlinksInPath()
            let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
            for case let file as URL in files where file.pathExtension == "swift" {
                let source = try String(contentsOf: file, encoding: .utf8)
                names.formUnion(source.matches(of: /environment\["([A-Za-z_]+)"\]/).map { String($0.1) })
            }
        }
        #expect(names.isSuperset(of: ["NO_COLOR", "CURL_CA_BUNDLE", "SSL_CERT_DIR"]), "\(names)")
        let part = try #require(Self.text.components(separatedBy: ".SH \"ENVIRONMENT\"").dropFirst().first)
        for name in names { #expect(part.contains(name), "\(name)") }
    }

    @Test("examples in the manual page are valid command lines")
    func examples() throws {
        let lines = Self.text.replacing("\\(aq", with: "'").split(separator: "\n").map(String.init)
            .filter {
                $0.hasPrefix("umc ") && $0 != "umc -" && !$0.contains("|") && !$0.contains("...")
                    && !$0.contains("https://")
            }
        #expect(lines.count > 20, "\(lines)")
        let folder = try Folder()
        for line in lines where !line.contains(" > /usr") {
            let words = line.split(separator: "  ", maxSplits: 1)[0].split(separator: ">")[0].split(separator: " ")
                .dropFirst().map(String.init)
            let outcome = try Tool.run(words, in: folder.url)
            #expect(!outcome.errors.contains("Usage:"), "\(line): \(outcome.errors)")
        }
    }

    @Test("man and mandoc report no warnings for the manual page", arguments: ["mandoc", "man"])
    func isClean(_ program: String) throws {
        let folder = try Folder()
        let path = try folder.write(Self.page, "umc.1")
        #expect(Self.page.hasPrefix(".TH UMC 1 "))
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let command = program == "man" ? "man --warnings=w -l '\(path)' >/dev/null" : "mandoc -Tlint '\(path)'"
        process.arguments = ["-c", "command -v \(program) >/dev/null || exit 0; \(command) 2>&1"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let words = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(words == "")
        for line in Self.page.split(separator: "\n") {
            #expect(line.utf8.count <= 80 || line.hasPrefix("umc") || line.contains("\\-"), "\(line)")
        }
    }
}
