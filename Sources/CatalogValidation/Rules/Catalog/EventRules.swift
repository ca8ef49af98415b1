import UniversalMediaCatalog

struct EventTimes: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-TIME",
        "A sporting event ends after it starts and within a month, and its times have UTC offsets of its country.",
        level: .error,
        tag: "A/D", section: "umc-catalog.md 3.15", remedy: "write both as date-times with the UTC offset of the venue",
        bad: [
            RuleExample(.sportsCatalog, "2026-03-07T21:45:00-05:00", "2026-03-07T18:00:00-05:00"),
            RuleExample(.sportsCatalog, "2026-03-07T21:45:00-05:00", "2026-03-07T21:45:00Z"),
            RuleExample(.sportsCatalog, "2026-03-07T21:45:00-05:00", "2026-04-07T21:45:00-05:00"),
            RuleExample(.sportsCatalog, "2026-03-07T21:45:00-05:00", "2026-03-07T19:03:00-05:00"),
            RuleExample(.sportsCatalog, "2026-03-07T21:45:00-05:00", "2026-03-10T21:45:00-05:00"),
            RuleExample(.sportsCatalog, "<startDate>2026-03-15T00:00:00Z", "<startDate>2026-03-15T00:00:00"),
            RuleExample(.sportsCatalog, "<startDate>2026-03-07T19:00:00-05:00", "<startDate>2026-03-07T07:00:00-05:00"),
            RuleExample(
                .sportsCatalog, "<startDate>2026-03-07T19:00:00-05:00", "<startDate>2026-03-07T19:00:00+09:00",
                also: [("<endDate>2026-03-07T21:45:00-05:00", "<endDate>2026-03-07T21:45:00+09:00")]),
        ],
        nearMisses: [
            // Earlier in local time, later in UTC.
            RuleExample(.sportsCatalog, "2026-03-07T21:45:00-05:00", "2026-03-07T18:45:00-08:00"),
            RuleExample(.sportsCatalog, "2026-03-07T21:45:00-05:00", "2026-03-08T02:45:00.5Z"),
            RuleExample(
                .sportsCatalog, "<startDate>2026-03-07T19:00:00-05:00", "<startDate>2026-03-08T00:00:00Z",
                also: [("<endDate>2026-03-07T21:45:00-05:00", "<endDate>2026-03-08T02:45:00Z")]),
            // The local time of a newsroom elsewhere: its night is the evening of the venue.
            RuleExample(
                .sportsCatalog, "<startDate>2026-03-07T19:00:00-05:00", "<startDate>2026-03-08T05:45:00+05:45",
                also: [("<endDate>2026-03-07T21:45:00-05:00", "<endDate>2026-03-08T08:30:00+05:45")]),
            RuleExample(.sportsCatalog, "2026-03-07T21:45:00-05:00", "2026-03-08T08:30:00+05:45"),
            // A tour of three weeks.
            RuleExample(
                .sportsCatalog, "2026-03-07T21:45:00-05:00", "2026-03-28T21:45:00-05:00",
                also: [("<sportName>hockey<", "<sportName>cycling<")]),
        ])

    var types: ContentTypes { .sportingEvent }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info else { return }
        let startNode = block.first(.startDate)
        let endNode = block.first(.endDate)
        let start = startNode.flatMap { FeedTime($0.text.trimmed) }
        let end = endNode.flatMap { FeedTime($0.text.trimmed) }
        if let startNode, let start, !start.hasOffset { reportOffset(startNode, &findings) }
        if let endNode, let end, !end.hasOffset { reportOffset(endNode, &findings) }
        if let country = block.first(.venue)?.first(.country)?.text.trimmed,
            !Self.agree(startNode, endNode, country)
        {
            checkOffsets([startNode, endNode], country, &findings)
        }
        if let endNode, let start, let end, end.seconds <= start.seconds {
            findings.report(
                info, at: endNode,
                "the event ends at \(endNode.text.trimmed.shown), not after its start at \(startNode?.text.trimmed.shown ?? "")"
            )
        } else if let endNode, let start, let end {
            let seconds = end.seconds - start.seconds
            let isGame = Self.games.contains(block.first(.sportName)?.text.trimmed.string ?? "")
            let isMatch = isGame && block.first(.competitors)?.children.named(.competitor).count == 2
            let longest: Double = isMatch ? 10 * 3_600 : isGame ? 36 * 3_600 : 31 * 86_400
            guard seconds < 300 || seconds > longest else { return }
            findings.report(
                info, at: endNode, level: .warning, remedy: "check the dates of start and end",
                seconds < 300
                    ? "the event lasts only \(Int(seconds)) s"
                    : seconds < 4 * 86_400
                        ? "the event lasts \(Int(seconds / 3_600)) hours"
                        : "the event lasts \(Int(seconds / 86_400)) days")
        }
    }

    /// Sports with games of some hours.
    private static let games: Set<String> = [
        "american_football", "australian_football", "baseball", "basketball", "football", "handball", "hockey",
        "ice_hockey", "lacrosse", "rugby", "soccer", "volleyball",
    ]

    /// Reports the offset of another country than the one of the venue. UTC is right everywhere.
    private func checkOffsets(_ nodes: [FeedNode?], _ country: FeedText, _ findings: inout Findings) {
        for case .some(let node) in nodes {
            let text = node.text.trimmed
            guard let offset = FeedTime.offset(text), !CountryOffsets.mayHave(offset, country),
                !CountryOffsets.isDaytimeOnlyThere(text, offset, country)
            else { continue }
            return findings.report(
                info, at: node, level: .warning,
                remedy: "write the offset of the venue, or correct the country of the venue",
                "the \(node.spelling) \(text.shown) has an offset that does not exist in \(country.shown)")
        }
    }

    /// Returns whether one of two times has an offset of the country and both are some hours apart, so that the other time is the right one in
    /// another offset.
    private static func agree(_ start: FeedNode?, _ end: FeedNode?, _ country: FeedText) -> Bool {
        guard let from = start?.text.trimmed, let to = end?.text.trimmed, let offset = FeedTime.offset(from),
            let other = FeedTime.offset(to), offset != 0, other != 0,
            CountryOffsets.mayHave(offset, country) != CountryOffsets.mayHave(other, country),
            let first = FeedTime(from), let last = FeedTime(to)
        else { return false }
        return (1_800...6 * 3_600).contains(last.seconds - first.seconds)
    }

    private func reportOffset(_ node: FeedNode, _ findings: inout Findings) {
        findings.report(
            info, at: node, level: .warning, remedy: "add Z or the offset of the venue, such as -05:00",
            "the \(node.name.rawValue) \(node.text.trimmed.shown) has no UTC offset; it is interpreted as UTC")
    }
}

