/// JUnit's XML: a suite for each feed, in it a case for its being read and one for each rule that found something.
struct JUnitReport: ReportWriter {
    /// Findings of one rule in one feed that are told one by one.
    static let findingsPerCase = 100

    private struct Case {
        var level: Level
        var count = 0
        var findings: [Finding] = []
    }

    private let options: ReportOptions
    /// By file, then by rule.
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
        for file in summary.feeds.map(\.file) + others {
            let feed = summary.feeds.first { $0.file == file }
            let entries = (cases[file] ?? [:]).sorted { $0.key < $1.key }
            let failures = entries.count { $0.value.level >= options.failOn }
            let errors = feed.map { $0.isComplete ? 0 : 1 } ?? 0
            let tests = entries.count + (feed == nil ? 0 : 1)
            total = (total.tests + tests, total.failures + failures, total.errors + errors)
            let name = ReportText.xml(file)
            suites +=
                "  <testsuite name=\"\(name)\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\">\n"
            if let feed {
                suites += "    <testcase classname=\"\(name)\" name=\"the feed is read to its end\""
                if feed.isComplete {
                    suites += "/>\n"
                } else {
                    let words = feed.isReadable ? "only a part of the feed was read" : "the feed could not be read"
                    suites += ">\n      <error message=\"\(words)\"/>\n    </testcase>\n"
                }
            }
            for (rule, entry) in entries { suites += text(rule, entry, name) }
            suites += "  </testsuite>\n"
        }
        output.write(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"umc\" tests=\"\(total.tests)\" "
                + "failures=\"\(total.failures)\" errors=\"\(total.errors)\" "
                + "time=\"\(JSONText.number(summary.seconds))\">\n\(suites)</testsuites>\n")
    }

    private func text(_ rule: String, _ entry: Case, _ suite: String) -> String {
        let info = RuleCatalog.rule(withID: rule)
        var lines = entry.findings.map { finding in
            let id = finding.contentId.map { " (\($0))" } ?? ""
            return "\(finding.place): \(finding.level.rawValue): \(finding.message)\(id)"
        }
        if entry.count > lines.count { lines.append("and \(ReportText.number(entry.count - lines.count)) more") }
        if let remedy = info?.remedy { lines.append("Fix: \(remedy)") }
        if let tag = info?.tag { lines.append("Evidence: \(tag.meaning)") }
        let body = lines.map(ReportText.xml).joined(separator: "\n")
        let name = ReportText.xml(info.map { "\(rule): \($0.title)" } ?? rule)
        var text = "    <testcase classname=\"\(suite)\" name=\"\(name)\">\n"
        if entry.level >= options.failOn {
            let message = ReportText.xml(
                "\(ReportText.count(entry.count, "finding")); \(entry.findings.first?.message ?? "")")
            text += "      <failure type=\"\(entry.level.rawValue)\" message=\"\(message)\">\(body)</failure>\n"
        } else {
            text += "      <system-out>\(body)</system-out>\n"
        }
        return text + "    </testcase>\n"
    }
}
