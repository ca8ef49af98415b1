import Foundation
import UniversalMediaCatalog

/// CAT-SEASON-TITLE: a season or an episode whose title has another number than its details.
struct SeasonTitle: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-SEASON-TITLE", "The number in the title of a season or an episode is its seasonNumber or episodeNumber.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.13",
        remedy: "correct the number in the title, or the seasonNumber or episodeNumber", class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, from, "<title locale=\"en-US\">Harbor of Small Machines: Season 2</title>\n    <artwork"),
            RuleExample(.catalog, from, "<title locale=\"en-US\">Season 2</title>\n    <artwork"),
            RuleExample(.catalog, ">The Crane Who Collected Bells<", ">Episode 7<"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, from, "<title locale=\"en-US\">Harbor of Small Machines: Season 1</title>\n    <artwork"),
            RuleExample(.catalog, from, "<title locale=\"en-US\">Harbor of Small Machines 2</title>\n    <artwork"),
            RuleExample(.catalog, from, "<title locale=\"en-US\">Season 2026</title>\n    <artwork"),
            RuleExample(.catalog, ">The Crane Who Collected Bells<", ">Episode 7 Was Lost<"),
            RuleExample(.catalog, ">The Crane Who Collected Bells<", ">Episode 1<"),
        ])

    private static let from = "<title locale=\"en-US\">Harbor of Small Machines</title>\n    <artwork"

    var types: ContentTypes { [.season, .episode] }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        let isSeason = item.type == .season
        guard let number = item.info?.first(isSeason ? .seasonNumber : .episodeNumber)?.text.trimmed.decimal else {
            return
        }
        item.forEachDefaultTitle { title in
            let text = title.text.trimmed
            guard let last = text.bytes.last, isDigit(last), text.count <= 255 else { return }
            var start = text.count
            while start > 0, isDigit(text[start - 1]) { start -= 1 }
            // A year names a season, too, and an episode may be counted from the first one of the show.
            guard text.count - start <= 2, let named = text[start..<text.count].decimal, named != number,
                start > 4, text[start - 1] == 32
            else { return }
            var word = start - 1
            while word > 0, text[word - 1] != 32 { word -= 1 }
            let label = text[word..<start - 1].string.lowercased()
            guard isSeason ? Self.seasons.contains(label) : word == 0 && Self.episodes.contains(label) else { return }
            findings.report(
                info, at: title,
                "the title is \(text.shown), but the \(isSeason ? "seasonNumber" : "episodeNumber") is \(number)")
        }
    }

    private static let seasons: Set<String> = [
        "season", "series", "staffel", "saison", "temporada", "stagione", "seizoen", "säsong", "sæson", "sesong",
        "kausi",
        "сезон", "sezon", "seria", "시즌",
    ]
    private static let episodes: Set<String> = [
        "episode", "folge", "épisode", "episodio", "episódio", "aflevering", "avsnitt", "afsnit", "jakso", "серия",
        "odcinek",
    ]
}
