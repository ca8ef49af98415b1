public import UniversalMediaCatalog

/// The differences between two builds of a feed that matter to a reviewer.
public struct FeedComparison: Sendable, Codable {
    /// The importance of a change.
    public enum Weight: String, Sendable, Codable, CaseIterable, Comparable {
        case note, notable, alarming

        public static func < (left: Self, right: Self) -> Bool {
            allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
        }
    }

    public struct Change: Sendable, Codable, Hashable {
        public var weight: Weight
        /// A kind such as `removed`, `type`, `title` or `window`.
        public var kind: String
        /// nil if the change concerns the feed as a whole.
        public var contentId: String?
        public var message: String
    }

    public var old: String
    public var new: String
    public var oldItems = 0
    public var newItems = 0
    public var added = 0
    public var removed = 0
    public var changed = 0
    /// Changes in the order of the new feed, then removed items; at most `maximumChanges` of each kind.
    public var changes: [Change] = []
    /// Numbers of changes by kind that are not in `changes`.
    public var more: [String: Int] = [:]

    public static let maximumChanges = 1_000

    /// Compares two builds. Both are read item by item; a digest of each item of the old feed is kept in memory.
    public static func compare(
        _ old: FeedInput, _ new: FeedInput, limits: ReadingLimits = ReadingLimits()
    ) throws -> FeedComparison {
        var result = FeedComparison(old: old.name, new: new.name)
        let reader = FeedReader(limits: limits)
        var digests: [String: ItemDigest] = [:]
        var oldHead: HeadDigest?
        try reader.read(old) { event in
            switch event {
            case .catalog(let head): oldHead = HeadDigest(head)
            case .availability(let head): oldHead = HeadDigest(head)
            case .manifest(let manifest):
                oldHead = HeadDigest(manifest)
                for digest in ItemDigest.of(manifest) { digests[digest.id] = digest }
            case .catalogItem(let item): digests[item.contentID] = ItemDigest(item)
            case .availabilityItem(let item): digests[item.contentID] = ItemDigest(item)
            }
            return true
        }
        result.oldItems = digests.count
        var seen: Set<String> = []
        try reader.read(new) { event in
            switch event {
            case .catalog(let head): result.compare(oldHead, HeadDigest(head))
            case .availability(let head): result.compare(oldHead, HeadDigest(head))
            case .manifest(let manifest):
                result.compare(oldHead, HeadDigest(manifest))
                for digest in ItemDigest.of(manifest) { result.take(digest, digests, &seen) }
            case .catalogItem(let item): result.take(ItemDigest(item), digests, &seen)
            case .availabilityItem(let item): result.take(ItemDigest(item), digests, &seen)
            }
            return true
        }
        for digest in digests.values.sorted(by: { $0.id < $1.id }) where !seen.contains(digest.id) {
            result.removed += 1
            result.note(
                .notable, "removed", digest.id, "`\(digest.title)` (\(digest.type)) was removed\(digest.stillOffered)")
        }
        result.noteShrinkage()
        return result
    }

    private mutating func compare(_ old: HeadDigest?, _ new: HeadDigest) {
        guard let old else { return }
        if old.kind != new.kind {
            note(.alarming, "kind", nil, "the feeds are of different kinds: \(old.kind), \(new.kind)")
        }
        for (name, value) in new.ids where old.ids[name] != value {
            note(.alarming, "identity", nil, "\(name) changed from `\(old.ids[name] ?? "")` to `\(value)`")
        }
        if let before = old.build, let after = new.build, after.date <= before.date {
            note(.notable, "build", nil, "lastBuildDate is not newer: \(before), then \(after)")
        }
    }

    private mutating func take(_ item: ItemDigest, _ olds: [String: ItemDigest], _ seen: inout Set<String>) {
        newItems += 1
        seen.insert(item.id)
        guard let old = olds[item.id] else {
            added += 1
            return note(.note, "added", item.id, "`\(item.title)` (\(item.type)) was added")
        }
        guard old.hash != item.hash else { return }
        changed += 1
        let count = changes.count + more.values.reduce(0, +)
        if old.type != item.type {
            note(
                .alarming, "type", item.id,
                "the type changed from \(old.type) to \(item.type), but an id must not be reused")
        }
        if old.title != item.title {
            let isReused = old.type != item.type && old.duration != item.duration
            note(
                isReused ? .alarming : .notable, "title", item.id,
                "the title changed from `\(old.title)` to `\(item.title)`")
        }
        if old.duration != item.duration, let before = old.duration, let after = item.duration {
            note(.note, "duration", item.id, "the duration changed from \(before) s to \(after) s")
        }
        for (name, before) in old.windows {
            guard let after = item.windows[name] else {
                note(.notable, "offer", item.id, "the \(name) offer was removed")
                continue
            }
            if before.start != after.start {
                note(
                    .notable, "window", item.id,
                    "the start of the \(name) offer changed from \(before.start ?? "none") to \(after.start ?? "none")")
            }
            if before.end != after.end {
                note(
                    .notable, "window", item.id,
                    "the end of the \(name) offer changed from \(before.end ?? "none") to \(after.end ?? "none")")
            }
        }
        for name in item.windows.keys.sorted() where old.windows[name] == nil {
            note(.note, "offer", item.id, "a \(name) offer was added")
        }
        if old.links != item.links { note(.note, "links", item.id, "the links have changed") }
        if changes.count + more.values.reduce(0, +) == count {
            note(.note, "details", item.id, "`\(item.title)` has changed")
        }
    }

