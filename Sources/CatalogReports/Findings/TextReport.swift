import CatalogValidation
import ReportText
import UniversalMediaCatalog

/// Text for terminals and logs: a line for each finding, the remedy if it differs from the rule's previous one, and a summary.
struct TextReport: ReportWriter {
    private let options: ReportOptions
    private let style: TextStyle
    /// The last printed remedy, by rule.
    private var remedies: [String: String] = [:]
    private var shownCounts: [String: Int] = [:]
    private var tags: Set<EvidenceTag> = []

    init(_ options: ReportOptions) {
        self.options = options
        style = TextStyle(isColored: options.isColored)
    }

    mutating func add(_ finding: Finding, _ output: ReportOutput) {
        shownCounts[finding.ruleId, default: 0] += 1
        tags.insert(finding.tag)
        var line = "\(style.bold(finding.place)): \(style.level(finding.level)): "
        line += style.bold(finding.ruleId) + style.dim(" [\(finding.tag)] ")
        // The place already names the file.
        let isNamed = finding.line == nil && finding.message.hasPrefix("\(finding.file): ")
        line += DisplayText.line(isNamed ? String(finding.message.dropFirst(finding.file.count + 2)) : finding.message)
        if let id = finding.contentId, !id.isEmpty { line += style.dim(" (\(DisplayText.id(id)))") }
        if let cause = finding.causedBy { line += style.dim(" (follows from \(cause))") }
        output.write(line + "\n")
        guard let remedy = finding.remedy, !remedy.isEmpty, remedies[finding.ruleId] != remedy else { return }
        remedies[finding.ruleId] = remedy
        output.write("    \(style.green("fix:")) \(DisplayText.line(remedy))\n")
    }

    mutating func finish(_ summary: ValidationSummary, _ output: ReportOutput) {
        var text = summary.rules.isEmpty ? "" : "\n"
        if !summary.rules.isEmpty { text += table(summary) + "\n" }
        for feed in summary.feeds {
            text += style.bold(DisplayText.line(feed.file)) + ": "
            if feed.isReadable || feed.isComplete {
                let kind = feed.kind.map { "\($0.rawValue)" } ?? "feed"
                text += feed.kind == .manifest ? "manifest" : "\(kind), \(DisplayText.count(feed.items, "item"))"
                text += ", \(DisplayText.bytes(feed.bytes))"
                if !feed.isComplete { text += style.red(", NOT READ TO ITS END") }
            } else {
                text += style.red("NOT READ")
            }
            text += "\n"
        }
        text += verdict(summary) + "\n"
        // Where nothing could be read, no remedy is of use before that one.
        for notRun in summary.notRun where summary.feeds.contains(where: \.isReadable) {
            text += style.dim("not checked: \(notRun.abbreviated) (\(notRun.reason); \(notRun.remedy))") + "\n"
        }
        if tags.contains(where: { !$0.isKnown }) {
            text += style.dim(
                "Rules tagged D are decisions of this project and those tagged I reports of third parties; none of them is "
                    + "known to be Apple's. More: umc explain RULE\n")
        } else if !tags.isEmpty {
            text += style.dim("More about a rule: umc explain RULE\n")
        }
        output.write(text)
    }

    private func table(_ summary: ValidationSummary) -> String {
        let rows = summary.rulesByWeight
        let width = max(4, rows.map(\.rule.count).max() ?? 0)
        let countWidth = max(5, rows.map { DisplayText.number($0.count).count }.max() ?? 0)
        var text =
            style.bold(
                "\(DisplayText.padded("rule", width))  \(DisplayText.rightAligned("count", countWidth))  level    class       tag    "
                    + "requirement") + "\n"
        for row in rows {
            let level = DisplayText.padded(row.level.rawValue, 7)
            text +=
                "\(DisplayText.padded(row.rule, width))  \(DisplayText.rightAligned(DisplayText.number(row.count), countWidth))  "
            text += "\(style.paint(level, like: row.level))  \(DisplayText.padded(row.reviewClass.title, 10))  "
            text += "\(DisplayText.padded(row.info?.tag.description ?? "-", 5))  \(row.info?.title ?? "")"
            let shown = shownCounts[row.rule, default: 0]
            if shown < row.totalOfRule, shown >= options.findingsPerRule {
                text += style.dim(" (\(DisplayText.number(shown)) shown; --limit shows more)")
            }
            text += "\n"
        }
        return text
    }

    private func verdict(_ summary: ValidationSummary) -> String {
        let counts = Level.allCases.reversed().filter { summary.count($0) > 0 }
            .map { style.paint($0.counted(summary.count($0)), like: $0) }
        var text = counts.isEmpty ? style.green("no findings") : counts.joined(separator: ", ")
        let classes = ReviewClass.allCases.filter { summary.classes[$0.rawValue] ?? 0 > 0 }
            .map { "\($0.title) \(DisplayText.number(summary.classes[$0.rawValue] ?? 0))" }
        if !classes.isEmpty { text += " (\(classes.joined(separator: ", ")))" }
        if summary.known > 0 { text += "; \(DisplayText.number(summary.known)) known from the baseline" }
        if summary.suppressed > 0 { text += "; \(DisplayText.number(summary.suppressed)) suppressed" }
        text += "; \(DisplayText.count(summary.items, "item")), \(DisplayText.bytes(summary.bytes)) in "
        return text + DisplayText.seconds(summary.seconds)
    }
}

/// Terminal colours, or none.
struct TextStyle {
    var isColored = false

    private func paint(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    func bold(_ text: String) -> String { paint(text, "1") }
    func dim(_ text: String) -> String { paint(text, "2") }
    func red(_ text: String) -> String { paint(text, "31") }
    func green(_ text: String) -> String { paint(text, "32") }
    func level(_ level: Level) -> String { paint(level.rawValue, like: level) }

    func paint(_ text: String, like level: Level) -> String {
        switch level {
        case .error: paint(text, "1;31")
        case .warning: paint(text, "33")
        case .info: paint(text, "36")
        }
    }
}
