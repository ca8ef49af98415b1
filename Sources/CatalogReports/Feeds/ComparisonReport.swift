import Foundation
import ReportText
import UniversalMediaCatalog

/// A comparison of two builds as a report.
public enum ComparisonReport {
    public enum Format: String, Sendable, CaseIterable {
        case text, json, html, markdown
    }

    /// - Parameter lowest: the lowest weight of the changes that are listed; the numbers in the summary include all.
    public static func text(
        _ comparison: FeedComparison, as format: Format, from lowest: FeedComparison.Weight = .note
    ) -> String {
        var listed = comparison
        listed.changes.removeAll { $0.weight < lowest }
        return switch format {
        case .text: plain(listed)
        case .json: json(listed)
        case .html: ComparisonPage(listed).text
        case .markdown: markdown(listed)
        }
    }

    static func summary(_ comparison: FeedComparison) -> String {
        let noun = comparison.kind == .manifest ? ("entry", "entries") : ("item", "items")
        return
            "\(DisplayText.count(comparison.oldItems, noun.0, noun.1)) before, \(DisplayText.number(comparison.newItems)) now: "
            + "\(DisplayText.number(comparison.added)) added, \(DisplayText.number(comparison.removed)) removed, "
            + "\(DisplayText.number(comparison.changed)) changed"
    }

    private static func plain(_ comparison: FeedComparison) -> String {
        var lines: [String] = []
        for change in comparison.changes {
            let mark =
                switch change.weight {
                case .alarming: "!!"
                case .notable: " !"
                case .note: "  "
                }
            lines.append(
                "\(mark) \(change.contentId.map { "\(DisplayText.id($0)): " } ?? "")\(DisplayText.line(change.message))"
            )
        }
        for (kind, count) in comparison.more.sorted(by: { $0.key < $1.key }) {
            lines.append("   and \(DisplayText.number(count)) more of kind `\(kind)`")
        }
        if !lines.isEmpty { lines.append("") }
        return (lines + [summary(comparison)]).joined(separator: "\n") + "\n"
    }

