import UniversalMediaCatalog

/// CAT-EPISODE-ORDER: an episode that aired before the one with the previous number, or a premiere that is not its first episode's.
struct OrderOfEpisodes: IndexRule {
    static let info = RuleInfo(
        "CAT-EPISODE-ORDER",
        "The episodes of a season air in the order of their numbers, the first on the day of the premiere.",
        level: .info, tag: "D", section: "umc-catalog.md 5",
        remedy: "check the dates; a difference of more than 300 days is a mistake in a year", class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, tail, EpisodeNumberTwice.episode(2, 2), also: [count, (date, "<originalAirDate>2025-10-12<")]),
            RuleExample(
                .catalog, tail, EpisodeNumberTwice.episode(2, 2), also: [count, (date, "<originalAirDate>2026-09-19<")]),
            RuleExample(
                .catalog, tail,
                EpisodeNumberTwice.episode(2, 2).replacing(tail, with: "")
                    + EpisodeNumberTwice.episode(3, 13)
                    .replacing("The Buoy Who Forgot the Sea", with: "The Anchor Who Learned to Swim")
                    .replacing("A buoy comes ashore", with: "An anchor comes ashore"),
                also: [("<totalItemCount>6<", "<totalItemCount>8<")]),
            RuleExample(
                .catalog, tail,
                EpisodeNumberTwice.episode(2, 2).replacing(tail, with: "")
                    .replacing("2025-09-19", with: "2025-09-15")
                    + EpisodeNumberTwice.episode(3, 3).replacing("2025-09-19", with: "2026-09-22")
                    .replacing("The Buoy Who Forgot the Sea", with: "The Anchor Who Learned to Swim")
                    .replacing("A buoy comes ashore", with: "An anchor comes ashore"),
                also: [("<totalItemCount>6<", "<totalItemCount>8<")]),
            RuleExample(
                .catalog, tail,
                EpisodeNumberTwice.episode(3, 3).replacing(tail, with: "")
                    + EpisodeNumberTwice.episode(2, 2).replacing("2025-09-19", with: "2025-09-26")
                    .replacing("The Buoy Who Forgot the Sea", with: "The Anchor Who Learned to Swim")
                    .replacing("A buoy comes ashore", with: "An anchor comes ashore"),
                also: [("<totalItemCount>6<", "<totalItemCount>8<")]),
            RuleExample(.catalog, date, "<originalAirDate>2025-10-01<"),
            RuleExample(.catalog, date, "<originalAirDate>2026-09-12<"),
        ],
        nearMisses: [
            RuleExample(.catalog, tail, EpisodeNumberTwice.episode(2, 2), also: [count]),
            RuleExample(.catalog, date, "<originalAirDate>2025-09-14<"),
        ])

    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"
    private static let count = ("<totalItemCount>6<", "<totalItemCount>7<")
    private static let date = "<originalAirDate>2025-09-12<"

    /// In days.
    private static let year: Int32 = 300
    private static let week: Int32 = 7

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            var before: Int?
            var earlier: Int?
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .episode, entry.date != .min, entry.season != 0 else { continue }
                checkPremiere(number, catalog, &findings)
                if let last = before {
                    check(number, last, earlier, catalog, &findings)
                    checkNumbers(number, last, earlier, catalog, &findings)
                    checkYear(number, last, earlier, catalog, &findings)
                    checkGap(number, last, earlier, catalog, &findings)
                }
                (earlier, before) = (before, number)
            }
        }
    }

    /// Compares an episode with the one before it in the document, which has the previous number.
    private func check(
        _ number: Int, _ last: Int, _ earlier: Int?, _ catalog: CatalogIndex, _ findings: inout IndexFindings
    ) {
        let (entry, other) = (catalog.entries[number], catalog.entries[last])
        guard other.season == entry.season, other.episodeNumber + 1 == entry.episodeNumber, entry.date < other.date,
            entry.seasonNumber > 0
        else { return }
        // The one that is out of line with the episodes around it.
        let isOther = earlier.map {
            let first = catalog.entries[$0]
            return entry.date - first.date < 32 && first.season == entry.season
                && first.episodeNumber < other.episodeNumber && first.date <= entry.date
        }
        let wrong = isOther ?? false ? last : number
        // Two episodes of a regular series that were exchanged: their dates would be right in the other order.
        let isExchanged =
            earlier.map {
                let first = catalog.entries[$0]
                return first.season == entry.season && first.episodeNumber + 1 == other.episodeNumber
                    && entry.date > first.date && entry.date - first.date == other.date - entry.date
            } ?? false
        let right = wrong == number ? last : number
        findings.report(
            info, catalog, at: wrong, "tvEpisodeInfo/originalAirDate",
            level: isExchanged || Self.isOtherMonth(wrong, right, catalog)
                || isOther == true && other.date - entry.date > 60 || other.date - entry.date > Self.year
                ? .warning : nil,
            "episode \(catalog.entries[wrong].episodeNumber) is of "
                + "\(FeedTime.date(ofDay: Int(catalog.entries[wrong].date))), but episode "
                + "\(catalog.entries[right].episodeNumber) of \(FeedTime.date(ofDay: Int(catalog.entries[right].date)))"
        )
    }

    /// Returns whether a date would be in line and on the weekday of the series with the month before or behind it.
    private static func isOtherMonth(_ wrong: Int, _ right: Int, _ catalog: CatalogIndex) -> Bool {
        let (entry, other) = (catalog.entries[wrong], catalog.entries[right])
        let steps = Int(entry.episodeNumber) - Int(other.episodeNumber)
        guard abs(entry.date - other.date) < 62 else { return false }
        let text = FeedTime.date(ofDay: Int(entry.date))
        guard let year = Int(text.prefix(4)), let month = Int(text.dropFirst(5).prefix(2)),
            let day = Int(text.suffix(2))
        else { return false }
        return [month - 1, month + 1].contains { month in
            guard (1...12).contains(month) else { return false }
            return FeedTime.days(year, month, day) - Int(other.date) == steps * 7
        }
    }

    /// Reports two numbers of a regular series that were exchanged: the dates are in the order of the document.
    private func checkNumbers(
        _ number: Int, _ last: Int, _ earlier: Int?, _ catalog: CatalogIndex, _ findings: inout IndexFindings
    ) {
        let (entry, other) = (catalog.entries[number], catalog.entries[last])
        guard let earlier, entry.seasonNumber > 0, other.season == entry.season,
            catalog.entries[earlier].season == entry.season, other.episodeNumber == entry.episodeNumber + 1,
            catalog.entries[earlier].episodeNumber + 1 == entry.episodeNumber, other.date < entry.date,
            entry.date - other.date == other.date - catalog.entries[earlier].date
        else { return }
        findings.report(
            info, catalog, at: last, "tvEpisodeInfo/episodeNumber", level: .warning,
            remedy: "check whether the numbers or the dates of the two episodes were exchanged",
            "episode \(other.episodeNumber) is of \(FeedTime.date(ofDay: Int(other.date))), before episode "
                + "\(entry.episodeNumber) of \(FeedTime.date(ofDay: Int(entry.date)))")
    }

    /// Reports the last episode of a season that aired a year behind the others, which follow each other within a month.
    private func checkYear(
        _ number: Int, _ last: Int, _ earlier: Int?, _ catalog: CatalogIndex, _ findings: inout IndexFindings
    ) {
        let (entry, other) = (catalog.entries[number], catalog.entries[last])
        guard let earlier, entry.seasonNumber > 0, other.season == entry.season,
            catalog.entries[earlier].season == entry.season,
            other.episodeNumber + 1 == entry.episodeNumber,
            (0...31).contains(other.date - catalog.entries[earlier].date),
            (340...400).contains(entry.date - other.date)
        else { return }
        if number + 1 < catalog.entries.count {
            let next = catalog.entries[number + 1]
            guard next.season != entry.season || next.date < entry.date else { return }
        }
        findings.report(
            info, catalog, at: number, "tvEpisodeInfo/originalAirDate", level: .warning, remedy: "correct the year",
            "episode \(entry.episodeNumber) is of \(FeedTime.date(ofDay: Int(entry.date))), a year behind episode "
                + "\(other.episodeNumber) of \(FeedTime.date(ofDay: Int(other.date)))")
    }

    /// Reports a number far above those of three episodes that follow each other.
    private func checkGap(
        _ number: Int, _ last: Int, _ earlier: Int?, _ catalog: CatalogIndex, _ findings: inout IndexFindings
    ) {
        let (entry, other) = (catalog.entries[number], catalog.entries[last])
        guard let earlier, other.season == entry.season, entry.seasonNumber > 0,
            entry.episodeNumber > other.episodeNumber + 5, catalog.entries[earlier].season == entry.season,
            catalog.entries[earlier].episodeNumber + 1 == other.episodeNumber,
            catalog.entries[earlier].episodeNumber > 0
        else { return }
        findings.report(
            info, catalog, at: number, "tvEpisodeInfo/episodeNumber",
            // A digit too many: 14 or 40 for 4.
            level: entry.episodeNumber % 10 == other.episodeNumber + 1
                || entry.episodeNumber / 10 == other.episodeNumber + 1 ? .warning : nil,
            remedy: "correct the number, or add the episodes between",
            "the episode has the number \(entry.episodeNumber), and the one before it \(other.episodeNumber)")
    }

    /// Returns whether two dates differ in the month only, as by a mistyped one.
    private static func isSameDay(_ one: Int32, _ other: Int32) -> Bool {
        let (left, right) = (FeedTime.date(ofDay: Int(one)), FeedTime.date(ofDay: Int(other)))
        return left.prefix(4) == right.prefix(4) && left.suffix(2) == right.suffix(2)
    }

    /// Compares the first episode of a season with the premiere of the season, and of the show.
    private func checkPremiere(_ number: Int, _ catalog: CatalogIndex, _ findings: inout IndexFindings) {
        let entry = catalog.entries[number]
        guard entry.episodeNumber == 1, entry.seasonNumber > 0 else { return }
        let season = catalog.find(entry.season, .season)
        let show = entry.seasonNumber == 1 ? catalog.find(entry.parent, .show) : nil
        for parent in [season, show].compactMap(\.self) {
            let premiere = catalog.entries[parent].date
            guard premiere != .min, entry.date > premiere + Self.week else { continue }
            findings.report(
                info, catalog, at: parent,
                parent == season ? "tvSeasonInfo/originalPremiereDate" : "tvShowInfo/originalPremiereDate",
                level: entry.date - premiere > Self.year || Self.isSameDay(entry.date, premiere) ? .warning : nil,
                "the premiere is on \(FeedTime.date(ofDay: Int(premiere))), but the first episode is of "
                    + FeedTime.date(ofDay: Int(entry.date)))
            return
        }
    }
}
