import Foundation
import ReportText

/// JUnit XML: one suite, with a case for reading the log and one for each rule, so that rules without findings are seen to pass.
struct JUnitCases {
    /// Maximum number of listed findings of one rule.
    static let findingsPerCase = 100

    private var findings: [NowPlayingRule: (count: Int, level: NowPlayingRule.Level, listed: [NowPlayingFinding])] = [:]
    private var problems: [String] = []

    mutating func add(_ outcome: LogCheck.Outcome) {
        switch outcome {
        case .finding(let finding):
            var entry = findings[finding.rule] ?? (0, finding.level, [])
            entry.count += 1
            entry.level = max(entry.level, finding.level)
            if entry.listed.count < Self.findingsPerCase { entry.listed.append(finding) }
            findings[finding.rule] = entry
        case .problem(let problem):
            if problems.count < Self.findingsPerCase { problems.append(problem.description) }
        }
    }

    func document(_ summary: NowPlayingSummary, _ options: NowPlayingReport.Options) -> String {
        // NP5 needs feeds: `umc nowplaying` checks it.
        let rules = NowPlayingRule.allCases.filter { $0 != .np5 || findings[$0] != nil }
        let failures = rules.count { (findings[$0]?.level).map { $0 >= options.failOn } ?? false }
        let errors = problems.isEmpty ? 0 : 1
        let name = DisplayText.xml(options.source)
        let counts = "tests=\"\(rules.count + 1)\" failures=\"\(failures)\" errors=\"\(errors)\""
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"nowplaying\" \(counts) time=\"0\">\n"
        text += "  <testsuite name=\"\(name)\" package=\"nowplaying\" id=\"0\" \(counts) skipped=\"0\" time=\"0\" "
        text += "timestamp=\"\(NowPlayingDate.text(options.now).prefix(19))\" hostname=\"localhost\">\n"
        text += "    <testcase classname=\"\(name)\" name=\"every line can be read\" time=\"0\""
        if problems.isEmpty {
            text += "/>\n"
        } else {
            let body = problems.map(DisplayText.xml).joined(separator: "\n")
            let message = DisplayText.count(summary.problems, "unreadable line")
            text += ">\n      <error type=\"reading\" message=\"\(message)\">\(body)</error>\n    </testcase>\n"
        }
        for rule in rules { text += testCase(rule, name, options) }
        return text + "  </testsuite>\n</testsuites>\n"
    }

    private func testCase(_ rule: NowPlayingRule, _ suite: String, _ options: NowPlayingReport.Options) -> String {
        let title = DisplayText.xml("\(rule.id): \(rule.title)")
        let head = "    <testcase classname=\"\(suite)\" name=\"\(title)\" time=\"0\""
        guard let entry = findings[rule], let first = entry.listed.first else { return head + "/>\n" }
        var lines = entry.listed.map { finding in
            "\(TextForm.clock(finding.time)) \(finding.player): \(finding.level.rawValue): \(finding.message)"
        }
        if entry.count > lines.count { lines.append("and \(DisplayText.number(entry.count - lines.count)) more") }
        lines.append("Fix: \(rule.remedy)")
        lines.append("Evidence: \(rule.evidence.title)")
        let body = lines.map(DisplayText.xml).joined(separator: "\n")
        guard entry.level >= options.failOn else {
            return head + ">\n      <system-out>\(body)</system-out>\n    </testcase>\n"
        }
        let message = DisplayText.xml("\(DisplayText.count(entry.count, "finding")); \(first.message)")
        return head + ">\n      <failure type=\"\(entry.level.rawValue)\" message=\"\(message)\">\(body)</failure>\n"
            + "    </testcase>\n"
    }
}