    private mutating func noteShrinkage() {
        guard oldItems > 0, newItems < oldItems else { return }
        let share = Double(oldItems - newItems) / Double(oldItems)
        let percent =
            Int((share * 1_000).rounded()) % 10 == 0
            ? "\(Int((share * 100).rounded()))" : "\((share * 1_000).rounded() / 10)"
        let message = "the feed shrank by \(percent) %, from \(oldItems) items to \(newItems)"
        changes.insert(
            Change(weight: share > 0.2 ? .alarming : .notable, kind: "shrinkage", contentId: nil, message: message),
            at: 0)
    }

    private mutating func note(_ weight: Weight, _ kind: String, _ id: String?, _ message: String) {
        noted[kind, default: 0] += 1
        guard noted[kind, default: 0] <= Self.maximumChanges else {
            more[kind, default: 0] += 1
            return
        }
        changes.append(Change(weight: weight, kind: kind, contentId: id, message: message))
    }

    private var noted: [String: Int] = [:]

    private enum CodingKeys: String, CodingKey {
        case old, new, oldItems, newItems, added, removed, changed, changes, more
    }

    public var worst: Weight? { changes.map(\.weight).max() }
}

private struct HeadDigest {
    var kind: FeedKind
    var ids: [String: String]
    var build: FeedDateTime?

    init(_ head: CatalogHead) {
        kind = .catalog
        ids = ["catalogId": head.catalogID, "teamId": head.teamID, "defaultLocale": head.defaultLocale]
        build = head.lastBuildDate
    }

    init(_ head: AvailabilityHead) {
        kind = .availability
        ids = ["serviceId": head.serviceID, "teamId": head.teamID, "serviceType": head.serviceType]
        build = head.lastBuildDate
    }

    init(_ manifest: PartnerManifest) {
        kind = .manifest
        ids = ["partnerId": manifest.partnerID, "teamId": manifest.teamID]
        build = manifest.lastBuildDate
    }
}

private struct ItemDigest {
    struct Window: Equatable {
        var start: String?
        var end: String?
    }

    var id: String
    var type: String
    var title: String
    var duration: Int?
    var windows: [String: Window] = [:]
    var links = 0
    var hash: Int
    private var isOpen = false

    var stillOffered: String {
        isOpen ? ", although one of its offers has no end: removing an item does not end its offers" : ""
    }

    init(_ item: CatalogItem) {
        id = item.contentID
        type = item.contentTypeName
        title = item.title() ?? item.contentID
        duration = item.info?.duration
        // A different pubDate alone is not a change.
        var content = item
        content.pubDate = nil
        hash = content.hashValue
    }

    init(_ item: AvailabilityItem) {
        id = item.contentID
        type = item.contentTypeName
        title = item.contentID
        for (index, offer) in item.offers.enumerated() {
            let name = offer.type ?? "untyped"
            windows[windows[name] == nil ? name : "\(name) \(index + 1)"] = Window(
                start: offer.windowStart?.description, end: offer.windowEnd?.description)
        }
        for (index, offer) in item.linearOffers.enumerated() {
            windows["airing \(index + 1)"] = Window(
                start: offer.windowStart?.description, end: offer.windowEnd?.description)
        }
        isOpen = item.offers.contains { $0.windowEnd == nil }
        links = item.locators.hashValue
        var content = item
        content.pubDate = nil
        hash = content.hashValue
    }

    static func of(_ manifest: PartnerManifest) -> [ItemDigest] {
        manifest.catalogs.map { ItemDigest(id: $0.catalogID, type: "catalog", hash: $0.hashValue) }
            + manifest.brands.flatMap { brand in
                brand.services.map { ItemDigest(id: $0.serviceID, type: "service", hash: $0.hashValue) }
            }
    }

    private init(id: String, type: String, hash: Int) {
        self.id = id
        self.type = type
        title = id
        self.hash = hash
    }
}
