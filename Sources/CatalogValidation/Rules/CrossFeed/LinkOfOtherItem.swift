import UniversalMediaCatalog

/// AV-LOC-ITEM: a link with the id of another item.
struct LinkOfOtherItem: IndexRule {
    static let info = RuleInfo(
        "AV-LOC-ITEM", "A link of a playable item or a show leads to that item, not to another one.", level: .error,
        tag: "D",
        section: "umc-availability.md 3", remedy: "write the link of this item", consequences: ["AV-LOC-SHARED"],
        bad: [
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "lanternbay://play/LB-MOV-0001?cid=tvapp"),
            RuleExample(
                .availability, "lanternbay://e/LB-EP-0100-0101?cid=tvapp", "lanternbay://e?id=LB-MOV-0001"),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://tv.example.org/s/LB-SHOW-0100\"/>"),
            RuleExample(
                .availability, "platform=\"atv\" action=\"open\" url=\"https://tv.example.org/s/LB-SHOW-0100?cid",
                "platform=\"atv\" action=\"open\" url=\"https://tv.example.org/m/LB-MOV-0001?cid"),
        ],
        nearMisses: [
            // An id of the service's own, and the page of the episode's show.
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "lanternbay://play/101?cid=tvapp"),
            RuleExample(
                .availability, "lanternbay://e/LB-EP-0100-0101?cid=tvapp", "lanternbay://s/LB-SHOW-0100?cid=tvapp"),
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp",
                "lanternbay://play/LB-EP-0100-0101?after=LB-MOV-0001"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities where !feed.links.foreignParts.isEmpty {
            let items = ItemsByHash(feed.entries.count) { feed.texts.hash(feed.entries[$0].id) }
            let isUsual = feed.links.itemsWithOwnID * 2 >= feed.links.linkedItems
            var reported: (entry: UInt32, place: UInt16)?
            for part in feed.links.foreignParts {
                guard reported.map({ $0.entry != part.entry || $0.place != part.place }) ?? true,
                    let other = items.find(part.hash), feed.entries[other].id != feed.entries[Int(part.entry)].id,
                    Self.isOther(feed.entries[other].type, for: feed.entries[Int(part.entry)].type)
                else { continue }
                let id = feed.id(other)
                // A short number may be anything, unless the links of the feed usually contain ids.
                guard isUsual || id.utf8.count >= 5 && !id.utf8.allSatisfy(isDigit) else { continue }
                reported = (part.entry, part.place)
                findings.report(
                    info, feed, at: Int(part.entry), "locators/locator[\(part.place)]/@url",
                    "the \(part.isPlay ? "`play`" : "`open`") link of \(feed.id(Int(part.entry)).quotedForMessage) leads to "
                        + "\(id.quotedForMessage), the \(feed.entries[other].type.spelling) in line \(feed.entries[other].line)"
                )
            }
        }
    }
}

extension LinkOfOtherItem {
    /// Returns whether an item of one type has no link with the id of an item of another type. The links of an episode may contain its show.
    private static func isOther(_ linked: ContentTypes, for item: ContentTypes) -> Bool {
        switch item {
        case .show: linked == .show || linked == .movie
        case .movie: linked != .unknown && linked != .extra
        default: !linked.isDisjoint(with: .playable)
        }
    }
}

/// AV-LOC-SHARED: one playback link of several items.
struct LinkOfSeveralItems: IndexRule {
    static let info = RuleInfo(
        "AV-LOC-SHARED", "Each playable item has a `play` link of its own.", level: .warning, tag: "D",
        section: "umc-availability.md 3", remedy: "write the link that plays this item",
        bad: [
            RuleExample(
                .availability,
                "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play/LB-MOV-0001?cid=tvapp\"",
                "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play?cid=tvapp\"",
                also: [
                    ("https://tv.example.org/play/LB-EP-0100-0101?cid=tvapp", "https://tv.example.org/play?cid=tvapp")
                ])
        ],
        nearMisses: [
            RuleExample(
                .availability,
                "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play/LB-MOV-0001?cid=tvapp\"",
                "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play?cid=tvapp\"")
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            let links = feed.links.playback
            var repeated = RepeatedHashes(count: links.count)
            for link in links { repeated.add(link.hash) }
            guard !repeated.isEmpty else { continue }
            for link in links {
                guard let first = repeated.first(link.hash, Int(link.entry)),
                    feed.entries[first].id != feed.entries[Int(link.entry)].id
                else { continue }
                findings.report(
                    info, feed, at: Int(link.entry), "locators",
                    "the `play` link of \(feed.id(Int(link.entry)).quotedForMessage) is also that of "
                        + "\(feed.id(first).quotedForMessage) in line \(feed.entries[first].line)")
            }
        }
    }
}
