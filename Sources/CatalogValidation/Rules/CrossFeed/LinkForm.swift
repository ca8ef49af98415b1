import UniversalMediaCatalog

/// AV-LOC-FORM: a link with a misspelt path.
struct LinkForm: IndexRule {
    static let info = RuleInfo(
        "AV-LOC-FORM", "The path of a link is not spelt almost like that of the other links.",
        level: .warning, tag: "D", section: "umc-availability.md 3",
        remedy: "correct the path of the link", class: .shouldFix,
        bad: [
            RuleExample(
                .availability, "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play/LB-EP-0100-0101",
                "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/paly/LB-EP-0100-0101",
                also: [
                    (tail, LinkForm.episodes + tail), ("<totalItemCount>4<", "<totalItemCount>9<"),
                    (
                        "lanternbay://play/LB-EP-0100-0101?cid=tvapp",
                        "https://tv.example.org/play/LB-EP-0100-0101?cid=tvapp"
                    ),
                ])
        ],
        nearMisses: [
            RuleExample(
                .availability, "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play/LB-MOV-0001",
                "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/movies/LB-MOV-0001",
                also: [(tail, LinkForm.episodes + tail), ("<totalItemCount>4<", "<totalItemCount>9<")])
        ])

    private static let tail = "  </service>"

    /// Further episodes with links.
    private static let episodes = (102...106).map { number in
        let links = ["atv", "ios"].map {
            "<locator platform=\"\($0)\" action=\"play\" url=\"https://tv.example.org/play/LB-EP-0100-0\(number)?cid=tvapp\"/>"
        }
        return """
            <item contentType="tv_episode" contentId="LB-EP-0100-0\(number)" catalogId="org.example.lanternbay.catalog">
              <pubDate>2026-02-21T08:35:00Z</pubDate>
              <locators>\(links.joined())</locators>
              <offers><offer><offeringType>account</offeringType><windowStart>2025-09-12T00:00:00-08:00</windowStart></offer></offers>
            </item>

            """
    }.joined()

    /// How many times as often the usual form occurs.
    private static let majority = 5

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            let templates = feed.links.templates
            guard templates.count > 1, templates.count < LinkFacts.mostTemplates else { continue }
            for template in templates {
                check(template, \.open, "open", feed, &findings)
                check(template, \.play, "play", feed, &findings)
            }
        }
    }

    private func check(
        _ template: LinkFacts.Template, _ action: KeyPath<LinkFacts.Template, LinkFacts.Use>, _ name: String,
        _ feed: AvailabilityIndex, _ findings: inout IndexFindings
    ) {
        let use = template[keyPath: action]
        guard use.count > 0,
            let usual = feed.links.templates.first(where: {
                $0[keyPath: action].count >= use.count * Self.majority
                    && Self.isMisspelling(template.beginning, of: $0.beginning)
            })
        else { return }
        findings.report(
            info, feed, at: Int(use.entry), "locators/locator[\(use.place)]/@url",
            "the `\(name)` link begins with \(template.beginning.quotedForMessage), but "
                + "\(usual[keyPath: action].count) links of the feed with \(usual.beginning.quotedForMessage)")
    }

    /// Returns whether two paths differ in one part of four or more letters, by one letter or by two that changed places.
    private static func isMisspelling(_ one: String, of other: String) -> Bool {
        let parts = one.split(separator: "/", omittingEmptySubsequences: false)
        let others = other.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == others.count, parts.count > 3, parts[2] == others[2] else { return false }
        let different = parts.indices.filter { parts[$0] != others[$0] }
        guard different.count == 1, let place = different.first else { return false }
        // A plural or a number makes another path.
        guard min(parts[place].utf8.count, others[place].utf8.count) >= 4, parts[place] + "s" != others[place],
            others[place] + "s" != parts[place]
        else { return false }
        return MisspeltServer.isMisspelling("a" + parts[place], of: "a" + others[place])
    }
}
