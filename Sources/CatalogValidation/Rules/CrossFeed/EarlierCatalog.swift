import UniversalMediaCatalog

extension FeedIndex {
    /// Each catalog with its previous build.
    var catalogBuilds: [(now: CatalogIndex, before: CatalogIndex)] {
        catalogs.compactMap { catalog in
            earlier.catalogs.first { $0.symbol == catalog.symbol }.map { (catalog, $0) }
        }
    }

    /// Each availability feed with its previous build: an earlier feed with a common serviceId.
    var availabilityBuilds: [(now: AvailabilityIndex, before: AvailabilityIndex)] {
        availabilities.compactMap { feed in
            let services = Set(feed.services.map(\.serviceID))
            return earlier.availabilities.first { !services.isDisjoint(with: $0.services.map(\.serviceID)) }
                .map { (feed, $0) }
        }
    }
}

struct TypeChanged: IndexRule {
    static let info = RuleInfo(
        "CAT-TYPE-CHANGED", "A contentId keeps its contentType forever.", level: .error, tag: "S/D",
        section: "umc-catalog.md 5",
        remedy: "give the new item a new id; ids are never reused",
        consequences: ["CAT-ID-REUSED"],
        bad: [
            RuleExample(
                .catalog, "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">", SeasonNumberTwice.season(2),
                also: [
                    ("LB-SEAS-0100-B\">\n    <pub", "LB-EXT-0200-T1\">\n    <pub"),
                    (
                        "<item contentType=\"extra\" contentId=\"LB-EXT-0200-T1\"",
                        "<item contentType=\"extra\" contentId=\"LB-EXT-0200-T2\""
                    ),
                    ("<totalItemCount>6<", "<totalItemCount>7<"),
                ], previously: [.catalog])
        ],
        nearMisses: [
            RuleExample(
                .catalog, "contentId=\"LB-EXT-0200-T1\"", "contentId=\"LB-EXT-0200-T2\"", previously: [.catalog]),
            RuleExample(.catalog, "<type>feature<", "<type>tv_movie<", previously: [.catalog]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for (catalog, before) in index.catalogBuilds {
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type != .unknown, let old = before.find(entry.id) else { continue }
                let type = before.entries[old].type
                guard type != .unknown, type != entry.type, before.find(entry.id, entry.type) == nil else { continue }
                findings.report(
                    info, catalog, at: number, "@contentType",
                    "\(catalog.id(number).quotedForMessage) is a \(entry.type.spelling), but was a \(type.spelling) in "
                        + "\(before.file), line \(before.entries[old].line)")
            }
        }
    }
}

struct ContentIDReused: IndexRule {
    static let info = RuleInfo(
        "CAT-ID-REUSED", "A contentId is not reused for other content.", level: .error, tag: "S/D",
        section: "umc-validation.md 5.1",
        remedy:
            "give the new title a new id; if it is the same title, change title, type and duration in separate builds",
        consequences: ["CAT-TYPE-CHANGED", "FEED-TYPE-DIFFERS"],
        bad: [
            RuleExample(
                .catalog, "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">",
                EpisodeNumberTwice.episode(2, 2),
                also: [
                    ("LB-EP-0100-0102\">\n    <pub", "LB-EXT-0200-T1\">\n    <pub"),
                    (
                        "<item contentType=\"extra\" contentId=\"LB-EXT-0200-T1\"",
                        "<item contentType=\"extra\" contentId=\"LB-EXT-0200-T2\""
                    ),
                    ("<totalItemCount>6<", "<totalItemCount>7<"),
                ], previously: [.catalog]),
            // Another movie of the same provider.
            RuleExample(
                .catalog, "<duration>6120<", "<duration>5340<",
                also: [
                    ("The Paper Lighthouse</title>", "Nine Summers of Rain</title>"),
                    (
                        "A retired mapmaker rebuilds a lighthouse out of old charts and finds a coast that nobody has drawn.",
                        "A village waits for a bridge that was promised nine summers ago."
                    ), (">2025-10-03<", ">2019-06-14<"),
                ], previously: [.catalog]),
        ],
        nearMisses: [
            // A longer cut with a better text.
            RuleExample(
                .catalog, "<duration>6120<", "<duration>6900<",
                also: [
                    ("The Paper Lighthouse</title>", "The Paper Lighthouse Keeper</title>"),
                    (
                        "A retired mapmaker rebuilds a lighthouse out of old charts and finds a coast that nobody has drawn.",
                        "A retired mapmaker rebuilds a lighthouse out of paper."
                    ),
                ], previously: [.catalog]),
            RuleExample(
                .catalog, "<duration>6120<", "<duration>6300<",
                also: [("The Paper Lighthouse</title>", "The Paper Lighthouse Keeper</title>")], previously: [.catalog]),
            RuleExample(
                .catalog, "The Paper Lighthouse</title>", "THE PAPER LIGHTHOUSE</title>", previously: [.catalog]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for (catalog, before) in index.catalogBuilds {
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard let old = before.find(entry.id) else { continue }
                let other = before.entries[old]
                guard entry.titleKey != other.titleKey, entry.titleKey != 0, other.titleKey != 0,
                    entry.type != .unknown, other.type != .unknown
                else { continue }
                guard entry.type != other.type else {
                    guard Self.isOtherWork(entry, other) else { continue }
                    findings.report(
                        info, catalog, at: number, "@contentId",
                        "title, description\(entry.seconds > 0 ? ", duration" : "") and date of "
                            + "\(catalog.id(number).quotedForMessage) all differ from \(before.file), line \(other.line)"
                    )
                    continue
                }
                guard entry.seconds != other.seconds else { continue }
                findings.report(
                    info, catalog, at: number, "@contentId", causedBy: "CAT-TYPE-CHANGED",
                    "title, type and duration of \(catalog.id(number).quotedForMessage) all differ from "
                        + "\(before.file), line \(other.line): it was a \(other.type.spelling) of \(other.seconds) seconds"
                )
            }
        }
    }
}

extension ContentIDReused {
    /// Returns whether two items of one type with different titles have nothing in common: description, date and duration differ, too.
    static func isOtherWork(_ one: CatalogIndex.Entry, _ other: CatalogIndex.Entry) -> Bool {
        guard one.descriptionKey != other.descriptionKey, one.description != 0, other.description != 0,
            one.date != .min, other.date != .min
        else { return false }
        let days = abs(Int(one.date) - Int(other.date))
        guard one.seconds > 0 || other.seconds > 0 else { return days > 30 }
        let (short, long) = (min(one.seconds, other.seconds), max(one.seconds, other.seconds))
        return days > 1 && long - short > long / 20
    }
}

extension FuturePublication: IndexRule {
    func register(in rules: inout RulesByScope) {
        rules.catalogItem.append(Self.self)
        rules.index.append(self)
    }

    /// Reports pubDates that are not newer although the item changed.
    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for (catalog, before) in index.catalogBuilds where catalog.contentHashes.count == catalog.entries.count {
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.pubDate > 0, let old = before.find(entry.id), old < before.contentHashes.count,
                    before.entries[old].pubDate > 0, entry.pubDate <= before.entries[old].pubDate
                else { continue }
                let earlier = before.entries[old].pubDate
                guard catalog.contentHashes[number] != before.contentHashes[old] else {
                    guard earlier - entry.pubDate > 86_400 else { continue }
                    findings.report(
                        info, catalog, at: number, "pubDate", remedy: "write the time of the item's last change",
                        "the pubDate is of \(FeedTime.date(ofDay: Int(entry.pubDate) / 86_400)), before that in "
                            + "\(before.file), \(FeedTime.date(ofDay: Int(earlier) / 86_400))")
                    continue
                }
                findings.report(
                    info, catalog, at: number, "pubDate", remedy: "write the time of the change to pubDate",
                    "the item has changed since \(before.file), but its pubDate is "
                        + (entry.pubDate < earlier ? "older" : "the same"))
            }
        }
    }
}
