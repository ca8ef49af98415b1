import Foundation
import SourcePort
import Testing

/// A source text of the corpus with its expected conversion.
///
/// A file of the corpus has one block for each snippet: `=== name`, the original, and sections `--- converted` (`(unchanged)` for the same
/// text), `--- findings` (level, rule and place, one a line), `--- check` (statements that run with the converted text) and `--- options`.
struct Snippet: Sendable, CustomTestStringConvertible {
    enum Option: String {
        /// The converted text needs modules or declarations that do not exist.
        case noCompile = "no-compile"
        /// The converted text is valid in the language mode of Swift 5 only, as the original is.
        case swift5
        /// The platform is tvOS.
        case tvOS = "tvos"
    }

    let name: String
    let original: String
    let converted: String
    let findings: [String]
    let check: String?
    let options: Set<Option>

    var testDescription: String { name }
    var settings: Settings { Settings(platform: options.contains(.tvOS) ? .tvOS : .iOS) }
    var isCompiled: Bool { !options.contains(.noCompile) }

    static let all: [Snippet] = {
        let folder = Bundle.module.resourceURL?.appendingPathComponent("Corpus")
        let files =
            folder.flatMap { try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil) }
            ?? []
        return files.filter { $0.pathExtension == "snippets" }.sorted { $0.path < $1.path }.flatMap(snippets)
    }()

    private static func snippets(in file: URL) -> [Snippet] {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        var blocks: [[Substring]] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("=== ") { blocks.append([]) }
            if !blocks.isEmpty { blocks[blocks.count - 1].append(line) }
        }
        // The last line of the file ends with a line feed, which begins no line.
        if blocks.last?.last?.isEmpty == true { blocks[blocks.count - 1].removeLast() }
        return blocks.map(Snippet.init)
    }

    private init(_ lines: [Substring]) {
        var sections: [String: String] = [:]
        var section = "original"
        for line in lines.dropFirst() {
            if line.hasPrefix("--- ") {
                section = String(line.dropFirst(4))
                sections[section] = ""
            } else {
                sections[section, default: ""] += line + "\n"
            }
        }
        name = String(lines[0].dropFirst(4))
        let original = sections["original"] ?? ""
        self.original = original
        converted = sections["converted"].map { $0 == "(unchanged)\n" ? original : $0 } ?? original
        findings = sections["findings"]?.split(separator: "\n").map(String.init) ?? []
        check = sections["check"]
        options = Set(sections["options"]?.split(separator: "\n").compactMap { Option(rawValue: String($0)) } ?? [])
    }
}
