public import Foundation
public import UniversalMediaCatalog

/// Counts of the contents of a feed.
public struct FeedStatistics: Sendable, Codable {
    public var file: String
    public var kind: FeedKind
    public var id = ""
    public var version = ""
    public var lastBuildDate: FeedDateTime?
    public var items = 0
    /// Groups of counts, in the order of display.
    public var groups: [Group] = []

    /// Counts of one property, such as items by type.
    public struct Group: Sendable, Codable {
        public var name: String
        /// The total for percentages; nil if the counts are not parts of a whole.
        public var total: Int?
        public var counts: [Count]
    }

    public struct Count: Sendable, Codable {
        public var name: String
        public var count: Int
    }

    /// - Parameter now: the time that decides which offers are live.
    public static func of(
        _ input: FeedInput, now: Date = Date(), limits: ReadingLimits = ReadingLimits()
    ) throws -> FeedStatistics {
        var catalog = CatalogCounter()
        var availability = AvailabilityCounter(now: now)
        var manifest: PartnerManifest?
        var heads: (catalog: CatalogHead?, availability: [AvailabilityHead]) = (nil, [])
        try FeedReader(limits: limits).read(input) { event in
            switch event {
            case .catalog(let head): heads.catalog = head
            case .catalogItem(let item): catalog.add(item)
            case .availability(let head): heads.availability.append(head)
            case .availabilityItem(let item): availability.add(item)
            case .manifest(let found): manifest = found
            }
            return true
        }
        if let manifest { return of(manifest, file: input.name) }
        if let head = heads.availability.first {
            var result = FeedStatistics(file: input.name, kind: .availability)
            result.id = heads.availability.map(\.serviceID).joined(separator: ", ")
            result.version = head.version
            result.lastBuildDate = head.lastBuildDate
            result.items = availability.items
            result.groups = availability.groups
            return result
        }
        var result = FeedStatistics(file: input.name, kind: .catalog)
        result.id = heads.catalog?.catalogID ?? ""
        result.version = heads.catalog?.version ?? ""
        result.lastBuildDate = heads.catalog?.lastBuildDate
        result.items = catalog.items
        result.groups = catalog.groups
        return result
    }

    private static func of(_ manifest: PartnerManifest, file: String) -> FeedStatistics {
        var result = FeedStatistics(file: file, kind: .manifest)
        result.id = manifest.partnerID
        result.version = manifest.version
        result.lastBuildDate = manifest.lastBuildDate
        let services = manifest.brands.flatMap(\.services)
        var territories = Tally()
        var kinds = Tally()
        for service in services {
            for territory in service.territories { territories.add(territory) }
            kinds.add("\(service.serviceType), \(service.integrationType)")
        }
        result.groups = [
            Group(
                name: "contents", total: nil,
                counts: [
                    Count(name: "catalogs", count: manifest.catalogs.count),
                    Count(name: "brands", count: manifest.brands.count),
                    Count(name: "services", count: services.count),
                ]),
            kinds.group("services by kind", total: services.count),
            territories.group("services by territory", total: services.count),
        ]
        return result
    }
}

/// Counts occurrences by name.
struct Tally {
    private var counts: [String: Int] = [:]
    /// Maximum number of names; further names are counted together.
    static let maximumNames = 10_000

    mutating func add(_ name: String, _ count: Int = 1) {
        let known = counts.count < Self.maximumNames || counts[name] != nil
        counts[known ? name : "others", default: 0] += count
    }

    func group(_ name: String, total: Int?) -> FeedStatistics.Group {
        FeedStatistics.Group(
            name: name, total: total,
            counts: counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { FeedStatistics.Count(name: $0.key, count: $0.value) })
    }
}

private struct CatalogCounter {
    var items = 0
    private var types = Tally()
    private var locales = Tally()
    private var genres = Tally()
    private var ratings = Tally()
    private var artworks = Tally()
    private var decades = Tally()
    private var has = Tally()
    private var seconds = 0

    mutating func add(_ item: CatalogItem) {
        items += 1
        types.add(item.contentTypeName)
        for locale in Set(item.titles.map { $0.locale ?? "(default)" }) { locales.add(locale) }
        for genre in Set(item.genres) { genres.add(genre) }
        for system in Set(item.ratings.map(\.system)) { ratings.add(system) }
        for type in Set(item.artworks.map(\.type)) { artworks.add(type) }
        if let date = item.info?.date, date.count >= 4 { decades.add("\(date.prefix(3))0s") }
        let facts = [
            ("title", !item.titles.isEmpty), ("description", !item.descriptions.isEmpty),
            ("genre", !item.genres.isEmpty),
            ("rating", !item.ratings.isEmpty), ("artwork", !item.artworks.isEmpty), ("credits", !item.credits.isEmpty),
            ("duration", item.info?.duration != nil), ("date", item.info?.date != nil),
            ("external id", !item.externalIDs.isEmpty), ("several languages", Set(item.titles.map(\.locale)).count > 1),
        ]
        for (name, holds) in facts where holds { has.add(name) }
        seconds += min(item.info?.duration ?? 0, 1_000_000)
    }

    var groups: [FeedStatistics.Group] {
        [
            types.group("items by type", total: items), has.group("items with", total: items),
            locales.group("titles by locale", total: items), genres.group("genres", total: items),
            ratings.group("ratings by system", total: items), artworks.group("artwork by type", total: items),
            decades.group("decades", total: items),
            .init(name: "running time", total: nil, counts: [.init(name: "hours", count: seconds / 3_600)]),
        ]
    }
}

private struct AvailabilityCounter {
    let now: Date
    var items = 0
    private var types = Tally()
    private var offers = Tally()
    private var states = Tally()
    private var platforms = Tally()
    private var restrictions = Tally()
    private var tiers = Tally()
    private var qualities = Tally()
    private var languages = Tally()

    init(now: Date) { self.now = now }

    mutating func add(_ item: AvailabilityItem) {
        items += 1
        types.add(item.contentTypeName)
        let all = item.offers + item.linearOffers
        for offer in all {
            offers.add(offer.type ?? "linear")
            for restriction in offer.restrictions {
                restrictions.add("\(restriction.type) \(restriction.relationship)")
                if restriction.type == "tier" { tiers.add(restriction.value) }
            }
        }
        states.add(state(all))
        for platform in Set(item.locators.map(\.platform)) { platforms.add(platform) }
        if let quality = item.properties?.videoQuality { qualities.add(quality) }
        for language in Set(item.properties.map { $0.subtitles + $0.closedCaptioning } ?? []) {
            languages.add(language)
        }
    }

    private func state(_ offers: [Offer]) -> String {
        if offers.isEmpty { return "no offer" }
        if offers.contains(where: {
            ($0.windowStart?.date ?? .distantPast) <= now && ($0.windowEnd?.date ?? .distantFuture) > now
        }) {
            return "live now"
        }
        return offers.contains { ($0.windowStart?.date ?? .distantPast) > now } ? "upcoming" : "expired"
    }

    var groups: [FeedStatistics.Group] {
        [
            types.group("items by type", total: items), states.group("items by state", total: items),
            offers.group("offers by type", total: nil), platforms.group("links by platform", total: items),
            restrictions.group("restrictions", total: nil), tiers.group("tiers", total: nil),
            qualities.group("video quality", total: items), languages.group("captions by language", total: items),
        ]
    }
}
