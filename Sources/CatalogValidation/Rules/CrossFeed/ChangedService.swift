import UniversalMediaCatalog

/// AV-SERVICE-CHANGED: changes that a whole service has had since the previous build, and that are seldom meant.
struct ChangedService: IndexRule {
    static let info = RuleInfo(
        "AV-SERVICE-CHANGED",
        "Between builds, the windows of a service do not all move by some hours, and its items do not lose a tier, a platform, languages or quality, or become free without an end.",
        level: .warning, tag: "D", section: "umc-availability.md 8",
        remedy: "restore the values; if the change is meant, confirm it with the reviewer", class: .shouldFix,
        bad: [
            // The tier under another name.
            changed(">Movies</restriction>", ">Cinema</restriction>"),
            changed(
                "<offeringType>account<", "<offeringType>free<",
                ("          <windowEnd>2026-12-31T23:59:59-08:00</windowEnd>\n", "")),
        ],
        nearMisses: [
            // The tier left the feed with its only item.
            changed(
                "<restriction type=\"tier\" relationship=\"allow\">Movies</restriction>",
                "<restriction type=\"tier\" relationship=\"allow\">Movies</restriction>\n            "
                    + "<restriction type=\"tier\" relationship=\"allow\">Cinema</restriction>"),
            changed("<offeringType>account<", "<offeringType>free<"),
            changed(
                "<windowStart>2026-03-01T00:00:00-08:00</windowStart>",
                "<windowStart>2026-03-01T00:00:00Z</windowStart>"),
            changed("<closedCaptioning>en-US</closedCaptioning>\n        <subtitles>", "<subtitles>"),
        ])

    private static func changed(
        _ original: String, _ replacement: String, _ further: (String, String)...
    ) -> RuleExample {
        RuleExample(.availability, original, replacement, also: further, previously: [.availability])
    }

    /// Number of items or offers from which on a change counts as one of the whole service.
    private static let minimum = 4

