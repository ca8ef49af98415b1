import Foundation
import Testing

@testable import UniversalMediaCatalog

/// Runs the commands of docs/umc-ci.md as they are written there.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: Tool.path)))
struct CIGuideTests {
    private static let page: String =
        (try? String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/umc-ci.md")
                .standardized, encoding: .utf8)) ?? ""

    /// Returns the code blocks of a section.
    private func blocks(_ section: String) throws -> [String] {
        let parts = Self.page.components(separatedBy: "\n## \(section)\n")
        let text = try #require(
            parts.count == 2 ? parts[1].components(separatedBy: "\n## ")[0] : nil, "no section \(section)")
        return text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map {
            String($0.element.drop { $0 != "\n" }.dropFirst())
        }
    }

    private static let good = CommentedFeed(.catalog).text
    private static let bad = good.replacing("A retired mapmaker", with: "A &lt;b&gt;retired mapmaker")

    private func folder(_ catalog: String) throws -> Folder {
        let folder = try Folder()
        for name in ["feeds", "last"] {
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: name), withIntermediateDirectories: true)
        }
        _ = try folder.write(catalog, "feeds/catalog.xml")
        _ = try folder.write(CommentedFeed(.availability).text, "feeds/us.xml")
        _ = try folder.write(Self.good, "last/catalog.xml")
        return folder
    }

    /// Runs a script with the tested `umc` first on the path.
    private func run(_ script: String, _ shell: [String] = ["/bin/sh", "-e"], in folder: Folder) throws -> (
        code: Int32, output: String
    ) {
        let process = Process()
        process.executableURL = URL(filePath: shell[0])
        process.arguments = Array(shell.dropFirst()) + ["-c", script]
        process.currentDirectoryURL = folder.url
        let path = URL(filePath: Tool.path).deletingLastPathComponent().path
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["PATH": "\(path):/usr/bin:/bin"], uniquingKeysWith: { $1 })
        let log = folder.url.appending(path: "log")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        process.standardOutput = try FileHandle(forWritingTo: log)
        process.standardError = process.standardOutput
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, try folder.text("log"))
    }

    /// Returns the lines of a step or of a list in a YAML file.
    private func lines(after key: String, in yaml: String) throws -> String {
        let all = yaml.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(all.firstIndex { $0.contains(key) })
        let first = try #require(all[start...].firstIndex { $0.contains("run: |") || $0.hasSuffix("script:") }) + 1
        let indentation = all[first].prefix { $0 == " " }.count
        return all[first...].prefix { $0.prefix { $0 == " " }.count >= indentation && !$0.isEmpty }
            .map { String($0.dropFirst(indentation)) }.map { $0.hasPrefix("- ") ? String($0.dropFirst(2)) : $0 }
            .joined(separator: "\n")
    }

    @Test("the GitHub step fails with 1 and a SARIF file, and passes once the findings are in the baseline")
    func github() throws {
        let step = try lines(after: "Check the feeds", in: try blocks("GitHub Actions")[0])
        #expect(step.contains("--format sarif"))
        let folder = try folder(Self.bad)
        _ = try self.folder(Self.good)
        // The baseline of feeds without the mistake does not cover it.
        _ = try folder.write(Self.good, "feeds/catalog.xml")
        let baseline = try blocks("Baseline")[0]
        #expect(try run(baseline, in: folder).code == 0)
        _ = try folder.write(Self.bad, "feeds/catalog.xml")
        let failed = try run(step, ["/bin/bash", "-e", "-o", "pipefail"], in: folder)
        #expect(failed.code == 1, "\(failed.output)")
        let sarif = try JSONSerialization.jsonObject(with: Data(try folder.text("umc.sarif").utf8)) as? [String: Any]
        let run0 = (sarif?["runs"] as? [[String: Any]])?.first
        #expect((run0?["results"] as? [[String: Any]])?.contains { $0["ruleId"] as? String == "STY-HTML" } == true)
        #expect(try run(baseline, in: folder).code == 0)
        #expect(try run(step, ["/bin/bash", "-e", "-o", "pipefail"], in: folder).code == 0)
    }

    @Test("the GitLab job fails with 1, and leaves a JUnit file and a page")
    func gitlab() throws {
        let yaml = try blocks("GitLab CI/CD")[0]
        let folder = try folder(Self.good)
        #expect(try run(try blocks("Baseline")[0], in: folder).code == 0)
        _ = try folder.write(Self.bad, "feeds/catalog.xml")
        let outcome = try run(try lines(after: "image:", in: yaml), in: folder)
        #expect(outcome.code == 1, "\(outcome.output)")
        #expect(try folder.text("umc.xml").contains("STY-HTML"))
        #expect(try run(try lines(after: "after_script:", in: yaml), in: folder).code == 0)
        #expect(try folder.text("umc.html").contains("STY-HTML"))
    }

    @Test("the shell script passes on the exit codes 0, 1 and 3 and says why")
    func shell() throws {
        let blocks = try blocks("Plain shell")
        let folder = try folder(Self.good)
        #expect(try run(try self.blocks("Baseline")[0], in: folder).code == 0)
        #expect(try run(blocks[0], ["/bin/sh"], in: folder).output.contains("no new findings"))
        _ = try folder.write(Self.bad, "feeds/catalog.xml")
        let findings = try run(blocks[0], ["/bin/sh"], in: folder)
        #expect(findings.code == 1 && findings.output.contains("see umc.html"))
        _ = try folder.write("hello", "feeds/catalog.xml")
        #expect(try run(blocks[0], ["/bin/sh"], in: folder).code == 3)
        _ = try folder.write(Self.bad, "feeds/catalog.xml")
        #expect(try run(blocks[1], in: folder).code == 0)
        #expect(try folder.text("changes.txt").contains("description"))
    }
}
