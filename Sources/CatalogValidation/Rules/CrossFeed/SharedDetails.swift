import Foundation
import UniversalMediaCatalog

/// STY-DESC-SHARED: one description of two works.
struct SharedDescription: IndexRule {
    static let info = RuleInfo(
        "STY-DESC-SHARED", "Works that do not belong together have different descriptions.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3", remedy: "describe this work itself",
        bad: [
            RuleExample(
                .catalog, "A documentary journey to nine mountains that people forgot were on fire.",
                "In a port run by patient robots, two sisters repair the things that people leave behind."),
            // In another locale than the feed's.
            RuleExample(
                .catalog, "forgot were on fire.</description>",
                "forgot were on fire.</description>\n    <description locale=\"fr-FR\">Un cartographe à la retraite reconstruit un phare avec de vieilles cartes et découvre une côte que personne n'a dessinée.</description>",
                also: [
                    (
                        "Nine Quiet Volcanoes</title>\n    <description",
                        "Nine Quiet Volcanoes</title>\n    <title locale=\"fr-FR\">Neuf volcans</title>\n    <description"
                    )
                ]),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "A documentary journey to nine mountains that people forgot were on fire.",
                "In a port run by patient robots, two sisters repair what people leave behind."),
            RuleExample(
                .catalog, "forgot were on fire.</description>",
                "forgot were on fire.</description>\n    <description locale=\"fr-CA\">Un cartographe à la retraite reconstruit un phare avec de vieilles cartes et découvre une côte que personne n'a dessinée.</description>",
                also: [
                    (
                        "Nine Quiet Volcanoes</title>\n    <description",
                        "Nine Quiet Volcanoes</title>\n    <title locale=\"fr-CA\">Neuf volcans</title>\n    <description"
                    )
                ]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            checkLocalTexts(catalog, &findings)
            var repeated = RepeatedHashes(count: catalog.entries.count)
            for number in catalog.entries.indices where catalog.entries[number].description != 0 {
                repeated.add(catalog.entries[number].descriptionKey)
            }
            guard !repeated.isEmpty else { continue }
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.description != 0, let first = repeated.first(entry.descriptionKey, number) else { continue }
                let other = catalog.entries[first]
                guard other.id != entry.id, other.group == 0 || other.group != entry.group,
                    !entry.isRelative(of: other), entry.type != .sportingEvent
                else { continue }
                findings.report(
                    info, catalog, at: number, "description",
                    "the description is also that of the \(other.type.spelling) \(catalog.id(first).quotedForMessage) "
                        + "in line \(other.line)")
            }
        }
    }
}

extension SharedDescription {
    /// Reports descriptions in other locales than the feed's, where those in the feed's locale differ.
    private func checkLocalTexts(_ catalog: CatalogIndex, _ findings: inout IndexFindings) {
        catalog.forEachRepeatedText(isTitle: false, { $0.hash }) { first, text in
            let (entry, other) = (catalog.entries[Int(text.entry)], catalog.entries[Int(first.entry)])
            guard other.id != entry.id, other.group == 0 || other.group != entry.group, !entry.isRelative(of: other),
                entry.type != .sportingEvent, entry.description != 0, entry.descriptionKey != other.descriptionKey
            else { return }
            findings.report(
                info, catalog, at: Int(text.entry), "description[\(text.place)]",
                "the description is also that of the \(other.type.spelling) "
                    + "\(catalog.id(Int(first.entry)).quotedForMessage) in line \(other.line)")
        }
    }
}

