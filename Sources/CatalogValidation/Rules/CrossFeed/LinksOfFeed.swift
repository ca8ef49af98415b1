import UniversalMediaCatalog

/// AV-LOC-SERVER: a link to a misspelt server.
struct MisspeltServer: IndexRule {
    static let info = RuleInfo(
        "AV-LOC-SERVER", "Links lead to the servers of the service, and none to one whose name is spelt almost alike.",
        level: .warning, tag: "D", section: "umc-availability.md 3",
        remedy: "correct the name of the server", class: .mustFix,
        bad: [
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://tv.exmaple.org/m/LB-MOV-0001\"/>"),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://tv.exampe.org/m/LB-MOV-0001\"/>"),
            RuleExample(.availability, "lanternbay://play/", "lanternbya://play/"),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>",
                "https://tv.example.org:8443/m/LB-MOV-0001\"/>"
            ),
        ],
        nearMisses: [
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://tv2.example.org/m/LB-MOV-0001\"/>"),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://www.example.org/m/LB-MOV-0001\"/>"),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>",
                "https://tv.lanternbay.org/m/LB-MOV-0001\"/>"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities where feed.servers.count > 1 && feed.servers.count < LinkServer.maximum {
            for server in feed.servers {
                let name = feed.texts[server.name]
                guard
                    let usual = feed.servers.first(where: {
                        // A scheme has no dot; where two are as frequent, the second one is reported.
                        ($0.count >= server.count * 5
                            || $0.count >= server.count && $0.hash != server.hash && $0.isBefore(server)
                                && !name.contains(".") && !name.contains(":"))
                            && Self.isOtherName(name, of: feed.texts[$0.name])
                    })
                else { continue }
                findings.report(
                    info, feed, at: Int(server.entry), "locators/locator[\(server.place)]/@url",
                    "the link leads to \(name.quotedForMessage), but \(usual.count) link\(usual.count == 1 ? "" : "s") of the feed to "
                        + feed.texts[usual.name].quotedForMessage)
            }
        }
    }

    /// Returns whether a name is a misspelling of the usual one, or this one with a port.
    private static func isOtherName(_ name: String, of usual: String) -> Bool {
        isMisspelling(name, of: usual) || name.hasPrefix(usual + ":")
    }

    /// Returns whether two names differ in one part of five or more letters, by one letter or by two that changed places.
    static func isMisspelling(_ name: String, of other: String) -> Bool {
        let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        let others = other.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == others.count else { return false }
        let different = parts.indices.filter { parts[$0] != others[$0] }
        guard different.count == 1, let place = different.first else { return false }
        let (one, two) = (Array(parts[place].utf8), Array(others[place].utf8))
        // Numbers tell the servers of one service apart.
        guard min(one.count, two.count) >= 5, (one + two).allSatisfy({ isLetter($0) || $0 == UInt8(ascii: "-") }) else {
            return false
        }
        var start = 0
        while start < min(one.count, two.count), one[start] == two[start] { start += 1 }
        let (rest, otherRest) = (one[start...], two[start...])
        if one.count == two.count {
            return rest.dropFirst().elementsEqual(otherRest.dropFirst())
                || rest.count > 1 && rest[start] == otherRest[start + 1] && rest[start + 1] == otherRest[start]
                    && rest.dropFirst(2).elementsEqual(otherRest.dropFirst(2))
        }
        return one.count + 1 == two.count && rest.elementsEqual(otherRest.dropFirst())
            || one.count == two.count + 1 && rest.dropFirst().elementsEqual(otherRest)
    }
}

