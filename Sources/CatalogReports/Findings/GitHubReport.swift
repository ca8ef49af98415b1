import CatalogValidation
import ReportText
import UniversalMediaCatalog

/// Writes workflow commands that GitHub shows as annotations of files.
struct GitHubReport: ReportWriter {
    private let options: ReportOptions
    private var count = 0

    init(_ options: ReportOptions) { self.options = options }

    mutating func add(_ finding: Finding, _ output: ReportOutput) {
        count += 1
        var text =
            switch finding.level {
            case .error: "::error "
            case .warning: "::warning "
            case .info: "::notice "
            }
        text += "file=\(Self.property(finding.file))"
        if let line = finding.line { text += ",line=\(line)" }
        if let column = finding.column { text += ",col=\(column)" }
        text += ",title=\(Self.property("\(finding.ruleId) [\(finding.tag)]"))::"
        var message = DisplayText.line(finding.message)
        if let id = finding.contentId, !id.isEmpty { message += " (\(DisplayText.id(id)))" }
        if let cause = finding.causedBy { message += " (follows from \(cause))" }
        if let remedy = finding.remedy { message += "\nFix: \(DisplayText.line(remedy))" }
        message += "\nEvidence: \(finding.tag.meaning)."
        output.write(text + Self.data(message) + "\n")
    }

    func finish(_ summary: ValidationSummary, _ output: ReportOutput) {
        output.write("umc: \(summary.verdict)\(omission(summary).map { "; \($0)" } ?? "")\n")
    }

    func omission(_ summary: ValidationSummary) -> String? {
        let all = Level.allCases.reduce(0) { $0 + summary.count($1) }
        guard all > count else { return nil }
        return "\(DisplayText.number(all - count)) of them are only counted: --limit lists more"
    }

    /// Escapes percent signs and line breaks, which are part of the command syntax.
    static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    static func property(_ text: String) -> String {
        data(DisplayText.line(text)).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}

extension ValidationSummary {
    /// The numbers of findings, items and feeds, and the duration, on one line.
    package var verdict: String {
        let counts = Level.allCases.reversed().filter { count($0) > 0 }.map { $0.counted(count($0)) }
        return "\(counts.isEmpty ? "no findings" : counts.joined(separator: ", ")); "
            + "\(DisplayText.count(items, "item")) of \(DisplayText.count(feeds.count, "feed")) in \(DisplayText.seconds(seconds))"
    }
}
