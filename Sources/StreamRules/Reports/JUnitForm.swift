import Foundation
import ReportText

/// The report as JUnit XML: a case for each rule of which there are findings, and one for loading the stream.
struct JUnitForm {
    let report: StreamReport

    var document: String {
        var groups: [(rule: String, findings: [StreamFinding])] = []
        for finding in report.findings {
            if let index = groups.firstIndex(where: { $0.rule == finding.rule }) {
                groups[index].findings.append(finding)
            } else {
                groups.append((finding.rule, [finding]))
            }
        }
        let failures = groups.count { isFailure($0.findings) }
        let errors = report.facts.document.failure == nil ? 0 : 1
        let name = DisplayText.xml(report.facts.url)
        let counts = "tests=\"\(groups.count + 1)\" failures=\"\(failures)\" errors=\"\(errors)\""
        let time = JUnitText.seconds(report.facts.seconds)
        var text =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"avplayer inspect\" \(counts) time=\"\(time)\">\n"
        text += "  <testsuite name=\"\(name)\" package=\"stream\" id=\"0\" \(counts) skipped=\"0\" time=\"\(time)\" "
        text += "timestamp=\"\(Self.moment(report.now))\" hostname=\"localhost\">\n"
        text += "    <testcase classname=\"\(name)\" name=\"the stream can be loaded\" time=\"0\""
        if let failure = report.facts.document.failure {
            text +=
                ">\n      <error type=\"loading\" message=\"\(DisplayText.xml(failure.message))\"/>\n    </testcase>\n"
        } else {
            text += "/>\n"
        }
        for group in groups { text += testCase(group.rule, group.findings, name) }
        return text + "  </testsuite>\n</testsuites>\n"
    }

    private func isFailure(_ findings: [StreamFinding]) -> Bool {
        report.failOn.map { level in findings.contains { $0.level >= level } } ?? false
    }

    private static func moment(_ date: Date) -> String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime]
        return String(formatter.string(from: date).prefix(19))
    }

    private func testCase(_ id: String, _ findings: [StreamFinding], _ suite: String) -> String {
        let rule = StreamRule.byIdentifier[id]
        let title = DisplayText.xml(rule.map { "\(id): \($0.summary)" } ?? id)
        var lines = findings.map { "\(TextForm.place($0)): \($0.level.rawValue): \($0.message)" }
        if let remedy = findings.first?.remedy { lines.append("Fix: \(remedy)") }
        if let source = rule?.source { lines.append("Source: \(source)") }
        let body = lines.map(DisplayText.xml).joined(separator: "\n")
        var text = "    <testcase classname=\"\(suite)\" name=\"\(title)\" time=\"0\">\n"
        if isFailure(findings), let first = findings.first {
            text +=
                "      <failure type=\"\(first.level.rawValue)\" message=\"\(DisplayText.xml(first.message))\">\(body)</failure>\n"
        } else {
            text += "      <system-out>\(body)</system-out>\n"
        }
        return text + "    </testcase>\n"
    }
}