extension CatalogIndex {
    /// Calls `body` with each text in another locale than the feed's that repeats an earlier one, and with that one. Texts of the item of the
    /// type before it are left to STY-COPIED.
    /// - Parameter key: returns a hash that equal texts have in common; nil: the text is not compared.
    func forEachRepeatedText(
        isTitle: Bool, _ key: (LocalText) -> UInt64?, _ body: (_ first: LocalText, _ text: LocalText) -> Void
    ) {
        var repeated = RepeatedHashes(count: localTexts.count)
        for text in localTexts where text.isTitle == isTitle { if let key = key(text) { repeated.add(key) } }
        guard !repeated.isEmpty else { return }
        for number in localTexts.indices where localTexts[number].isTitle == isTitle {
            guard let key = key(localTexts[number]), let first = repeated.first(key, number),
                !isNext(Int(localTexts[number].entry), to: Int(localTexts[first].entry))
            else { continue }
            body(localTexts[first], localTexts[number])
        }
    }

    /// Returns whether an item is the next one of the type of an earlier one.
    private func isNext(_ entry: Int, to earlier: Int) -> Bool {
        let type = entries[entry].type
        guard earlier < entry, entries[earlier].type == type, type != .season, type != .extra else { return false }
        return !(earlier + 1..<min(entry, earlier + 64)).contains { entries[$0].type == type }
    }
}

extension CatalogIndex.Entry {
    /// Whether one item is the show, season or title of the other. Two episodes of one show are no relatives.
    func isRelative(of other: Self) -> Bool {
        parent == other.id || other.parent == id || season != 0 && season == other.id
            || other.season != 0 && other.season == id
            || parent != 0 && parent == other.parent && !(type == .episode && other.type == .episode)
    }
}

/// CAT-EXTID-SHARED: one external id of two works.
struct SharedExternalID: IndexRule {
    static let info = RuleInfo(
        "CAT-EXTID-SHARED", "An external id belongs to one work.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.9", remedy: "correct one of the two; versions of one work share a contentGroupId",
        bad: [
            RuleExample(
                .catalog, "<tvShowInfo>\n      <type>series</type>",
                "<externalId system=\"house\">PLH-2025-01</externalId>\n    <tvShowInfo>\n      <type>series</type>")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<tvShowInfo>\n      <type>series</type>",
                "<externalId system=\"tms\">PLH-2025-01</externalId>\n    <tvShowInfo>\n      <type>series</type>"),
            RuleExample(
                .catalog, "<tvShowInfo>\n      <type>series</type>",
                "<externalId system=\"house\">plh-2025-01</externalId>\n    <tvShowInfo>\n      <type>series</type>"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where !catalog.externalIDs.isEmpty {
            var repeated = RepeatedHashes(count: catalog.externalIDs.count)
            for id in catalog.externalIDs { repeated.add(id.hash) }
            guard !repeated.isEmpty else { continue }
            for id in catalog.externalIDs {
                guard let first = repeated.first(id.hash, Int(id.entry)), first != Int(id.entry) else { continue }
                let (one, other) = (catalog.entries[first], catalog.entries[Int(id.entry)])
                guard one.id != other.id, one.group == 0 || one.group != other.group else { continue }
                findings.report(
                    info, catalog, at: Int(id.entry), "externalId[\(id.place)]",
                    "the external id is also that of the \(one.type.spelling) \(catalog.id(first).quotedForMessage) "
                        + "in line \(one.line)")
            }
        }
    }
}

/// CAT-GROUP-TYPE: a contentGroupId of items of different types.
struct GroupOfTypes: IndexRule {
    static let info = RuleInfo(
        "CAT-GROUP-TYPE", "Items with one contentGroupId are versions of one work, and have one contentType.",
        level: .warning, tag: "S/D", section: "umc-catalog.md 3.2", remedy: "give each work its own contentGroupId",
        bad: [
            RuleExample(
                .catalog, "<title locale=\"en-US\">Nine Quiet Volcanoes</title>",
                "<contentGroupId>LB-GRP-0001</contentGroupId><title locale=\"en-US\">Nine Quiet Volcanoes</title>")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<title locale=\"en-US\">Nine Quiet Volcanoes</title>",
                "<contentGroupId>LB-GRP-0002</contentGroupId><title locale=\"en-US\">Nine Quiet Volcanoes</title>")
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            var repeated = RepeatedHashes(count: catalog.entries.count)
            for number in catalog.entries.indices where catalog.entries[number].group != 0 {
                repeated.add(UInt64(catalog.entries[number].group))
            }
            guard !repeated.isEmpty else { continue }
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.group != 0, let first = repeated.first(UInt64(entry.group), number) else { continue }
                let other = catalog.entries[first]
                guard other.type != entry.type, other.type != .unknown, entry.type != .unknown else { continue }
                findings.report(
                    info, catalog, at: number, "contentGroupId",
                    "the contentGroupId is also that of the \(other.type.spelling) \(catalog.id(first).quotedForMessage) "
                        + "in line \(other.line)")
            }
        }
    }
}

