import UniversalMediaCatalog

/// CAT-RELEASE: a missing release, air or premiere date.
struct ReleaseDate: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RELEASE", "Movies have a release date, episodes an air date, seasons a premiere date.", level: .warning,
        tag: "D", section: "umc-validation.md 3.2",
        remedy: "add the date of the first release anywhere, not the date on which the item was added",
        bad: [
            RuleExample(
                .catalog, "<originalReleaseDate territory=\"US\">2025-10-03</originalReleaseDate>", ""),
            RuleExample(.catalog, "<originalAirDate>2025-09-12</originalAirDate>", ""),
            RuleExample(
                .catalog,
                "<seasonNumber>1</seasonNumber>\n      <originalPremiereDate>2025-09-12</originalPremiereDate>",
                "<seasonNumber>1</seasonNumber>"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<originalReleaseDate territory=\"US\">2025-10-03</originalReleaseDate>",
                "<originalReleaseDate>1895-12-28</originalReleaseDate>")
        ])

    var types: ContentTypes { [.movie, .season, .episode] }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info else { return }
        let name: ElementName =
            switch item.type {
            case .movie: .originalReleaseDate
            case .season: .originalPremiereDate
            default: .originalAirDate
            }
        if !block.has(name) {
            findings.report(info, at: block, "the \(item.type.spelling) has no \(name.rawValue)")
        }
    }
}

/// CAT-SHOW-END: an endDate that contradicts the premiere or the status.
struct ShowEnd: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-SHOW-END",
        "A show ends after its premiere, is not running after its endDate, and has not ended before it.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.12", remedy: "correct the dates or the status",
        bad: [
            RuleExample(
                .catalog, "<network>Lantern Bay TV</network>",
                "<network>Lantern Bay TV</network><endDate>2024-12-20</endDate>"),
            RuleExample(
                .catalog, "<network>Lantern Bay TV</network>",
                "<network>Lantern Bay TV</network><endDate>2025-12-20</endDate><status>running</status>"),
            RuleExample(
                .catalog, "<network>Lantern Bay TV</network>",
                "<network>Lantern Bay TV</network><endDate>2026-12-20</endDate><status>ended</status>"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<network>Lantern Bay TV</network>",
                "<network>Lantern Bay TV</network><endDate>2025-09-12</endDate><status>ended</status>"),
            RuleExample(
                .catalog, "<network>Lantern Bay TV</network>",
                "<network>Lantern Bay TV</network><endDate>2026-12-20</endDate><status>running</status>"),
        ])

    var types: ContentTypes { .show }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info, let node = block.first(.endDate), let end = FeedTime.days(node.text.trimmed) else {
            return
        }
        if let premiere = block.first(.originalPremiereDate)?.text.trimmed, let start = FeedTime.days(premiere),
            end < start
        {
            findings.report(
                info, at: node, "the show ends on \(node.text.trimmed.shown), before its premiere on \(premiere.shown)")
        } else if let status = block.first(.status)?.text.trimmed, status == "running",
            Double(end) * 86_400 + 172_800 < item.now
        {
            findings.report(info, at: node, "the status is running, but the show ended on \(node.text.trimmed.shown)")
        } else if let status = block.first(.status)?.text.trimmed, status == "ended",
            Double(end) * 86_400 > item.now + 172_800
        {
            findings.report(info, at: node, "the status is ended, but the show ends on \(node.text.trimmed.shown)")
        }
    }
}

struct CountryForm: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-COUNTRY", "Countries are two-letter codes of ISO 3166-1, in upper case.", level: .error,
        tag: "D", section: "umc-catalog.md 4", remedy: "write a code such as US, GB or NZ",
        bad: [
            RuleExample(
                .catalog, "<productionCountry>NZ</productionCountry>", "<productionCountry>UK</productionCountry>"),
            RuleExample(.catalog, "territory=\"US\"", "territory=\"us\""),
            RuleExample(.sportsCatalog, "<country>CA</country>", "<country>Canada</country>"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<productionCountry>NZ</productionCountry>", "<productionCountry>GB</productionCountry>"),
            RuleExample(.sportsCatalog, "<country>CA</country>", "<country>AX</country>"),
        ])

    var types: ContentTypes { [.movie, .sportingEvent] }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info else { return }
        if item.type == .movie {
            for node in block.children {
                if node.name == .productionCountry {
                    check(node.text.trimmed, node, "productionCountry", &findings)
                } else if node.name == .originalReleaseDate, let territory = node[.territory] {
                    check(territory, node, "territory", &findings)
                }
            }
        } else if let node = block.first(.venue, .country) {
            check(node.text.trimmed, node, "country", &findings)
        }
    }

    private func check(_ code: FeedText, _ node: FeedNode, _ what: String, _ findings: inout Findings) {
        // Kosovo has a storefront, but no ISO code.
        guard !Countries.isCode(code), code != "XK" else { return }
        findings.report(
            info, at: node, remedy: Countries.nearest(to: code).map { "write `\($0)`" },
            "the \(what) \(code.shown) is not a country code of ISO 3166-1")
    }
}
