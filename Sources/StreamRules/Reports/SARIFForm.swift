import Foundation
import ReportText

/// The report as SARIF 2.1.0.
struct SARIFForm {
    let report: StreamReport

    var document: String {
        var identifiers: [String] = []
        for finding in report.findings where !identifiers.contains(finding.rule) { identifiers.append(finding.rule) }
        let results = report.findings.map { result($0, identifiers.firstIndex(of: $0.rule) ?? 0) }
        let driver = JSONText.object([
            ("name", .text("avplayer inspect")), ("version", .text(report.version.isEmpty ? "0" : report.version)),
            ("rules", .list(identifiers.map(rule))),
        ])
        let run = JSONText.object([
            ("columnKind", .text("unicodeCodePoints")), ("tool", .object([("driver", driver)])),
            (
                "invocations",
                .list([
                    .object([
                        ("executionSuccessful", .boolean(report.exitCode != 3)),
                        ("exitCode", .integer(Int(report.exitCode))),
                    ])
                ])
            ),
            ("results", .list(results)),
        ])
        return JSONText.object([
            ("$schema", .text("https://json.schemastore.org/sarif-2.1.0.json")), ("version", .text("2.1.0")),
            ("runs", .list([run])),
        ]).description + "\n"
    }

    private static func level(_ level: StreamRule.Level) -> String {
        switch level {
        case .info: "note"
        case .warning: "warning"
        case .error, .fatal: "error"
        }
    }

    private func result(_ finding: StreamFinding, _ index: Int) -> JSONText {
        var physical: [(String, JSONText)] = [
            ("artifactLocation", .object([("uri", .text(uri(finding.place.url)))]))
        ]
        if let line = finding.place.line { physical.append(("region", .object([("startLine", .integer(line))]))) }
        let message = "\(DisplayText.line(finding.message))\nFix: \(DisplayText.line(finding.remedy))"
        return .object([
            ("ruleId", .text(finding.rule)), ("ruleIndex", .integer(index)),
            ("level", .text(Self.level(finding.level))),
            ("message", .object([("text", .text(SARIFText.plain(message)))])),
            ("locations", .list([.object([("physicalLocation", .object(physical))])])),
            (
                "properties",
                JSONText.compact([
                    ("playlist", JSONText(finding.place.name)), ("segment", JSONText(finding.place.segment)),
                    ("time", JSONText(finding.place.time)), ("count", .integer(finding.count)),
                    ("severity", .text(finding.level.rawValue)),
                ])
            ),
        ])
    }

    /// A local file is named relative to the working folder where it is inside of it: code scanning services find only such files.
    private func uri(_ url: String) -> String {
        guard url.hasPrefix("file:"), let path = URL(string: url)?.path, !path.isEmpty else {
            return SARIFText.uri(url)
        }
        let folder = report.folder.hasSuffix("/") ? report.folder : report.folder + "/"
        return SARIFText.uri(path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path)
    }

    private func rule(_ id: String) -> JSONText {
        guard let rule = StreamRule.byIdentifier[id] else { return .object([("id", .text(id))]) }
        let text = "\(rule.summary)\n\(rule.reason)\nFix: \(rule.remedy)\nSource: \(rule.source)"
        return .object([
            ("id", .text(id)), ("shortDescription", .object([("text", .text(rule.summary))])),
            ("fullDescription", .object([("text", .text("\(rule.summary) \(rule.reason)"))])),
            ("help", .object([("text", .text(text))])),
            ("defaultConfiguration", .object([("level", .text(Self.level(rule.level)))])),
        ])
    }
}