/// CAT-TITLE-SAME: two works of one title and date.
struct SameWorkTwice: IndexRule {
    static let info = RuleInfo(
        "CAT-TITLE-SAME",
        "Movies and shows of one title and date, and events of one title and start, are one work and share a contentGroupId.",
        level: .warning, tag: "S/D", section: "umc-catalog.md 3.2",
        remedy: "give both the same contentGroupId, remove one of them, or correct its title or date",
        bad: [
            RuleExample(
                .catalog, "<title locale=\"en-US\">Nine Quiet Volcanoes</title>",
                "<title locale=\"en-US\">Harbor of Small Machines</title>",
                also: [("<originalPremiereDate>2026-05-08<", "<originalPremiereDate>2025-09-12<")]),
            RuleExample(
                .sportsCatalog, "Three Piers Kart Cup<", "Fogtown Herons at Saltmarsh Otters<",
                also: [
                    ("<startDate>2026-03-15T00:00:00Z<", "<startDate>2026-03-08T00:00:00Z<"),
                    ("<isTBD>true<", "<isTBD>false<"),
                ]),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<title locale=\"en-US\">Nine Quiet Volcanoes</title>",
                "<title locale=\"en-US\">Harbor of Small Machines</title>"),
            // Two matches of one day.
            RuleExample(
                .sportsCatalog, "Three Piers Kart Cup<", "Fogtown Herons at Saltmarsh Otters<",
                also: [
                    ("<startDate>2026-03-15T00:00:00Z<", "<startDate>2026-03-07T18:00:00Z<"),
                    ("<isTBD>true<", "<isTBD>false<"),
                ]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            var repeated = RepeatedHashes(count: catalog.entries.count)
            for number in catalog.entries.indices {
                if let key = Self.key(catalog.entries[number]) { repeated.add(key) }
            }
            guard !repeated.isEmpty else { continue }
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard let key = Self.key(entry), let first = repeated.first(key, number) else { continue }
                let other = catalog.entries[first]
                guard other.id != entry.id, other.group == 0 || other.group != entry.group else { continue }
                findings.report(
                    info, catalog, at: number, "title",
                    "the \(entry.type.spelling) has the title and \(entry.type == .sportingEvent ? "start" : "date") of \(catalog.id(first).quotedForMessage) "
                        + "in line \(other.line)")
            }
        }
    }

    private static func key(_ entry: CatalogIndex.Entry) -> UInt64? {
        if entry.eventStart > 0, entry.titleKey != 0 {
            return FeedText.mix(entry.titleKey ^ UInt64(entry.eventStart) << 8 ^ UInt64(entry.type.rawValue))
        }
        guard entry.type == .movie || entry.type == .show, entry.titleKey != 0, entry.date != .min else { return nil }
        return FeedText.mix(entry.titleKey ^ UInt64(UInt32(bitPattern: entry.date)) << 8 ^ UInt64(entry.type.rawValue))
    }
}

