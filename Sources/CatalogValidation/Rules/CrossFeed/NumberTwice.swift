import UniversalMediaCatalog

struct EpisodeNumberTwice: IndexRule {
    static let info = RuleInfo(
        "CAT-EPISODE-DUP", "Episodes of a season with the same episodeNumber share a contentGroupId.",
        level: .warning, tag: "D", section: "umc-catalog.md 5",
        remedy: "correct episodeNumber, or give the cuts of one episode a common contentGroupId",
        bad: [
            RuleExample(
                .catalog, "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">", episode(2, 1),
                also: [("<totalItemCount>6<", "<totalItemCount>7<")])
        ],
        nearMisses: [
            RuleExample(
                .catalog, "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">", episode(3, 2),
                also: [("<totalItemCount>6<", "<totalItemCount>7<")]),
            RuleExample(
                .catalog, "<pubDate>2026-02-21T08:30:00Z</pubDate>",
                "<pubDate>2026-02-21T08:30:00Z</pubDate><contentGroupId>LB-GRP-2</contentGroupId>",
                also: [
                    (
                        "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">",
                        episode(2, 1, group: "LB-GRP-2")
                    ), ("<totalItemCount>6<", "<totalItemCount>7<"),
                ]),
        ])

    /// Returns another episode of the sample's season, followed by the next item's start tag.
    static func episode(_ id: Int, _ number: Int, group: String? = nil) -> String {
        """
          <item contentType="tv_episode" contentId="LB-EP-0100-010\(id)">
            <pubDate>2026-02-21T08:30:00Z</pubDate>\(group.map { "<contentGroupId>\($0)</contentGroupId>" } ?? "")
            <title locale="en-US">The Buoy Who Forgot the Sea</title>
            <description locale="en-US">A buoy comes ashore and asks everybody the way back to the water.</description>
            <genre>comedy</genre>
            <rating systemCode="us-tv">TV-PG</rating>
            <artwork url="https://img.example.org/LB-EP-0100-010\(id)/still.jpg" type="episode_still"/>
            <tvEpisodeInfo>
              <type>standard</type>
              <duration>1740</duration>
              <originalAirDate>2025-09-19</originalAirDate>
              <showContentId>LB-SHOW-0100</showContentId>
              <seasonContentId>LB-SEAS-0100-1</seasonContentId>
              <seasonNumber>1</seasonNumber>
              <episodeNumber>\(number)</episodeNumber>
            </tvEpisodeInfo>
          </item>
          <item contentType="tv_show" contentId="LB-SHOW-0200">
        """
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            catalog.forEachTwice(.episode) { entry in
                guard entry.flags.contains(.hasEpisodeNumber) else { return nil }
                if entry.season != 0 { return (UInt64(entry.season) << 32 | UInt64(entry.episodeNumber), 1) }
                guard entry.parent != 0, entry.flags.contains(.hasSeasonNumber) else { return nil }
                return (UInt64(entry.parent) << 32 | UInt64(entry.episodeNumber), UInt64(entry.seasonNumber) << 1)
            } _: { first, second in
                let (one, other) = (catalog.entries[first], catalog.entries[second])
                // Two items with one id are reported by another rule.
                guard one.group == 0 || one.group != other.group, one.id != other.id else { return }
                findings.report(
                    info, catalog, at: second, "tvEpisodeInfo/episodeNumber",
                    "episode \(other.episodeNumber) of this season is already \(catalog.id(first).quotedForMessage) "
                        + "in line \(one.line)")
            }
        }
    }
}

struct SeasonNumberTwice: IndexRule {
    static let info = RuleInfo(
        "CAT-SEASON-DUP", "The seasons of a show have different numbers.", level: .error, tag: "D",
        section: "umc-catalog.md 5",
        remedy: "correct seasonNumber; a season occurs once in the catalog",
        bad: [
            RuleExample(
                .catalog, "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">", season(1),
                also: [("<totalItemCount>6<", "<totalItemCount>7<")])
        ],
        nearMisses: [
            RuleExample(
                .catalog, "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">", season(0),
                also: [("<totalItemCount>6<", "<totalItemCount>7<")])
        ])

    /// Returns another season of the sample's show, followed by the next item's start tag.
    static func season(_ number: Int) -> String {
        """
          <item contentType="tv_season" contentId="LB-SEAS-0100-B">
            <pubDate>2026-02-20T12:00:00Z</pubDate>
            <title locale="en-US">Harbor of Small Machines</title>
            <artwork url="https://img.example.org/LB-SEAS-0100-B/square.jpg" type="cover_artwork_square" locales="en-US"/>
            <tvSeasonInfo>
              <showContentId>LB-SHOW-0100</showContentId>
              <seasonNumber>\(number)</seasonNumber>
              <originalPremiereDate>2025-09-12</originalPremiereDate>
            </tvSeasonInfo>
          </item>
          <item contentType="tv_show" contentId="LB-SHOW-0200">
        """
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            catalog.forEachTwice(.season) { entry in
                guard entry.flags.contains(.hasSeasonNumber), entry.parent != 0 else { return nil }
                return (UInt64(entry.parent) << 32 | UInt64(entry.seasonNumber), 0)
            } _: { first, second in
                guard catalog.entries[first].id != catalog.entries[second].id else { return }
                findings.report(
                    info, catalog, at: second, "tvSeasonInfo/seasonNumber",
                    "season \(catalog.entries[second].seasonNumber) of the show "
                        + "\(index.texts.quoted(catalog.entries[second].parent)) is already "
                        + "\(catalog.id(first).quotedForMessage) in line \(catalog.entries[first].line)")
            }
        }
    }
}

extension CatalogIndex {
    /// Finds items of one type that have the same key as an earlier item.
    /// - Parameters:
    ///   - key: returns the key of an item; nil: the item is skipped.
    ///   - body: receives the earlier item and the later one.
    func forEachTwice(_ type: ContentTypes, key: (Entry) -> (UInt64, UInt64)?, _ body: (Int, Int) -> Void) {
        func hash(_ key: (UInt64, UInt64)) -> UInt64 { FeedText.mix(key.0 ^ key.1 &* 0x9E37_79B9_7F4A_7C15) }
        var slots = SlotTable()
        for number in entries.indices where entries[number].type == type {
            guard let own = key(entries[number]) else { continue }
            let hashed = hash(own)
            let same = slots.find(hashed) { key(entries[$0]).map { $0 == own } ?? false }
            if let same {
                body(same, number)
            } else {
                slots.insert(number, hashed) { key(entries[$0]).map(hash) ?? 0 }
            }
        }
    }
}