struct EventToBeDecided: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-TBD", "An event in the past, or with the times of its start and end, does not have isTBD.",
        level: .warning, tag: "D",
        section: "umc-catalog.md 3.15", remedy: "give the time of the event and set isTBD to false, or remove the item",
        bad: [
            RuleExample(.sportsCatalog, "<startDate>2026-03-15T00:00:00Z", "<startDate>2026-02-15T00:00:00Z"),
            RuleExample(.sportsCatalog, "<isTBD>false</isTBD>", "<isTBD>true</isTBD>"),
        ],
        nearMisses: [
            RuleExample(.sportsCatalog, "<startDate>2026-03-15T00:00:00Z", "<startDate>2026-03-02T00:00:00Z"),
            RuleExample(
                .sportsCatalog,
                "<startDate>2026-03-07T19:00:00-05:00</startDate>\n      <endDate>2026-03-07T21:45:00-05:00",
                "<startDate>2026-02-07T19:00:00-05:00</startDate>\n      <endDate>2026-02-07T21:45:00-05:00"),
        ])

    var types: ContentTypes { .sportingEvent }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info, let node = block.first(.isTBD) else { return }
        let value = node.text.trimmed
        guard value == "true" || value == "1", let start = block.first(.startDate)?.text.trimmed,
            let time = FeedTime(start)
        else { return }
        if let end = block.first(.endDate)?.text.trimmed, start.count > 16, end.count > 16,
            start[10..<16] != "T00:00", end[10..<13] != "T23", end[10..<16] != "T00:00"
        {
            findings.report(
                info, at: node, remedy: "write false, or leave the times out until they are decided",
                "the event has isTBD, but its times are given: \(start.shown) to \(end.shown)")
        }
        guard time.seconds + 2 * 86_400 < item.now else { return }
        findings.report(info, at: node, "the event of \(start.shown) is past, but still has isTBD")
    }
}

