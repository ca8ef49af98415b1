import UniversalMediaCatalog

/// CAT-DATE-RANGE: release, premiere and air dates in impossible years.
struct DateRange: CatalogItemRule {
    static let firstYear = 1_870

    static let info = RuleInfo(
        "CAT-DATE-RANGE", "Dates of release, premiere and broadcast are from 1870 to six years from now.",
        level: .warning, tag: "D", section: "umc-validation.md 3.2",
        remedy: "correct the year; without a known date, remove the element",
        bad: [
            RuleExample(.catalog, ">2025-10-03</originalReleaseDate>", ">1025-10-03</originalReleaseDate>"),
            RuleExample(.catalog, ">2025-10-03</originalReleaseDate>", ">2052-10-03</originalReleaseDate>"),
            RuleExample(.catalog, "<originalAirDate>2025-09-12<", "<originalAirDate>2205-09-12<"),
            // Two years and more after the release elsewhere.
            RuleExample(
                .catalog, ">2025-10-03</originalReleaseDate>",
                ">2025-10-03</originalReleaseDate><originalReleaseDate territory=\"FR\">2030-10-03</originalReleaseDate>"
            ),
            RuleExample(.catalog, ">2025-10-03</originalReleaseDate>", ">1970-01-01</originalReleaseDate>"),
            RuleExample(.sportsCatalog, "<startDate>2026-03-15T00:00:00Z<", "<startDate>1926-03-15T00:00:00Z<"),
            RuleExample(.catalog, "<originalPremiereDate>2026-05-08<", "<originalPremiereDate>1860-05-08<"),
            RuleExample(.sportsCatalog, "<startDate>2026-03-15T00:00:00Z<", "<startDate>2062-03-15T00:00:00Z<"),
        ],
        nearMisses: [
            RuleExample(.catalog, ">2025-10-03</originalReleaseDate>", ">1874-12-09</originalReleaseDate>"),
            RuleExample(.catalog, ">2025-10-03</originalReleaseDate>", ">2032-12-31</originalReleaseDate>"),
            RuleExample(
                .catalog, ">2025-10-03</originalReleaseDate>",
                ">2025-10-03</originalReleaseDate><originalReleaseDate territory=\"FR\">2027-10-03</originalReleaseDate>"
            ),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info else { return }
        var earliest = Int.max
        var latest: FeedNode?
        for node in block.children {
            switch node.name {
            case .originalReleaseDate, .originalPremiereDate, .originalAirDate, .startDate, .endDate: break
            default: continue
            }
            let text = node.text.trimmed
            // A date that is no date is reported by another rule.
            if text == "1970-01-01" || text == "1900-01-01" {
                findings.report(
                    info, at: node, remedy: "write the date; without a known date, remove the element",
                    "\(node.spelling) is \(text.shown), which programs write for an unknown date")
                continue
            }
            if item.type == .sportingEvent, text.count >= 10, let day = FeedTime.days(text[0..<10]),
                day < Self.firstEvent
            {
                findings.report(info, at: node, "\(node.spelling) is before 2000: \(text.shown)")
                continue
            }
            guard text.count >= 10, let day = FeedTime.days(text[0..<10]) else { continue }
            if node.name == .originalReleaseDate {
                earliest = min(earliest, day)
                if Double(day) * 86_400 > item.now + 730 * 86_400 { latest = node }
            }
            guard
                day < Self.firstDay || Double(day) * 86_400 > item.now + 2_190 * 86_400,
                let year = text[0..<4].decimal
            else { continue }
            if day < Self.firstDay {
                findings.report(
                    info, at: node, "\(node.spelling) is in \(year), before the first movies (\(Self.firstYear))")
            } else if year > Self.year(item.now) + 6 {
                findings.report(info, at: node, "\(node.spelling) is in \(year), more than six years from now")
                latest = nil
            }
        }
        guard let latest, Double(earliest) * 86_400 < item.now else { return }
        findings.report(
            info, at: latest,
            "the release on \(latest.text.trimmed.shown) is more than two years from now, but the movie was released on "
                + FeedTime.date(ofDay: earliest))
    }

    private static let firstEvent = FeedTime.days(2000, 1, 1)
    private static let firstDay = FeedTime.days(firstYear, 1, 1)

    private static func year(_ now: Double) -> Int {
        Int(FeedTime.date(ofDay: Int((now / 86_400).rounded(.down))).prefix(4)) ?? 1_970
    }
}