/// AV-LOC-MISSING: an item or a channel without links for a platform that the others have.
struct MissingPlatform: IndexRule {
    static let info = RuleInfo(
        "AV-LOC-MISSING",
        "Where nearly all links of a provider are for Apple TV and iOS, each item has links for both.",
        level: .warning, tag: "D", section: "umc-availability.md 3",
        remedy: "add the links of the other platform", class: .shouldFix,
        bad: [
            RuleExample(
                .linearAvailability,
                "      <locator platform=\"ios\" action=\"play\" url=\"https://tv.example.org/live/sports1?cid=tvapp\"/>\n",
                "", beside: [.availability, .eventAvailability]),
            RuleExample(
                .availability,
                "        <locator platform=\"ios\" action=\"open\" url=\"https://tv.example.org/s/LB-SHOW-0100/1?cid=tvapp\"/>\n",
                "", beside: [.linearAvailability, .eventAvailability]),
        ],
        nearMisses: [
            // One channel alone may be for Apple TV only.
            RuleExample(
                .linearAvailability,
                "      <locator platform=\"ios\" action=\"play\" url=\"https://tv.example.org/live/sports1?cid=tvapp\"/>\n",
                ""),
            RuleExample(
                .availability,
                "        <locator platform=\"web\" action=\"open\" url=\"https://tv.example.org/m/LB-MOV-0001\"/>\n",
                "", beside: [.linearAvailability, .eventAvailability]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for (platform, name) in [(LinkPlatforms.atv, "atv"), (.ios, "ios")] {
            for (team, count) in counts(of: platform, index) where count.without > 0 && count.with >= count.without * 5
            {
                report(platform, name, team, count.with, index, &findings)
            }
        }
    }

    /// Returns, for each team, the numbers of items and channels with and without links for a platform.
    private func counts(of platform: LinkPlatforms, _ index: FeedIndex) -> [(String, (with: Int, without: Int))] {
        var counts: [String: (with: Int, without: Int)] = [:]
        for feed in index.availabilities {
            for service in feed.services {
                var (with, without) = (0, 0)
                func count(_ platforms: LinkPlatforms) {
                    if platforms.contains(platform) {
                        with += 1
                    } else if !platforms.isDisjoint(with: [.atv, .ios]) {
                        without += 1
                    }
                }
                count(service.platforms)
                for entry in service.entries.clamped(to: feed.entries.indices) { count(feed.entries[entry].platforms) }
                let known = counts[service.teamID] ?? (0, 0)
                counts[service.teamID] = (known.with + with, known.without + without)
            }
        }
        return counts.sorted { $0.key < $1.key }
    }

    private func report(
        _ platform: LinkPlatforms, _ name: String, _ team: String, _ count: Int, _ index: FeedIndex,
        _ findings: inout IndexFindings
    ) {
        for feed in index.availabilities {
            for service in feed.services where service.teamID == team {
                func lacks(_ platforms: LinkPlatforms) -> Bool {
                    !platforms.contains(platform) && !platforms.isDisjoint(with: [.atv, .ios])
                }
                let others = "but \(count) other items or channels do"
                if lacks(service.platforms) {
                    findings.report(info, feed, service, "the channel has no link for `\(name)`, \(others)")
                }
                for entry in service.entries.clamped(to: feed.entries.indices)
                where lacks(feed.entries[entry].platforms) {
                    findings.report(
                        info, feed, at: entry, "locators", "the item has no link for `\(name)`, \(others)")
                }
            }
        }
    }
}

/// AV-LOC-ACTION-FORM: an `open` link of the form of the feed's `play` links, or the reverse.
struct LinkOfOtherAction: IndexRule {
    static let info = RuleInfo(
        "AV-LOC-ACTION-FORM", "The link for an action has the form that the feed's links for this action have.",
        level: .warning, tag: "D", section: "umc-availability.md 3",
        remedy: "check whether the `open` and the `play` link are swapped, or one was written twice", class: .shouldFix,
        bad: [
            RuleExample(
                .availability,
                "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play/LB-MOV-0001?cid=tvapp",
                "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/m/LB-MOV-0001?cid=tvapp",
                also: [
                    (
                        "https://tv.example.org/m/LB-MOV-0001\"/>", "https://tv.example.org/m/LB-MOV-0001?cid=tvapp\"/>"
                    )
                ])
        ],
        nearMisses: [
            // One link for both actions everywhere.
            RuleExample(
                .availability,
                "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play/LB-MOV-0001?cid=tvapp",
                "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/m/LB-MOV-0001?cid=tvapp",
                also: [
                    (
                        "platform=\"ios\" action=\"play\" url=\"https://tv.example.org/play/LB-MOV-0001?cid=tvapp",
                        "platform=\"ios\" action=\"play\" url=\"https://tv.example.org/m/LB-MOV-0001?cid=tvapp"
                    )
                ])
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities where feed.links.templates.count < LinkFacts.mostTemplates {
            for template in feed.links.templates {
                check(feed, template.open, "open", template.play, "play", &findings)
                check(feed, template.play, "play", template.open, "open", &findings)
            }
        }
    }

    private func check(
        _ feed: AvailabilityIndex, _ use: LinkFacts.Use, _ action: String, _ usual: LinkFacts.Use, _ other: String,
        _ findings: inout IndexFindings
    ) {
        guard use.count > 0, usual.count >= 3, usual.count >= use.count * 3 else { return }
        findings.report(
            info, feed, at: Int(use.entry), "locators/locator[\(use.place)]/@url",
            "the `\(action)` link has the form of \(usual.count) `\(other)` links of the feed")
    }
}