struct EventSport: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-SPORT", "The sportName is one of the common codes, and fits the name of the league.", level: .info,
        tag: "D",
        section: "umc-catalog.md 3.15", remedy: "write it as one word in lower case; other sports are allowed",
        bad: [
            RuleExample(.sportsCatalog, "<sportName>hockey</sportName>", "<sportName>Ice Hockey!</sportName>"),
            RuleExample(.sportsCatalog, "<sportName>hockey</sportName>", "<sportName>baseball</sportName>"),
            RuleExample(.sportsCatalog, "<sportName>hockey</sportName>", "<sportName>TWHL</sportName>"),
        ],
        nearMisses: [
            RuleExample(.sportsCatalog, "<sportName>hockey</sportName>", "<sportName>cricket</sportName>"),
            RuleExample(.sportsCatalog, "<sportName>hockey</sportName>", "<sportName>pétanque</sportName>"),
        ])

    var types: ContentTypes { .sportingEvent }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let node = item.info?.first(.sportName) else { return }
        let sport = node.text.trimmed
        guard !CatalogWords.sports.contains(sport) else { return checkLeague(item, node, sport, &findings) }
        // The vocabulary is open: any other well-formed code is accepted.
        let isCode = sport.bytes.allSatisfy { $0 >= 0x80 || $0 &- 97 < 26 || isDigit($0) || $0 == UInt8(ascii: "_") }
        let nearest = CatalogWords.sports.nearest(to: sport.string)
        guard !isCode || nearest != nil else { return }
        if let league = item.info?.first(.league), Self.isName(sport, of: league) {
            return findings.report(
                info, at: node, level: .warning, remedy: "write the sport, such as hockey or soccer",
                "the sportName \(sport.shown) is the name of the league")
        }
        findings.report(
            info, at: node, level: nearest == nil ? nil : .warning, remedy: nearest.map { "write `\($0)`" },
            "\(sport.shown) is not a known sportName")
    }

    private static func isName(_ sport: FeedText, of league: FeedNode) -> Bool {
        leagues.ignoringCase(sport) != nil
            || league.children.contains {
                ($0.name == .name || $0.name == .abbreviation) && $0.text.trimmed.isSameIgnoringCase(sport)
            }
    }

    private static let leagues = WordTable([
        "nhl", "nba", "wnba", "nfl", "mlb", "mls", "nwsl", "ncaa", "cfl", "epl", "ufc", "pga", "atp", "wta", "nascar",
        "formula 1", "f1", "premier league", "la liga", "bundesliga", "serie a",
    ])

    /// Reports a sport other than the one in the name of the league, such as baseball in a hockey league.
    private func checkLeague(_ item: CatalogItemView, _ node: FeedNode, _ sport: FeedText, _ findings: inout Findings) {
        guard let name = item.info?.first(.league)?.first(.name)?.text.trimmed, Self.named.contains(sport) else {
            return
        }
        let words = name.string.lowercased().split { !$0.isLetter }
        guard !words.contains(where: { $0 == sport.string }),
            let other = words.first(where: { word in
                var word = String(word)
                return word.withUTF8 { Self.named.contains(FeedText(bytes: $0)) }
            })
        else { return }
        findings.report(
            info, at: node, level: .warning, remedy: "write `\(other)`, or correct the league",
            "the sportName is \(sport.shown), but the league is \(name.shown)")
    }

    /// Sports whose names mean one sport everywhere: football does not, and a rugby club may play cricket.
    private static let named = WordTable([
        "baseball", "basketball", "soccer", "hockey", "tennis", "golf", "volleyball", "handball", "lacrosse",
        "softball",
        "boxing", "badminton",
    ])
}