/// FEED-AIRING-DAY: a live airing on another day than the event.
struct AiringOnOtherDay: IndexRule {
    static let info = RuleInfo(
        "FEED-AIRING-DAY", "A live airing is at the time of its event, and a repeat after its start.", level: .warning,
        tag: "D",
        section: "umc-availability.md 8",
        remedy: "correct the airing or the startDate of the event, or write isLive false",
        bad: [
            RuleExample(
                .linearAvailability, "2026-03-07T18:45:00-05:00", "2026-03-10T18:45:00-05:00",
                also: [("2026-03-07T22:00:00-05:00", "2026-03-10T22:00:00-05:00")], beside: [.sportsCatalog]),
            // Local time that was written as UTC.
            RuleExample(
                .linearAvailability, "2026-03-07T18:45:00-05:00", "2026-03-07T18:45:00Z",
                also: [("2026-03-07T22:00:00-05:00", "2026-03-07T22:00:00Z")], beside: [.sportsCatalog]),
            RuleExample(
                .linearAvailability, "<isLive>true</isLive>", "<isLive>false</isLive>", beside: [.sportsCatalog]),
            // Local time that was written as UTC, at the start only.
            RuleExample(
                .linearAvailability, "2026-03-07T18:45:00-05:00", "2026-03-07T18:45:00Z", beside: [.sportsCatalog]),
            RuleExample(
                .linearAvailability, "2026-03-07T18:45:00-05:00", "2026-03-07T21:50:00-05:00", beside: [.sportsCatalog]),
            RuleExample(
                .eventAvailability, "<windowStart>2026-03-15T00:00:00Z", "<windowStart>2026-03-25T00:00:00Z",
                also: [("<windowEnd>2026-03-16T", "<windowEnd>2026-03-26T")], beside: [.sportsCatalog]),
            RuleExample(
                .linearAvailability, "2026-03-07T22:00:00-05:00", "2026-03-07T20:00:00-05:00", beside: [.sportsCatalog]),
            // An hour late, as in summer time.
            RuleExample(
                .linearAvailability, "2026-03-07T18:45:00-05:00", "2026-03-07T18:45:00-06:00",
                also: [("2026-03-07T22:00:00-05:00", "2026-03-07T22:00:00-06:00")], beside: [.sportsCatalog]),
            RuleExample(
                .linearAvailability, "2026-03-07T18:45:00-05:00", "2026-03-07T20:00:00-05:00", beside: [.sportsCatalog]),
        ],
        nearMisses: [
            RuleExample(
                .linearAvailability, "2026-03-07T18:45:00-05:00", "2026-03-07T23:45:00Z",
                also: [("2026-03-07T22:00:00-05:00", "2026-03-08T03:00:00Z")], beside: [.sportsCatalog]),
            // A channel that joins late and leaves early.
            RuleExample(
                .linearAvailability, "2026-03-07T18:45:00-05:00", "2026-03-07T19:30:00-05:00",
                also: [("2026-03-07T22:00:00-05:00", "2026-03-07T21:00:00-05:00")], beside: [.sportsCatalog]),
            // A program before the event.
            RuleExample(
                .linearAvailability, "2026-03-07T18:45:00-05:00", "2026-03-07T16:00:00-05:00", beside: [.sportsCatalog]),
            RuleExample(
                .linearAvailability, "2026-03-08T09:00:00-05:00", "2026-03-18T09:00:00-05:00",
                also: [("2026-03-08T12:00:00-05:00", "2026-03-18T12:00:00-05:00")], beside: [.sportsCatalog]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            for airing in feed.airings where airing.isLive || airing.isRepeat {
                let record = feed.entries[Int(airing.entry)]
                guard let catalog = index.catalog(record.catalog), let event = catalog.find(record.id, .sportingEvent),
                    catalog.entries[event].date != .min
                else { continue }
                let day = Int(catalog.entries[event].date)
                let start = catalog.entries[event].eventStart
                let isOfChannel = feed.service(of: Int(airing.entry)).map { feed.services[$0].isLinear } ?? false
                if start > 0,
                    let message = Self.fault(airing, start, day)
                        ?? (isOfChannel ? Self.channelFault(airing, catalog.entries[event]) : nil)
                        ?? Self.partFault(
                            airing, catalog.entries[event], slack: isOfChannel ? (3_600, 3_600) : (600, 600))
                {
                    findings.report(info, feed, at: Int(airing.entry), airing.path(in: feed), message)
                    continue
                }
                guard airing.isLive else { continue }
                // The day of the event is that of its own time zone.
                guard Int(airing.end) / 86_400 < day - 1 || Int(airing.start) / 86_400 > day + 1 else { continue }
                findings.report(
                    info, feed, at: Int(airing.entry), airing.path(in: feed),
                    "the live airing is on \(FeedTime.date(ofDay: Int(airing.start) / 86_400)), but the event is on "
                        + FeedTime.date(ofDay: day))
            }
        }
    }
}

extension AiringOnOtherDay {
    /// Local times of the United States and Canada that are written as UTC differ by four hours or more.
    private static let leastOffset: UInt32 = 4 * 3_600

