import UniversalMediaCatalog

/// CAT-GROUP-WORK: a contentGroupId of another work.
struct GroupOfWorks: IndexRule {
    static let info = RuleInfo(
        "CAT-GROUP-WORK",
        "Movies with one contentGroupId are versions of one work: not all of their title, date and duration differ.",
        level: .warning, tag: "S/D", section: "umc-catalog.md 3.2", remedy: "give each work its own contentGroupId",
        bad: [
            RuleExample(.catalog, tail, other("Tin Harbor", "1961-05-05", 5400) + tail, also: more),
            RuleExample(.catalog, tail, other("The Paper Lighthouse", "1961-05-05", 6120) + tail, also: more),
            RuleExample(.catalog, "<contentGroupId>LB-GRP-0001<", "<contentGroupId>LB-SHOW-0100<"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<contentGroupId>LB-GRP-0001<", "<contentGroupId>LB-MOV-0001<"),
            RuleExample(.catalog, tail, other("The Paper Lighthouse", "1961-05-05", 5400) + tail, also: more),
            RuleExample(.catalog, tail, other("The Lighthouse of Paper", "1961-05-05", 6300) + tail, also: more),
            RuleExample(.catalog, tail, other("Tin Harbor", "2025-11-03", 5400) + tail, also: more),
        ])

    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"
    private static let more = [("<totalItemCount>6<", "<totalItemCount>7<")]

    private static func other(_ title: String, _ date: String, _ duration: Int) -> String {
        """
          <item contentType="movie" contentId="LB-MOV-0002">
            <pubDate>2026-02-27T09:15:00Z</pubDate>
            <contentGroupId>LB-GRP-0001</contentGroupId>
            <title locale="en-US">\(title)</title>
            <description locale="en-US">A welder builds a harbor of tin for the boats that he can no longer sail.</description>
            <genre>drama</genre>
            <rating systemCode="mpaa">PG</rating>
            <artwork url="https://img.example.org/LB-MOV-0002/cover-h.jpg" type="cover_artwork_horizontal" locales="en-US"/>
            <movieInfo>
              <duration>\(duration)</duration>
              <originalReleaseDate>\(date)</originalReleaseDate>
            </movieInfo>
          </item>

        """
    }

    /// In days.
    private static let year: Int32 = 366

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            var repeated = RepeatedHashes(count: catalog.entries.count)
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                if entry.group != 0, entry.type == .movie { repeated.add(UInt64(entry.group)) }
            }
            checkNames(catalog, &findings)
            guard !repeated.isEmpty else { continue }
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.group != 0, entry.type == .movie, let first = repeated.first(UInt64(entry.group), number)
                else { continue }
                if Self.hasOtherDate(entry, catalog.entries[first]) {
                    findings.report(
                        info, catalog, at: number, "movieInfo/originalReleaseDate", level: .info,
                        remedy: "check whether one of the dates is that of the version, or mistyped",
                        "the movie is of \(FeedTime.date(ofDay: Int(entry.date))), but \(catalog.id(first).quotedForMessage) "
                            + "of the same group and title of \(FeedTime.date(ofDay: Int(catalog.entries[first].date)))"
                    )
                }
                guard Self.isOther(entry, catalog.entries[first]) else { continue }
                findings.report(
                    info, catalog, at: number, "contentGroupId",
                    "the contentGroupId is also that of \(catalog.id(first).quotedForMessage) in line "
                        + "\(catalog.entries[first].line), which has another title, date and duration")
            }
        }
    }

    /// Reports a group that is named by the id of a movie with another title that is not in it.
    private func checkNames(_ catalog: CatalogIndex, _ findings: inout IndexFindings) {
        for number in catalog.entries.indices {
            let entry = catalog.entries[number]
            guard entry.group != 0, entry.type == .movie, let named = catalog.find(entry.group), named != number,
                catalog.entries[named].group != entry.group, catalog.entries[named].titleKey != entry.titleKey
            else { continue }
            findings.report(
                info, catalog, at: number, "contentGroupId",
                remedy: "correct the contentGroupId, or write it at the other item, too",
                "the contentGroupId is the contentId of the \(catalog.entries[named].type.spelling) in line "
                    + "\(catalog.entries[named].line), which has another title and is not in the group")
        }
    }

    private static func hasOtherDate(_ one: CatalogIndex.Entry, _ other: CatalogIndex.Entry) -> Bool {
        one.titleKey != 0 && one.titleKey == other.titleKey && one.date != .min && other.date != .min
            && abs(one.date - other.date) > year && one.seconds == other.seconds && one.seconds > 0
    }

    private static func isOther(_ one: CatalogIndex.Entry, _ other: CatalogIndex.Entry) -> Bool {
        guard one.titleKey != 0, other.titleKey != 0, one.titleKey != other.titleKey, one.date != .min,
            other.date != .min, abs(one.date - other.date) > year, one.seconds > 0, other.seconds > 0
        else { return false }
        let (short, long) = (min(one.seconds, other.seconds), max(one.seconds, other.seconds))
        // Cuts of a work differ by some minutes.
        return (long - short) * 20 > long * 3 / 2
    }
}