    /// The items that both builds have, by their places in them.
    private typealias Pairs = [(now: Int, before: Int)]

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for (feed, before) in index.availabilityBuilds
        where feed.facts.count == feed.entries.count && before.facts.count == before.entries.count {
            var pairs: Pairs = []
            for number in feed.entries.indices {
                guard let old = before.find(feed.entries[number].id), !feed.entries[number].isCut,
                    !before.entries[old].isCut
                else { continue }
                pairs.append((number, old))
            }
            checkWindows(pairs, feed, before, &findings)
            checkTiers(pairs, feed, before, &findings)
            checkProperties(pairs, feed, before, &findings)
            checkPlatforms(pairs, feed, before, &findings)
            checkFree(pairs, feed, before, &findings)
            checkServers(feed, before, &findings)
        }
    }

    private func report(
        _ feed: AvailabilityIndex, _ before: AvailabilityIndex, _ findings: inout IndexFindings,
        _ message: @autoclosure () -> String
    ) {
        findings.report(
            info, file: feed.file, position: feed.rootPosition, xpath: "/\(feed.head.root)", contentID: nil,
            "\(message()) (\(before.file))")
    }

    /// Reports windows that moved by the same hours: a zone that was lost or added.
    private func checkWindows(
        _ pairs: Pairs, _ feed: AvailabilityIndex, _ before: AvailabilityIndex, _ findings: inout IndexFindings
    ) {
        var moves: [Int: Int] = [:]
        var all = 0
        for pair in pairs {
            let (now, old) = (feed.facts[pair.now].offers, before.facts[pair.before].offers)
            guard now.count == old.count else { continue }
            for (offer, earlier) in zip(now, old) where offer.type == earlier.type {
                guard offer.start > 0, earlier.start > 0 else { continue }
                all += 1
                moves[Int(offer.start) - Int(earlier.start), default: 0] += 1
            }
        }
        guard let most = moves.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.key != 0,
            most.value >= Self.minimum, most.value * 2 > all, abs(most.key) <= 14 * 3_600, most.key % 900 == 0
        else { return }
        let minutes = abs(most.key) / 60
        report(
            feed, before, &findings,
            "\(most.value) of \(all) offers begin \(minutes / 60) h\(minutes % 60 == 0 ? "" : " \(minutes % 60) min") "
                + "\(most.key < 0 ? "earlier" : "later") than in the previous build")
    }

    private func checkTiers(
        _ pairs: Pairs, _ feed: AvailabilityIndex, _ before: AvailabilityIndex, _ findings: inout IndexFindings
    ) {
        let gone = before.tiers.subtracting(feed.tiers)
        guard !gone.isEmpty else { return }
        var counts: [TextTable.Symbol: Int] = [:]
        for pair in pairs where !feed.facts[pair.now].offers.isEmpty {
            for tier in before.facts[pair.before].tiers where gone.contains(tier) { counts[tier, default: 0] += 1 }
        }
        for (tier, count) in counts.sorted(by: { feed.texts[$0.key] < feed.texts[$1.key] }) {
            report(
                feed, before, &findings,
                "the tier \(feed.texts[tier].quotedForMessage) occurs no longer; in the previous build, "
                    + (count == 1 ? "an item" : "\(count) items") + " of this feed had it")
        }
    }

    private func checkProperties(
        _ pairs: Pairs, _ feed: AvailabilityIndex, _ before: AvailabilityIndex, _ findings: inout IndexFindings
    ) {
        for (property, name) in OfferFacts.Properties.named {
            let had = pairs.filter { before.facts[$0.before].properties.contains(property) }
            let lost = had.count { !feed.facts[$0.now].properties.contains(property) }
            guard lost >= Self.minimum, lost * 2 > had.count else { continue }
            report(feed, before, &findings, "\(lost) of \(had.count) items have lost \(name) since the previous build")
        }
        for (quality, name) in [(3, "uhd"), (2, "hd")] {
            let had = pairs.filter { feed.facts[$0.now].quality > 0 && before.facts[$0.before].quality == quality }
            let fallen = had.count { feed.facts[$0.now].quality < quality }
            guard fallen >= Self.minimum, fallen * 2 > had.count else { continue }
            report(
                feed, before, &findings,
                "the videoQuality of \(fallen) of \(had.count) items is lower than \(name), which it was in the previous build"
            )
        }
    }

    private func checkPlatforms(
        _ pairs: Pairs, _ feed: AvailabilityIndex, _ before: AvailabilityIndex, _ findings: inout IndexFindings
    ) {
        for (platform, name) in [(LinkPlatforms.atv, "atv"), (.ios, "ios"), (.web, "web")] {
            let had = pairs.filter { before.entries[$0.before].platforms.contains(platform) }
            let lost = had.count { !feed.entries[$0.now].platforms.contains(platform) }
            guard lost >= Self.minimum, lost * 2 > had.count else { continue }
            report(
                feed, before, &findings,
                "\(lost) of \(had.count) items have lost their links for \(name) since the previous build")
        }
    }

    /// Reports items for which viewers had to subscribe, and that are free now without an end.
    private func checkFree(
        _ pairs: Pairs, _ feed: AvailabilityIndex, _ before: AvailabilityIndex, _ findings: inout IndexFindings
    ) {
        let paid: OfferTypes = [.subscription, .account, .purchase]
        for pair in pairs {
            let (now, old) = (feed.facts[pair.now].offers, before.facts[pair.before].offers)
            guard let free = now.first(where: { $0.type == .free }), free.end == nil,
                now.allSatisfy({ $0.type == .free }), !old.contains(where: { $0.type == .free }),
                old.contains(where: { !paid.isDisjoint(with: $0.type) })
            else { continue }
            findings.report(
                info, feed, at: pair.now, "offers",
                "the item is free without an end; in \(before.file), line \(before.entries[pair.before].line), it was not free"
            )
        }
    }

    /// Reports links that all lead to servers that the previous build does not have.
    private func checkServers(
        _ feed: AvailabilityIndex, _ before: AvailabilityIndex, _ findings: inout IndexFindings
    ) {
        let (now, old) = (feed.servers, before.servers)
        guard now.reduce(0, { $0 + $1.count }) >= Self.minimum, !old.isEmpty, old.count < LinkServer.maximum,
            Set(now.map(\.hash)).isDisjoint(with: old.map(\.hash)),
            let server = now.max(by: { $0.count < $1.count }), let earlier = old.max(by: { $0.count < $1.count })
        else { return }
        report(
            feed, before, &findings,
            "all links lead to \(feed.texts[server.name].quotedForMessage) in place of "
                + feed.texts[earlier.name].quotedForMessage)
    }
}