    private static func json(_ comparison: FeedComparison) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // All values are texts and whole numbers, which can be encoded.
        guard let data = try? encoder.encode(comparison) else { return "{}\n" }
        return JSONText.escaped(String(decoding: data, as: UTF8.self)) + "\n"
    }

    // MARK: Markdown

    /// Maximum number of rows of a table.
    static let markdownRows = 200
    /// Maximum number of bytes of all tables: a comment on a pull request has at most 65,536 characters.
    static let markdownBytes = 60_000

    private static func markdown(_ comparison: FeedComparison) -> String {
        var text = "### \(cell(name(comparison.new))) compared with \(cell(name(comparison.old)))\n\n"
        text += "\(summary(comparison)).\n"
        for weight in FeedComparison.Weight.allCases.reversed() {
            let changes = comparison.changes.filter { $0.weight == weight }
            guard !changes.isEmpty else { continue }
            let heading = "\(weight.title): \(DisplayText.number(changes.count))"
            text += weight == .note ? "\n<details>\n<summary>\(heading)</summary>\n\n" : "\n#### \(heading)\n\n"
            text += "| item | change | before | after |\n| --- | --- | --- | --- |\n"
            var rows = 0
            for row in changes.prefix(markdownRows).lazy.map(markdownRow) {
                guard text.utf8.count + row.utf8.count <= markdownBytes else { break }
                text += row
                rows += 1
            }
            if changes.count > rows { text += "\nand \(DisplayText.number(changes.count - rows)) more\n" }
            if weight == .note { text += "\n</details>\n" }
        }
        let more = comparison.more.values.reduce(0, +)
        if more > 0 { text += "\n\(DisplayText.number(more)) further changes are only counted.\n" }
        return text
    }

    private static func markdownRow(_ change: FeedComparison.Change) -> String {
        let field = change.field ?? change.message
        let values = ChangedValues(change.old, change.new, maximum: 160)
        return "| \(change.contentId.map(code) ?? "the feed") | \(change.field == nil ? cell(field) : code(field))"
            + "\(change.remark.map { "<br>\($0)" } ?? "") | \(cell(values.old)) | \(cell(values.new)) |\n"
    }

    /// Returns the last part of a path.
    static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private static func code(_ text: String) -> String {
        guard !text.isEmpty else { return "" }
        guard !text.contains(where: { $0 == "`" || $0 == "|" || $0.isNewline }) else { return cell(text) }
        return "`\(DisplayText.line(text))`"
    }

    /// Escapes a text for a cell of a table: neither Markdown nor HTML in it has an effect.
    private static func cell(_ text: String?) -> String {
        guard let text else { return "" }
        var result = ""
        let short = text.count > 400 ? text.prefix(399) + "…" : text
        for scalar in DisplayText.line(short).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "|", "`", "*", "_", "[", "]", "\\", "#", "~", "@", "!": result += "\\\(scalar)"
            // Without this, a URL or the name of a user would become a link.
            case ":" where result.hasSuffix("http") || result.hasSuffix("https"): result += "<span>:</span>"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension FeedComparison.Change {
    /// Why a change is alarming, where the values alone do not show it.
    fileprivate var remark: String? {
        switch kind {
        case "type": "an id must not be reused"
        case "identity": "readers identify the feed by this value"
        default: nil
        }
    }
}

extension FeedComparison.Weight {
    /// The name for readers.
    var title: String {
        switch self {
        case .alarming: "Alarming"
        case .notable: "Notable"
        case .note: "Notes"
        }
    }
}

/// A comparison as one HTML page without scripts and external resources.
struct ComparisonPage {
    private let comparison: FeedComparison

    init(_ comparison: FeedComparison) { self.comparison = comparison }

    var text: String {
        let title =
            "\(escape(ComparisonReport.name(comparison.new))) compared with \(escape(ComparisonReport.name(comparison.old)))"
        var text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>\(ReportPage.styleSheet)</style>
            </head>
            <body>
            <header>
            <h1>\(title)</h1>
            <p class="meta">\(escape(comparison.old)) &rarr; \(escape(comparison.new))</p>
            </header>
            <main>
            \(cards)

            """
        if comparison.changes.isEmpty { text += "<p class=\"good\">No differences are listed.</p>\n" }
        for weight in FeedComparison.Weight.allCases.reversed() { text += section(weight) }
        let more = comparison.more.values.reduce(0, +)
        if more > 0 { text += "<p class=\"more\">\(DisplayText.number(more)) further changes are only counted.</p>\n" }
        return text
            + "</main>\n<footer>Made by umc, the open validator of Universal Media Catalog feeds.</footer>\n</body>\n</html>\n"
    }

    private func escape(_ text: String) -> String { DisplayText.xml(text) }

    private var cards: String {
        func card(_ name: String, _ count: Int, _ kind: String = "") -> String {
            "<div class=\"card \(kind)\"><b>\(DisplayText.number(count))</b><span>\(name)</span></div>"
        }
        let alarming = comparison.changes.count { $0.weight == .alarming }
        let notable = comparison.changes.count { $0.weight == .notable }
        return "<div class=\"cards\">" + card("alarming", alarming, alarming > 0 ? "mustFix" : "fine")
            + card("notable", notable, notable > 0 ? "shouldFix" : "fine") + card("added", comparison.added)
            + card("removed", comparison.removed) + card("changed", comparison.changed)
            + card("items now", comparison.newItems) + "</div>"
    }

    private func section(_ weight: FeedComparison.Weight) -> String {
        let changes = comparison.changes.filter { $0.weight == weight }
        guard !changes.isEmpty else { return "" }
        let kind = weight == .alarming ? "mustFix" : weight == .notable ? "shouldFix" : ""
        var text =
            "<h2 class=\"\(kind)\">\(weight.title)</h2>\n<table class=\"samples changes\"><thead><tr><th>Item</th>"
        text += "<th>Change</th><th>Before</th><th>After</th></tr></thead><tbody>\n"
        for change in changes {
            text += "<tr><td class=\"item\">\(change.contentId.map { escape(DisplayText.id($0)) } ?? "the feed")</td>"
            if let field = change.field {
                let remark = change.remark.map { "<div>\(escape($0))</div>" } ?? ""
                text += "<td class=\"path\">\(escape(field))\(remark)</td>"
                let values = ChangedValues(change.old, change.new, maximum: 400)
                text += "<td><bdi>\(value(values.old))</bdi></td><td><bdi>\(value(values.new))</bdi></td></tr>\n"
            } else {
                text += "<td colspan=\"3\">\(escape(change.message))</td></tr>\n"
            }
        }
        return text + "</tbody></table>\n"
    }

    private func value(_ text: String?) -> String {
        guard let text else { return "<span class=\"meta\">&ndash;</span>" }
        return escape(text)
    }
}
