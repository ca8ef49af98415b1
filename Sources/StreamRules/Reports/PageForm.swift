import HLS
import Foundation
import ReportText

/// The report as one self-contained page: a summary, the measured values, graphs, and the findings by rule.
struct PageForm {
    private static let samplesPerRule = 20

    let report: StreamReport

    private func escape(_ text: String) -> String { DisplayText.xml(text) }

    var document: String {
        let facts = report.facts
        let graphs = GraphForm(facts: facts)
        var text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Stream report: \(escape(name))</title>
            <style>\(ReportPage.styleSheet)\(Self.styleSheet)</style>
            </head>
            <body>
            <header>
            <h1>Stream report: \(escape(name))</h1>
            <p class="meta path">\(escape(facts.url))</p>
            <p class="meta">\(date) &middot; avplayer \(escape(report.version)) &middot; \(DisplayText.bytes(facts.byteCount)) in \
            \(DisplayText.seconds(facts.seconds))</p>
            </header>
            <main>
            <p class="verdict \(report.isClean ? "good" : "bad")">\(escape(report.verdict))</p>
            \(cards)

            """
        // Faults come first; recommendations follow the measured values.
        if !report.isClean { text += findings }
        text += table
        if let rates = graphs.rates {
            text +=
                "<h2>Bit rate</h2>\n<p class=\"lead\">Each segment of the variants; dashed: BANDWIDTH, which includes the "
            text += "renditions.</p>\n<figure>\(rates)</figure>\n"
        }
        if let buffers = graphs.buffers {
            text +=
                "<h2>Buffer</h2>\n<p class=\"lead\">The buffer of a player on a network of each variant's BANDWIDTH, which "
            text +=
                "starts after the first segment. Where a line touches 0, playback stalls.</p>\n<figure>\(buffers)</figure>\n"
        }
        if report.isClean { text += findings }
        if !report.unexamined.isEmpty {
            text += "<h2>Not looked at</h2>\n<ul>"
            for line in report.unexamined { text += "<li>\(escape(line))</li>\n" }
            text += "</ul>\n"
        }
        return text + """
            </main>
            <footer>Made by avplayer inspect. It is not Apple's validator: players may still find faults in a stream that has none
            here.</footer>
            </body>
            </html>

            """
    }

    private var name: String {
        let path = report.facts.url.prefix { $0 != "?" && $0 != "#" }
        let parts = path.split(separator: "/").suffix(2)
        return parts.isEmpty ? report.facts.url : parts.joined(separator: "/")
    }

    private var date: String {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime]
        return formatter.string(from: report.now).replacing("T", with: " ").replacing("Z", with: " UTC")
    }

    private var cards: String {
        func card(_ name: String, _ value: Int, _ kind: String) -> String {
            "<div class=\"card \(value > 0 ? kind : "fine")\"><b>\(DisplayText.number(value))</b><span>\(name)</span></div>"
        }
        var text = "<div class=\"cards\">"
        if report.fatal != nil { text += card("fatal", report.count(.fatal), "mustFix") }
        text += card("errors", report.count(.error), "mustFix")
        text += card("warnings", report.count(.warning), "shouldFix")
        text +=
            "<div class=\"card\"><b>\(DisplayText.number(report.count(.info)))</b><span>recommendations</span></div>"
        let segments = report.rows.reduce(0) { $0 + $1.measured }
        text += "<div class=\"card\"><b>\(DisplayText.number(segments))</b><span>segments</span></div>"
        return text + "</div>"
    }

    private static let columns = [
        ("Playlist", ""), ("Codecs", "id"), ("Size", "nowrap"), ("Average", "number"), ("Peak", "number"),
        ("Declared", "number"), ("Segments", "number"), ("Duration", "number"),
    ]

    private var table: String {
        guard !report.rows.isEmpty else { return "" }
        var text = "<h2>Playlists</h2>\n<table class=\"values\"><thead><tr>"
        for (title, kind) in Self.columns {
            text += kind == "number" ? "<th class=\"number\">\(title)</th>" : "<th>\(title)</th>"
        }
        text += "</tr></thead><tbody>\n"
        for row in report.rows {
            text += "<tr>"
            for ((title, kind), value) in zip(Self.columns, Self.values(row)) {
                // On phones, each row is a list of values with the columns' titles in front.
                text += "<td class=\"\(kind)\" data-title=\"\(title)\">\(escape(value))</td>"
            }
            text += "</tr>\n"
        }
        return text + "</tbody></table>\n"
    }

    /// The values of a row, in the order of the columns.
    private static func values(_ row: StreamReport.Row) -> [String] {
        func rate(_ value: Double?) -> String { value.map { row.measured > 0 ? Words.kilobits($0) : "" } ?? "" }
        var size = row.size ?? ""
        if let frames = row.framesPerSecond {
            size += (size.isEmpty ? "" : " ") + "\(Words.decimal((frames * 100).rounded() / 100)) fps"
        }
        return [
            row.name, row.codecs, size, rate(row.average), rate(row.peak),
            row.declaredPeak.map { Words.kilobits(Double($0)) } ?? "",
            row.segments.map { DisplayText.number($0) } ?? "not loaded",
            row.segments == nil ? "" : "\(Words.seconds((row.seconds * 10).rounded() / 10)) s",
        ]
    }

    private var findings: String {
        var groups: [(rule: String, level: StreamRule.Level, findings: [StreamFinding])] = []
        for finding in report.findings {
            if let index = groups.firstIndex(where: { $0.rule == finding.rule && $0.level == finding.level }) {
                groups[index].findings.append(finding)
            } else {
                groups.append((finding.rule, finding.level, [finding]))
            }
        }
        guard !groups.isEmpty else { return "" }
        var text = "<h2>Findings</h2>\n"
        for group in groups { text += section(group.rule, group.level, group.findings) }
        return text
    }

    private func section(_ id: String, _ level: StreamRule.Level, _ findings: [StreamFinding]) -> String {
        let kind = level >= .error ? "mustFix" : level == .warning ? "shouldFix" : "info"
        let total = findings.reduce(0) { $0 + $1.count }
        var text = "<section class=\"rule \(kind)\"><h3><span class=\"id\">\(escape(id))</span> "
        text += "<span class=\"chip \(level == .fatal ? "error" : level.rawValue)\">\(level.rawValue)</span> "
        text += "<span class=\"total\">\(DisplayText.count(total, "place"))</span></h3>\n<dl>"
        if let rule = StreamRule.byIdentifier[id] {
            text += "<dt>Rule</dt><dd>\(escape(rule.summary))</dd><dt>Why</dt><dd>\(escape(rule.reason))</dd>"
            text += "<dt>Source</dt><dd>\(escape(rule.source))</dd>"
        }
        let remedies = Set(findings.map(\.remedy))
        if remedies.count == 1, let remedy = remedies.first { text += "<dt>Fix</dt><dd>\(escape(remedy))</dd>" }
        text += "</dl>\n<ul class=\"found\">"
        for finding in findings.prefix(Self.samplesPerRule) {
            text += "<li>\(escape(finding.message))"
            if remedies.count > 1 { text += " <span class=\"meta\">\(escape(finding.remedy))</span>" }
            text += "<div class=\"path\">\(escape(TextForm.place(finding)))</div></li>\n"
        }
        text += "</ul>"
        if findings.count > Self.samplesPerRule {
            text += "<p class=\"more\">and \(DisplayText.number(findings.count - Self.samplesPerRule)) more</p>"
        }
        return text + "</section>\n"
    }

    private static let styleSheet = """

        .verdict { font-size: 1.1rem; font-weight: 600; margin: 1rem 0 0; overflow-wrap: anywhere; }
        figure { margin: 0 0 1rem; } svg { width: 100%; height: auto; display: block; }
        .values td { overflow-wrap: break-word; } h2 + .rule { margin-top: .7rem; }
        .grid { stroke: var(--line); stroke-width: 1; } .tick { fill: var(--dim); font-size: 11px; }
        .line { fill: none; stroke-width: 1.8; stroke-linejoin: round; } .dashed { stroke-dasharray: 4 4; stroke-width: 1; opacity: .7; }
        .c0 { stroke: #3478c8; background: #3478c8; } .c1 { stroke: #c9622b; background: #c9622b; }
        .c2 { stroke: #3a9a5b; background: #3a9a5b; } .c3 { stroke: #9a5bc0; background: #9a5bc0; }
        .c4 { stroke: #b8912a; background: #b8912a; } .c5 { stroke: #2a9d9d; background: #2a9d9d; }
        .c6 { stroke: #c04a78; background: #c04a78; } .c7 { stroke: #76808c; background: #76808c; }
        .legend { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1rem; padding: 0; margin: .3rem 0; font-size: .85rem; }
        .swatch { display: inline-block; width: .8rem; height: .8rem; border-radius: .2rem; margin-right: .35rem; vertical-align: -1px; }
        .found { padding-left: 1.1rem; margin: 0 0 .5rem; } .found li { margin-bottom: .4rem; overflow-wrap: anywhere; }
        .found .path { color: var(--dim); font-size: .78em; } .rule.info { border-left-color: var(--line); }
        dd { overflow-wrap: anywhere; min-width: 0; }
        @media (max-width: 40rem) { body { padding: 1.2rem 1rem 2rem; } .card { min-width: 40%; padding: .5rem .7rem; }
          .tick { font-size: 22px; } }
        @media screen and (max-width: 52rem) {
          .values, .values tbody, .values tr, .values td { display: block; } .values thead, .values td:empty { display: none; }
          .values tr { border-bottom: 1px solid var(--line); padding: .5rem 0; } .values td:first-child { font-weight: 600; }
          .values td { border: 0; padding: .05rem 0; } .values td.number { text-align: left; padding-right: 0; }
          .values td:not(:first-child) { display: grid; grid-template-columns: 6.5rem 1fr; white-space: normal;
            align-items: baseline; }
          .values td:not(:first-child):empty { display: none; }
          .values td:not(:first-child)::before { content: attr(data-title); color: var(--dim); font: 15px/1.5 system-ui, sans-serif; } }
        @media print { .values { font-size: .9em; } }

        """
}
