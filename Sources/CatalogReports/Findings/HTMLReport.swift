import Foundation
import CatalogValidation
import ReportText
import UniversalMediaCatalog

/// One page to send by mail: a summary, the findings by class, and for each rule its meaning, evidence, remedy and examples.
struct HTMLReport: ReportWriter {
    static let samplesPerRule = 20

    private struct Key: Hashable {
        var rule: String
        var level: Level
    }

    private let options: ReportOptions
    private var samples: [Key: [Finding]] = [:]

    init(_ options: ReportOptions) { self.options = options }

    mutating func add(_ finding: Finding, _ output: ReportOutput) {
        let key = Key(rule: finding.ruleId, level: finding.level)
        guard samples[key]?.count ?? 0 < Self.samplesPerRule else { return }
        samples[key, default: []].append(finding)
    }

    func finish(_ summary: ValidationSummary, _ output: ReportOutput) {
        let rows = summary.rulesByWeight
        output.write(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title(summary))</title>
            <style>\(ReportPage.styleSheet)</style>
            </head>
            <body>
            <header>
            <h1>\(title(summary))</h1>
            <p class="meta">\(date(options.now)) &middot; umc \(escape(options.version)) &middot; profile \
            \(options.profile.rawValue) &middot; \(DisplayText.bytes(summary.bytes)) checked in \
            \(DisplayText.seconds(summary.seconds))</p>
            </header>
            <main>
            \(cards(summary))
            \(feeds(summary))
            \(overview(rows))
            """)
        for reviewClass in ReviewClass.allCases {
            let group = rows.filter { $0.reviewClass == reviewClass }
            guard !group.isEmpty else { continue }
            output.write("<h2 class=\"\(reviewClass.rawValue)\">\(reviewClass.title)</h2>\n")
            output.write("<p class=\"lead\">\(Self.lead(reviewClass))</p>\n")
            for row in group { output.write(section(row)) }
        }
        output.write(
            """
            \(notRun(summary))
            \(legend)
            </main>
            <footer>Made by umc, the open validator of Universal Media Catalog feeds. It is not Apple's validator: Apple may still reject \
            a feed that has no findings here.</footer>
            </body>
            </html>

            """)
    }

    private func escape(_ text: String) -> String { DisplayText.xml(text) }

    private func prose(_ text: String) -> String { ReportPage.prose(text) }

    private func title(_ summary: ValidationSummary) -> String {
        guard let first = summary.feeds.first else { return "Feed report" }
        let name = first.file.split(separator: "/").last.map(String.init) ?? first.file
        let others = summary.feeds.count - 1
        return "Feed report: \(escape(name))" + (others > 0 ? " and \(DisplayText.count(others, "other"))" : "")
    }

    private func date(_ date: Date) -> String {
        let seconds = Int(min(max(date.timeIntervalSince1970, 0), 1e11))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(FeedTime.date(ofDay: seconds / 86_400)) \(two(seconds / 3_600 % 24)):\(two(seconds / 60 % 60)) UTC"
    }

    private func cards(_ summary: ValidationSummary) -> String {
        let must = summary.classes[ReviewClass.mustFix.rawValue] ?? 0
        let should = summary.classes[ReviewClass.shouldFix.rawValue] ?? 0
        func card(_ name: String, _ value: String, _ kind: String = "") -> String {
            "<div class=\"card \(kind)\"><b>\(value)</b><span>\(name)</span></div>"
        }
        var text = "<div class=\"cards\">"
        text += card("Must Fix", DisplayText.number(must), must > 0 ? "mustFix" : "fine")
        text += card("Should Fix", DisplayText.number(should), should > 0 ? "shouldFix" : "fine")
        for level in Level.allCases.reversed() {
            let name = level == .info ? "advice" : "\(level.rawValue)s"
            text += card(name, DisplayText.number(summary.count(level)))
        }
        text += card(summary.items == 1 ? "item" : "items", DisplayText.number(summary.items)) + "</div>\n"
        if summary.rules.isEmpty, summary.feeds.allSatisfy(\.isComplete) {
            let rules = summary.notRun.isEmpty ? "every rule of this tool" : "every rule that was checked"
            text += "<p class=\"good\">No findings: the feeds conform to \(rules).</p>\n"
        }
        var left: [String] = []
        if summary.known > 0 { left.append("\(DisplayText.number(summary.known)) known from an earlier run") }
        if summary.suppressed > 0 { left.append("\(DisplayText.number(summary.suppressed)) suppressed") }
        if !left.isEmpty { text += "<p class=\"meta\">Excluded: \(left.joined(separator: ", ")).</p>\n" }
        return text
    }

    private func feeds(_ summary: ValidationSummary) -> String {
        guard !summary.feeds.isEmpty else { return "" }
        var text = "<table class=\"feeds\"><thead><tr><th>Feed</th><th>Kind</th><th class=\"number\">Items</th>"
        text += "<th class=\"number\">Size</th><th>Read</th></tr></thead><tbody>\n"
        for feed in summary.feeds {
            let state =
                feed.isComplete ? "completely" : "<strong class=\"bad\">\(feed.isReadable ? "partly" : "no")</strong>"
            text += "<tr><td class=\"path\">\(escape(feed.file))</td><td>\(feed.kind?.rawValue ?? "unknown")</td>"
            text += "<td class=\"number\">\(feed.kind == .manifest ? "&ndash;" : DisplayText.number(feed.items))</td>"
            text += "<td class=\"number\">\(DisplayText.bytes(feed.bytes))</td><td>\(state)</td></tr>\n"
        }
        return text + "</tbody></table>\n"
    }

    private func overview(_ rows: [RuleCount]) -> String {
        guard rows.count > 1 else { return "" }
        var text =
            "<table class=\"overview\"><thead><tr><th>Rule</th><th>Requirement</th><th class=\"class\">Class</th><th>Evidence</th>"
        text += "<th class=\"number\">Findings</th></tr></thead><tbody>\n"
        for row in rows {
            text += "<tr><td class=\"id\"><a href=\"#\(anchor(row))\">\(escape(row.rule))</a></td>"
            text += "<td>\(prose(row.info?.title ?? ""))</td>"
            text +=
                "<td class=\"nowrap class\"><span class=\"chip \(row.reviewClass.rawValue)\">\(row.reviewClass.title)</span></td>"
            text += "<td>\(evidence(row.info?.tag))</td>"
            text += "<td class=\"number\">\(DisplayText.number(row.count))</td></tr>\n"
        }
        return text + "</tbody></table>\n"
    }

    private func anchor(_ row: RuleCount) -> String { escape("\(row.rule)-\(row.level.rawValue)") }

    private func evidence(_ tag: EvidenceTag?) -> String {
        guard let tag else { return "" }
        return "<span class=\"chip \(tag.isKnown ? "known" : "ours")\">\(escape(Self.shortEvidence(tag)))</span>"
    }

    static func shortEvidence(_ tag: EvidenceTag) -> String {
        if tag.isStated { return "Apple's pages" }
        if tag.description == "-" { return "XML" }
        if tag.description.hasPrefix("A") { return "Apple's documentation" }
        if tag.isKnown { return "partners' feeds" }
        return tag.description == "D" ? "this project" : "third parties"
    }

    private func section(_ row: RuleCount) -> String {
        let info = row.info
        let found = samples[Key(rule: row.rule, level: row.level)] ?? []
        var text = "<section class=\"rule \(row.reviewClass.rawValue)\" id=\"\(anchor(row))\">\n"
        text += "<h3><span class=\"id\">\(escape(row.rule))</span> <span class=\"chip \(row.level.rawValue)\">"
        text += "\(row.level == .info ? "advice" : row.level.rawValue)</span> <span class=\"total\">"
        text += "\(DisplayText.count(row.count, "finding"))</span></h3>\n<dl>\n"
        if let info {
            text += "<dt>Requirement</dt><dd>\(prose(info.title))</dd>\n"
            text += "<dt>Evidence</dt><dd>\(evidence(info.tag)) \(escape(Self.why(info)))</dd>\n"
        }
        let remedies = Set(found.compactMap(\.remedy))
        if let remedy = remedies.count == 1 ? remedies.first : info?.remedy {
            text += "<dt>Remedy</dt><dd>\(prose(Self.sentence(remedy)))</dd>\n"
        }
        text +=
            "</dl>\n<table class=\"samples\"><thead><tr><th>Where</th><th>Item</th><th>Finding</th></tr></thead><tbody>\n"
        for finding in found { text += sample(finding, showsRemedy: remedies.count > 1) }
        text += "</tbody></table>\n"
        if row.count > found.count {
            text += "<p class=\"more\">and \(DisplayText.number(row.count - found.count)) more</p>\n"
        }
        return text + "</section>\n"
    }

    private func sample(_ finding: Finding, showsRemedy: Bool) -> String {
        let name = finding.file.split(separator: "/").last.map(String.init) ?? finding.file
        let place = finding.line.map { line in ":\(line)" + (finding.column.map { ":\($0)" } ?? "") } ?? ""
        var text = "<tr><td class=\"where\">\(escape(name))<wbr>\(place)</td>"
        text +=
            "<td class=\"item\">\(escape(DisplayText.id(finding.contentId ?? "")))</td><td>\(prose(finding.message))"
        if let xpath = finding.xpath, !xpath.isEmpty { text += "<div class=\"path\">\(escape(xpath))</div>" }
        if showsRemedy, let remedy = finding.remedy { text += "<div>\(prose(Self.sentence(remedy)))</div>" }
        if let cause = finding.causedBy { text += "<div class=\"meta\">follows from \(escape(cause))</div>" }
        return text + "</td></tr>\n"
    }

    static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") || text.hasSuffix("?") ? "" : ".")
    }

    static func why(_ info: RuleInfo) -> String {
        let words = sentence(info.tag.meaning)
        return info.tag.isKnown || info.tag.description == "-"
            ? words : words + " Apple has not published this rule and may not require it."
    }

    private static func lead(_ reviewClass: ReviewClass) -> String {
        switch reviewClass {
        case .mustFix:
            "These findings prevent the ingestion of items or whole feeds, or violate requirements for partners. Fix them before delivery; "
                + "the evidence gives the source of each requirement."
        case .shouldFix:
            "These findings do not stop a feed, but a reviewer may object to them, or viewers will notice them."
        }
    }

    private func notRun(_ summary: ValidationSummary) -> String {
        guard !summary.notRun.isEmpty else { return "" }
        var text = "<section class=\"notRun\"><h2>Not checked</h2><table><thead><tr><th>Rules</th><th>Reason</th>"
        text += "<th>Remedy</th></tr></thead><tbody>\n"
        for entry in summary.notRun {
            text += "<tr><td title=\"\(escape(entry.rules.joined(separator: " ")))\">\(escape(entry.listed))</td>"
            text +=
                "<td>\(prose(Self.sentence(entry.reason)))</td><td>\(prose(Self.sentence(entry.remedy)))</td></tr>\n"
        }
        return text + "</tbody></table></section>\n"
    }

    private var legend: String {
        var text = "<section class=\"legend\"><h2>Evidence</h2><dl>\n"
        for (tag, name) in [
            ("S", "Apple's pages"), ("A", "Apple's documentation"), ("L", "partners' feeds"), ("I", "third parties"),
            ("D", "this project"),
        ] {
            let meaning = EvidenceTag(stringLiteral: tag)
            text += "<dt>\(evidence(meaning))</dt><dd>\(escape(Self.sentence(meaning.meaning)))"
            text += name == "this project" ? " Apple has not published such a rule.</dd>\n" : "</dd>\n"
        }
        return text
            + "</dl><p class=\"meta\">If a rule has several kinds of evidence, the strongest is shown.</p></section>"
    }
}
