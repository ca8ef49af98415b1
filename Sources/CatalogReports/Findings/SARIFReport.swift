import Foundation
import CatalogValidation
import ReportText
import UniversalMediaCatalog

/// SARIF 2.1.0, written while findings arrive: results first, and the rules that they reference at the end.
struct SARIFReport: ReportWriter {
    /// Code scanning of GitHub rejects a run with more results, and shows the 5,000 that weigh most.
    static let maximumResults = 25_000

    private let options: ReportOptions
    private let maximum: Int
    /// Maximum numbers of results up to a level, so that findings of higher levels are listed wherever they are in the feeds.
    private let shares: [Level: Int]
    private var ruleIndexes: [String: Int] = [:]
    private var rules: [String] = []
    private var counts: [Level: Int] = [:]
    private var count: Int { counts.values.reduce(0, +) }

    init(_ options: ReportOptions, maximum: Int = maximumResults) {
        self.options = options
        self.maximum = maximum
        shares = [.info: maximum / 5, .warning: maximum / 5 * 4, .error: maximum]
    }

    func begin(_ output: ReportOutput) {
        output.write(
            """
            {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{
            "columnKind":"unicodeCodePoints",
            "results":[
            """)
    }

    mutating func add(_ finding: Finding, _ output: ReportOutput) {
        for level in Level.allCases where level >= finding.level {
            let upTo = counts.reduce(0) { $0 + ($1.key <= level ? $1.value : 0) }
            guard upTo < shares[level, default: 0] else { return }
        }
        let index =
            ruleIndexes[finding.ruleId]
            ?? {
                rules.append(finding.ruleId)
                ruleIndexes[finding.ruleId] = rules.count - 1
                return rules.count - 1
            }()
        var text = count == 0 ? "\n" : ",\n"
        counts[finding.level, default: 0] += 1
        result(finding, index).write(to: &text)
        output.write(text)
    }

    private func result(_ finding: Finding, _ index: Int) -> JSONText {
        var location: [(String, JSONText)] = []
        var physical: [(String, JSONText)] = [
            ("artifactLocation", .object([("uri", .text(SARIFText.uri(finding.file)))]))
        ]
        if let line = finding.line {
            physical.append(
                (
                    "region",
                    JSONText.compact([("startLine", .integer(line)), ("startColumn", JSONText(finding.column))])
                ))
        }
        location.append(("physicalLocation", .object(physical)))
        if let xpath = finding.xpath, !xpath.isEmpty {
            location.append(
                (
                    "logicalLocations",
                    .list([.object([("fullyQualifiedName", .text(xpath)), ("kind", .text("element"))])])
                ))
        }
        return .object([
            ("ruleId", .text(finding.ruleId)), ("ruleIndex", .integer(index)),
            ("level", .text(Self.level(finding.level))), ("message", .object([("text", .text(Self.message(finding)))])),
            ("locations", .list([.object(location)])),
            ("partialFingerprints", .object([("umcFinding/v1", .text(FindingKey(finding).description))])),
            (
                "properties",
                JSONText.compact([
                    ("class", .text(finding.class.rawValue)), ("tag", .text(finding.tag.description)),
                    ("evidence", .text(finding.tag.meaning)), ("contentId", JSONText(finding.contentId)),
                    ("causedBy", JSONText(finding.causedBy)),
                ])
            ),
        ])
    }

    func finish(_ summary: ValidationSummary, _ output: ReportOutput) {
        var text = count == 0 ? "],\n" : "\n],\n"
        let driver = JSONText.object([
            ("name", .text("umc")), ("version", .text(options.version.isEmpty ? "0" : options.version)),
            ("rules", .list(rules.map(rule))),
        ])
        text += "\"tool\":\(JSONText.object([("driver", driver)])),\n"
        let isWhole = summary.feeds.allSatisfy { $0.isComplete }
        var members: [(String, JSONText)] = [
            ("executionSuccessful", .boolean(isWhole)),
            ("exitCode", .integer(Int(summary.exitCode(failOn: options.failOn)))),
        ]
        if let omission = omission(summary) {
            let message = JSONText.object([("text", .text(omission + "; the properties of the run count all"))])
            let notification = JSONText.object([("level", .text("note")), ("message", message)])
            members.append(("toolExecutionNotifications", .list([notification])))
        }
        let invocation = JSONText.object(members)
        text += "\"invocations\":[\(invocation)],\n"
        text += "\"properties\":\(summary.json(exitCode: summary.exitCode(failOn: options.failOn)))}]}\n"
        output.write(text)
    }

    func omission(_ summary: ValidationSummary) -> String? {
        let all = Level.allCases.reduce(0) { $0 + summary.count($1) }
        guard all > count else { return nil }
        return "the report lists \(DisplayText.number(count)) of \(DisplayText.count(all, "finding"))"
            + (all > maximum ? ", because GitHub accepts \(DisplayText.number(maximum))" : "")
    }

    private func rule(_ id: String) -> JSONText {
        guard let info = RuleCatalog.rule(withID: id) else { return .object([("id", .text(id))]) }
        let evidence = "Evidence: \(info.tag.meaning) (\(info.tag)); \(info.pages)."
        var members: [(String, JSONText)] = [("id", .text(id))]
        if !info.aliases.isEmpty { members.append(("deprecatedIds", .list(info.aliases.map(JSONText.text)))) }
        members += [
            ("shortDescription", .object([("text", .text(info.title))])),
            ("fullDescription", .object([("text", .text("\(info.title) \(evidence)"))])),
            (
                "help",
                .object([
                    ("text", .text("\(info.title)\nFix: \(info.remedy).\n\(evidence)")),
                    ("markdown", .text(Self.markdown("\(info.title)\n\n**Fix:** \(info.remedy).\n\n*\(evidence)*"))),
                ])
            ),
            ("defaultConfiguration", .object([("level", .text(Self.level(info.level)))])),
            (
                "properties",
                .object([
                    ("tags", .list([.text(info.reviewClass.rawValue), .text("evidence:\(info.tag)")])),
                    ("problem.severity", .text(info.level == .info ? "recommendation" : info.level.rawValue)),
                ])
            ),
        ]
        return .object(members)
    }

    /// Returns a plain text message with braces and link syntax escaped (SARIF 3.11.5, 3.11.6).
    static func message(_ finding: Finding) -> String {
        var text = DisplayText.line(finding.message)
        if let remedy = finding.remedy { text += "\nFix: \(DisplayText.line(remedy))" }
        return SARIFText.plain(text)
    }

    /// Escapes `<` outside backticks, so that Markdown does not hide it as a tag.
    private static func markdown(_ text: String) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        return parts.map { $0 % 2 == 0 ? String($1).replacing("<", with: "\\<") : String($1) }.joined(separator: "`")
    }

    static func level(_ level: Level) -> String { level == .info ? "note" : level.rawValue }
}
