import UniversalMediaCatalog

/// CAT-GROUP-VERSION: versions of one movie that contradict each other.
struct VersionsOfGroup: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-GROUP-VERSION",
        "The versions of one movie have names of their own, an extended one is longer, and their people are the same.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.11",
        remedy: "correct the version, the credits or the contentGroupId", class: .shouldFix,
        bad: [
            RuleExample(.catalog, tail, movie(version: "Theatrical Cut", director: "Imre Fictional"), also: also),
            RuleExample(.catalog, tail, movie(version: "Director’s Cut", director: "Imre Fictional"), also: shorter),
            RuleExample(.catalog, tail, movie(version: "Extended Cut", director: "Ada Madeup"), also: also),
            RuleExample(.catalog, tail, movie(version: "Extended Cut", director: "Imre Fictionall"), also: also),
        ],
        nearMisses: [
            RuleExample(.catalog, tail, movie(version: "Extended Cut", director: "Imre Fictional"), also: also)
        ])

    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"
    private static let also = [
        ("<totalItemCount>6<", "<totalItemCount>7<"),
        ("<type>feature</type>", "<type>feature</type><version>Theatrical Cut</version>"),
    ]
    private static let shorter = also + [("<duration>6120<", "<duration>7120<")]

    private static func movie(version: String, director: String) -> String {
        """
          <item contentType="movie" contentId="LB-MOV-0009">
            <pubDate>2026-02-27T09:15:00Z</pubDate>
            <contentGroupId>LB-GRP-0001</contentGroupId>
            <title locale="en-US">The Paper Lighthouse</title>
            <description locale="en-US">In a longer version, a retired mapmaker rebuilds a lighthouse out of charts.</description>
            <genre>drama</genre>
            <rating systemCode="mpaa">PG</rating>
            <artwork url="https://img.example.org/LB-MOV-0009/cover-h.jpg" type="cover_artwork_horizontal" locales="en-US"/>
            <credit role="director">\(director)</credit>
            <movieInfo>
              <version>\(version)</version>
              <duration>6400</duration>
              <originalReleaseDate territory="US">2025-10-03</originalReleaseDate>
            </movieInfo>
          </item>
        \(tail)
        """
    }

    var types: ContentTypes { .movie }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let other = item.previous, let group = item.first(.contentGroupId)?.text.trimmed, !group.isEmpty,
            other.first(.contentGroupId)?.text.trimmed.isSameIgnoringCase(group) ?? false,
            let block = item.info, let before = other.first(.movieInfo)
        else { return }
        let id = other.identity(.contentId, .contentId)?.shown ?? "the item before"
        checkVersions(block, before, id, &findings)
        checkPeople(item.node, other, id, &findings)
    }

    private func checkVersions(_ block: FeedNode, _ other: FeedNode, _ id: String, _ findings: inout Findings) {
        guard let node = block.first(.version), let before = other.first(.version) else { return }
        let (version, earlier) = (node.text.trimmed, before.text.trimmed)
        guard !version.isSameIgnoringCase(earlier) else {
            return findings.report(
                info, at: node, remedy: "write the name of this version",
                "the version is \(version.shown), as that of \(id), which is another item of the group")
        }
        guard let duration = block.first(.duration)?.text.trimmed.decimal,
            let length = other.first(.duration)?.text.trimmed.decimal, duration != length
        else { return }
        let isLonger = duration > length
        guard Self.isExtended(isLonger ? earlier : version), Self.isTheatrical(isLonger ? version : earlier) else {
            return
        }
        findings.report(
            info, at: block.first(.duration) ?? node, remedy: "exchange the durations or the versions",
            "the version \((isLonger ? earlier : version).shown) lasts \(min(duration, length)) s, but the version "
                + "\((isLonger ? version : earlier).shown) \(max(duration, length)) s")
    }

    private static func isExtended(_ version: FeedText) -> Bool {
        let version = version.string.lowercased()
        return ["extended", "director", "uncut", "long"].contains { version.contains($0) }
    }

    private static func isTheatrical(_ version: FeedText) -> Bool {
        let version = version.string.lowercased()
        return ["theatrical", "original", "cinema", "short", "kino"].contains { version.contains($0) }
    }

    /// Compares the directors, and the spelling of all people.
    private func checkPeople(_ item: FeedNode, _ other: FeedNode, _ id: String, _ findings: inout Findings) {
        let names = other.children.filter { $0.name == .credit }
        guard !names.isEmpty else { return }
        var directors: (first: FeedNode?, isShared: Bool) = (nil, false)
        for credit in item.children where credit.name == .credit {
            let name = credit.text.trimmed
            let isKnown = names.contains { $0.text.trimmed == name }
            if credit.isDirector {
                directors.first = directors.first ?? credit
                directors.isShared = directors.isShared || isKnown
            }
            guard !isKnown, name.count > 6 else { continue }
            for person in names where abs(person.text.trimmed.count - name.count) < 2 {
                guard MisspeltCompetitor.isTypingError(name.string, person.text.trimmed.string) else { continue }
                return findings.report(
                    info, at: credit, remedy: "write the name in the same way in all versions",
                    "\(name.shown) is written \(person.text.trimmed.shown) in \(id), another version of the movie")
            }
        }
        guard let director = directors.first, !directors.isShared,
            names.contains(where: \.isDirector)
        else { return }
        findings.report(
            info, at: director,
            "the director \(director.text.trimmed.shown) is not one of \(id), another version of the movie")
    }
}

extension FeedNode {
    fileprivate var isDirector: Bool { self[.role].map { $0.trimmed == "director" } ?? false }
}