    /// Returns what is wrong with the start of a live airing on a channel, compared with the times of the event.
    private static func channelFault(_ airing: AvailabilityIndex.Airing, _ event: CatalogIndex.Entry) -> String? {
        let start = event.eventStart
        guard airing.isLive, airing.end > start else { return nil }
        if start >= airing.start, start - airing.start >= leastOffset {
            return "the live airing begins \((start - airing.start) / 3_600) hours before the event, which starts at "
                + FeedTime.text(Date(timeIntervalSince1970: Double(start)))
        }
        guard event.duration > 0, airing.start >= start + event.duration else { return nil }
        return "the live airing begins after the end of the event, at "
            + FeedTime.text(Date(timeIntervalSince1970: Double(start + event.duration)))
    }

    /// Returns what is wrong with a live airing that begins late or ends early, at an event of one day.
    /// - Parameter slack: the seconds that are allowed. A channel may join an event and leave it, a service that streams single events shows
    ///   them from the beginning to the end.
    private static func partFault(
        _ airing: AvailabilityIndex.Airing, _ event: CatalogIndex.Entry, slack: (start: UInt32, end: UInt32)
    ) -> String? {
        let (start, length) = (event.eventStart, event.duration)
        guard airing.isLive, start > 0, length > 0, length <= 12 * 3_600 else { return nil }
        if airing.start >= start + slack.start {
            return "the live airing begins \((airing.start - start) / 60) minutes after the event, which starts at "
                + FeedTime.text(Date(timeIntervalSince1970: Double(start)))
        }
        // The time of another zone, or of the other half of the year: the airing begins and ends an hour late.
        if airing.start >= start + 1_800, airing.start <= start + 3_600, airing.end >= start + length + 3_600 {
            return "the live airing begins \((airing.start - start) / 60) minutes after the event, which starts at "
                + FeedTime.text(Date(timeIntervalSince1970: Double(start))) + ", and ends "
                + "\((airing.end - start - length) / 60) minutes after its end: its times appear to be an hour late"
        }
        guard airing.end + slack.end <= start + length else { return nil }
        return "the live airing ends \((start + length - airing.end) / 60) minutes before the event, which ends at "
            + FeedTime.text(Date(timeIntervalSince1970: Double(start + length)))
    }

    /// Returns what is wrong with the times of an airing of an event on the same days.
    private static func fault(_ airing: AvailabilityIndex.Airing, _ start: UInt32, _ day: Int) -> String? {
        let time = FeedTime.text(Date(timeIntervalSince1970: Double(start)))
        if airing.isRepeat {
            guard airing.start < start else { return nil }
            return "an airing with isLive false begins before the event, which starts at \(time)"
        }
        // Airings on other days are reported with the days.
        guard airing.end <= start, Int(airing.end) / 86_400 >= day - 1 else { return nil }
        return "the live airing ends before the event starts, at \(time)"
    }
}

extension AvailabilityIndex.Airing {
    /// The element of the item that contains the airing.
    fileprivate func path(in feed: AvailabilityIndex) -> String {
        feed.service(of: Int(entry)).map { feed.services[$0].isLinear } ?? true ? "linearOffers" : "offers"
    }
}
