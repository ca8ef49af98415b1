import HLS
import ReportText

/// The report as text for a terminal.
struct TextForm {
    let report: StreamReport

    var document: String {
        var lines = [DisplayText.line(report.facts.url)]
        for row in report.rows { lines.append("  " + describe(row)) }
        if !report.rows.isEmpty { lines.append("") }
        for finding in report.findings { lines += describe(finding) }
        if !report.findings.isEmpty { lines.append("") }
        for line in report.unexamined { lines.append("Not looked at: \(DisplayText.line(line))") }
        if report.facts.hasMedia {
            lines.append(
                "\(DisplayText.bytes(report.facts.byteCount)) in \(DisplayText.seconds(report.facts.seconds)).")
        }
        lines.append(DisplayText.line(report.verdict))
        return lines.joined(separator: "\n") + "\n"
    }

    private func describe(_ row: StreamReport.Row) -> String {
        var parts: [String] = []
        if !row.codecs.isEmpty { parts.append(row.codecs) }
        if let size = row.size { parts.append(size) }
        if let rate = row.framesPerSecond { parts.append("\(Words.decimal((rate * 100).rounded() / 100)) fps") }
        if let average = row.average, let peak = row.peak, row.measured > 0 {
            var text = "\(Words.kilobits(average)), peak \(Words.kilobits(peak))"
            if let declared = row.declaredPeak { text += " (declared \(Words.kilobits(Double(declared))))" }
            parts.append(text)
        }
        parts.append(
            row.segments.map { "\(DisplayText.count($0, "segment")), \(Words.seconds(row.seconds)) s" } ?? "not loaded")
        if let loudness = row.loudness {
            parts.append(loudness.isFinite ? "\(Words.decimal((loudness * 10).rounded() / 10)) LUFS" : "silent")
        }
        return DisplayText.padded(DisplayText.line(row.name), 30) + " "
            + DisplayText.line(parts.joined(separator: ", "))
    }

    private func describe(_ finding: StreamFinding) -> [String] {
        let rule = StreamRule.byIdentifier[finding.rule]
        var lines = ["\(finding.level.rawValue): \(DisplayText.line(finding.message)) [\(finding.rule)]"]
        lines.append("    where: \(DisplayText.line(Self.place(finding)))")
        if let rule { lines.append("    why: \(rule.reason)") }
        lines.append("    fix: \(DisplayText.line(finding.remedy))")
        return lines
    }

    /// Where a finding is, in words.
    static func place(_ finding: StreamFinding) -> String {
        let place = finding.place
        var parts: [String] = []
        if let name = place.name { parts.append(name) }
        if let segment = place.segment {
            parts.append("segment \(segment)" + (place.time.map { " at \(Words.seconds($0)) s" } ?? ""))
        }
        if let line = place.line { parts.append("line \(line)") }
        parts.append(place.url)
        if finding.count > 1 { parts.append("and \(finding.count - 1) more") }
        return parts.joined(separator: ", ")
    }
}
