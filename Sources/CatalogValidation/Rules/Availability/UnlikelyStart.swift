import UniversalMediaCatalog

/// AV-WINDOW-RANGE: a window start in an implausible year.
struct UnlikelyStart: OfferRule {
    static let info = RuleInfo(
        "AV-WINDOW-RANGE",
        "A window begins after 1969 and within 365 days from now, lasts five minutes or more, and ends within twenty years.",
        level: .info, tag: "D",
        section: "umc-availability.md 5.2", remedy: "check the year",
        bad: [
            RuleExample(
                .availability, "<windowStart>2025-09-12T00:00:00-08:00</windowStart>",
                "<windowStart>1925-09-12T00:00:00-08:00</windowStart>"),
            RuleExample(
                .availability, "<windowStart>2025-09-12T00:00:00-08:00</windowStart>",
                "<windowStart>1970-01-01T00:00:00Z</windowStart>"),
            RuleExample(
                .availability, "<windowStart>2026-04-01T00:00:00-08:00</windowStart>",
                "<windowStart>2027-04-01T00:00:00-08:00</windowStart>",
                also: [
                    (
                        "<windowEnd>2026-04-08T00:00:00-08:00</windowEnd>",
                        "<windowEnd>2027-04-08T00:00:00-08:00</windowEnd>"
                    )
                ]),
            RuleExample(
                .availability, "<windowEnd>2026-04-08T00:00:00-08:00</windowEnd>",
                "<windowEnd>2026-04-01T00:01:00-08:00</windowEnd>"),
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2062-12-31T23:59:59-08:00</windowEnd>"),
        ],
        nearMisses: [
            RuleExample(
                .availability, "<windowStart>2025-09-12T00:00:00-08:00</windowStart>",
                "<windowStart>2000-01-01T00:00:00Z</windowStart>"),
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2099-12-31T23:59:59-08:00</windowEnd>"),
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard let start = offer.start, let node = offer.startNode else { return }
        if start < 0 {
            findings.report(
                info, at: node, level: .warning, "\(offer.called) begins before 1970, at \(node.text.trimmed.cut)")
        } else if start == 0 {
            findings.report(
                info, at: node, level: .warning, remedy: "write the start of the licence",
                "\(offer.called) begins at 1970-01-01T00:00:00Z, which programs write for a missing time")
        } else if start - offer.now > 365 * 86_400 {
            findings.report(
                info, at: node, level: start - offer.now > 2 * 365 * 86_400 ? .warning : nil,
                "\(offer.called) begins more than a year from now, at \(node.text.trimmed.cut)")
        }
        if let end = offer.end, let node = offer.endNode, end > start, end - start < 300 {
            findings.report(
                info, at: node, level: .warning, remedy: "check whether both times are of the same day and offset",
                "\(offer.called) lasts only \(Int(end - start)) s")
        }
        guard let end = offer.end, let node = offer.endNode, end - offer.now > 20 * 365 * 86_400 else { return }
        guard end - offer.now > 100 * 365 * 86_400 else { return checkYear(end, node, offer, &findings) }
        findings.report(
            info, at: node, level: .warning, remedy: "leave out windowEnd if the offer has no end",
            "\(offer.called) ends in more than a hundred years, at \(node.text.trimmed.cut)")
    }

    /// Reports an end in more than twenty years. Round years, and those from 2090 on, stand for 'without end'.
    private func checkYear(_ end: Double, _ node: FeedNode, _ offer: OfferView, _ findings: inout Findings) {
        let text = node.text.trimmed
        guard text.count > 4, let year = text[0..<4].decimal, year < 2_090, year % 10 != 0, year % 10 != 9 else {
            return
        }
        findings.report(
            info, at: node, level: .warning, remedy: "check the year, or leave out windowEnd if the offer has no end",
            "\(offer.called) ends in more than twenty years, at \(text.cut)")
    }
}
