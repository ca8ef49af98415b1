import UniversalMediaCatalog

struct AirDateBeforePremiere: IndexRule {
    static let info = RuleInfo(
        "CAT-EPISODE-PREMIERE",
        "An episode does not air before the premiere of its show or season, nor a season before that of its show.",
        level: .warning, tag: "D",
        section: "umc-catalog.md 5",
        remedy: "correct originalAirDate, or the show's originalPremiereDate: the day of its first airing anywhere",
        bad: [
            RuleExample(
                .catalog, "<originalAirDate>2025-09-12<", "<originalAirDate>2025-09-11<"),
            RuleExample(
                .catalog, "<seasonNumber>1</seasonNumber>\n      <originalPremiereDate>2025-09-12<",
                "<seasonNumber>1</seasonNumber>\n      <originalPremiereDate>2025-09-13<"),
            RuleExample(
                .catalog, "<seasonNumber>1</seasonNumber>\n      <originalPremiereDate>2025-09-12<",
                "<seasonNumber>1</seasonNumber>\n      <originalPremiereDate>2015-09-12<"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<originalAirDate>2025-09-12<", "<originalAirDate>2025-09-13<"),
            // Specials of season 0 may air before the premiere.
            RuleExample(
                .catalog, "<originalAirDate>2025-09-12<", "<originalAirDate>2025-09-01<",
                also: [
                    (
                        "<seasonContentId>LB-SEAS-0100-1</seasonContentId>\n      <seasonNumber>1<",
                        "<seasonNumber>0<"
                    )
                ]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .episode || entry.type == .season, entry.date != .min else { continue }
                // Specials may precede the first season.
                if entry.flags.contains(.hasSeasonNumber), entry.seasonNumber == 0 { continue }
                let show = catalog.find(entry.parent, .show)
                let season = entry.type == .episode ? catalog.find(entry.season, .season) : nil
                guard
                    let later = [show, season].compactMap(\.self).first(where: { entry.date < catalog.entries[$0].date }
                    )
                else { continue }
                let isEpisode = entry.type == .episode
                findings.report(
                    info, catalog, at: number,
                    isEpisode ? "tvEpisodeInfo/originalAirDate" : "tvSeasonInfo/originalPremiereDate",
                    "\(isEpisode ? "originalAirDate" : "originalPremiereDate") is \(FeedTime.date(ofDay: Int(entry.date))), "
                        + "before the premiere of the \(later == show ? "show" : "season") \(catalog.id(later).quotedForMessage) on "
                        + "\(FeedTime.date(ofDay: Int(catalog.entries[later].date)))")
            }
        }
    }
}
