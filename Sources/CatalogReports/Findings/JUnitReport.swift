import Foundation
import CatalogValidation
import ReportText
import UniversalMediaCatalog

/// JUnit XML for Jenkins and Ant: a suite for each feed, with a case for reading the feed and one for each rule with findings.
struct JUnitReport: ReportWriter {
    /// Maximum number of listed findings of one rule in one feed.
    static let findingsPerCase = 100

    private struct Case {
        var level: Level
        var count = 0
        var findings: [Finding] = []
    }

    private let options: ReportOptions
    /// Cases by file, then by rule.
    private var cases: [String: [String: Case]] = [:]
    private var files: [String] = []

    init(_ options: ReportOptions) { self.options = options }

    mutating func add(_ finding: Finding, _ output: ReportOutput) {
        if cases[finding.file] == nil { files.append(finding.file) }
        var entry = cases[finding.file]?[finding.ruleId] ?? Case(level: finding.level)
        entry.count += 1
        entry.level = max(entry.level, finding.level)
        if entry.findings.count < Self.findingsPerCase { entry.findings.append(finding) }
        cases[finding.file, default: [:]][finding.ruleId] = entry
    }

    func finish(_ summary: ValidationSummary, _ output: ReportOutput) {
        var suites = ""
        var total = (tests: 0, failures: 0, errors: 0)
        let others = files.filter { file in !summary.feeds.contains { $0.file == file } }
        let time = JUnitText.seconds(summary.seconds)
        for (number, file) in (summary.feeds.map(\.file) + others).enumerated() {
            let feed = summary.feeds.first { $0.file == file }
            let entries = (cases[file] ?? [:]).sorted { $0.key < $1.key }
            let failures = entries.count { $0.value.level >= options.failOn }
            let errors = feed.map { $0.isComplete ? 0 : 1 } ?? 0
            let tests = entries.count + (feed == nil ? 0 : 1)
            total = (total.tests + tests, total.failures + failures, total.errors + errors)
            let name = DisplayText.xml(file)
            // Feeds are read together: only the whole run has a duration.
            suites += "  <testsuite name=\"\(name)\" package=\"umc\" id=\"\(number)\" tests=\"\(tests)\" "
            suites +=
                "failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\" time=\"\(number == 0 ? time : "0")\" "
            suites += "timestamp=\"\(Self.moment(options.now))\" hostname=\"localhost\">\n"
            if let feed {
                suites += "    <testcase classname=\"\(name)\" name=\"the feed can be read completely\" time=\"0\""
                if feed.isComplete {
                    suites += "/>\n"
                } else {
                    let words = feed.isReadable ? "only a part of the feed was read" : "the feed could not be read"
                    suites += ">\n      <error type=\"reading\" message=\"\(words)\"/>\n    </testcase>\n"
                }
            }
            for (rule, entry) in entries { suites += text(rule, entry, name) }
            suites += "  </testsuite>\n"
        }
        output.write(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"umc\" tests=\"\(total.tests)\" "
                + "failures=\"\(total.failures)\" errors=\"\(total.errors)\" "
                + "time=\"\(time)\">\n\(suites)</testsuites>\n")
    }

    /// Formats a date in UTC without an offset, as the Ant schema requires.
    private static func moment(_ date: Date) -> String {
        let seconds = Int(min(max(date.timeIntervalSince1970, 0), 1e11))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(FeedTime.date(ofDay: seconds / 86_400))T\(two(seconds / 3_600 % 24)):\(two(seconds / 60 % 60)):"
            + two(seconds % 60)
    }

    private func text(_ rule: String, _ entry: Case, _ suite: String) -> String {
        let info = RuleCatalog.rule(withID: rule)
        var lines = entry.findings.map { finding in
            let id = finding.contentId.map { " (\(DisplayText.id($0)))" } ?? ""
            let fix = finding.remedy.map { $0.isEmpty ? "" : "\n    Fix: \(DisplayText.line($0))" } ?? ""
            return "\(finding.place): \(finding.level.rawValue): \(DisplayText.line(finding.message))\(id)\(fix)"
        }
        if entry.count > lines.count { lines.append("and \(DisplayText.number(entry.count - lines.count)) more") }
        if let tag = info?.tag { lines.append("Evidence: \(tag.meaning)") }
        let body = lines.map(DisplayText.xml).joined(separator: "\n")
        let name = DisplayText.xml(info.map { "\(rule): \($0.title)" } ?? rule)
        var text = "    <testcase classname=\"\(suite)\" name=\"\(name)\" time=\"0\">\n"
        if entry.level >= options.failOn {
            let message = DisplayText.xml(
                "\(DisplayText.count(entry.count, "finding")); \(entry.findings.first?.message ?? "")")
            text += "      <failure type=\"\(entry.level.rawValue)\" message=\"\(message)\">\(body)</failure>\n"
        } else {
            text += "      <system-out>\(body)</system-out>\n"
        }
        return text + "    </testcase>\n"
    }
}
