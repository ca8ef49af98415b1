public import UniversalMediaCatalog

/// The differences between two builds of a feed.
public struct FeedComparison: Sendable, Codable {
    /// The importance of a change.
    public enum Weight: String, Sendable, Codable, CaseIterable, Comparable {
        /// Texts, credits and other details.
        case note
        /// What decides who can watch an item, where and when, and what identifies it.
        case notable
        /// What breaks rules between builds: another type or id, a lost part of the feed.
        case alarming

        public static func < (left: Self, right: Self) -> Bool {
            allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
        }
    }

    public struct Change: Sendable, Codable, Hashable {
        public var weight: Weight
        /// A kind such as `removed`, `type`, `title` or `window`.
        public var kind: String
        /// The id of the item, service, catalog or brand; nil if the change concerns the feed as a whole.
        public var contentId: String?
        /// The field, such as `offer[free]/windowEnd`; nil for added and removed items.
        public var field: String?
        /// nil: the field was added, or has no value of its own.
        public var old: String?
        /// nil: the field was removed, or has no value of its own.
        public var new: String?
        public var message: String
    }

    /// The reason why two feeds cannot be compared.
    public struct Mismatch: Error, Sendable, CustomStringConvertible {
        public var description: String
    }

    public var kind = FeedKind.catalog
    public var old: String
    public var new: String
    public var oldItems = 0
    public var newItems = 0
    public var added = 0
    public var removed = 0
    public var changed = 0
    /// Changes of the feed as a whole, then those of items in the order of the new feed, then removed items; at most `maximumChanges` of
    /// each kind.
    public var changes: [Change] = []
    /// Numbers of changes by kind that are not in `changes`.
    public var more: [String: Int] = [:]
    /// The highest weight of all changes, including those that are not in `changes`.
    public private(set) var worst: Weight?

    public static let maximumChanges = 1_000

    /// Compares two builds. Both are read item by item; a hash of each old item is in memory, and its contents are in a temporary file.
    /// - Throws: `Mismatch` if the feeds are of different kinds; `FeedReader.Failure` if one of them cannot be read.
    public static func compare(
        _ old: FeedInput, _ new: FeedInput, limits: ReadingLimits = ReadingLimits()
    ) throws -> FeedComparison {
        var result = FeedComparison(old: old.name, new: new.name)
        let before = try ComparedFeed(old, limits)
        var items = FeedComparison(old: old.name, new: new.name)
        var seen: Set<String> = []
        var occurrences: [String: Int] = [:]
        var failure: (any Error)?
        var counts: [Int: Int] = [:]
        let after = try CanonicalFeed.read(new, limits: limits) { element, service in
            counts[service, default: 0] += 1
            guard failure == nil else { return }
            let item = ComparedItem(element)
            do { try items.take(item, before, &occurrences, &seen) } catch { failure = error }
        }
        guard before.kind == after.kind else {
            throw Mismatch(
                description:
                    "\(old.name) is \(before.kind.described) and \(new.name) is \(after.kind.described): compare two builds of one feed"
            )
        }
        if let failure { throw failure }
        for part in ComparedItem.parts(of: after) { try items.take(part, before, &occurrences, &seen) }
        result.kind = after.kind
        result.compareHeads(before, after, counts)
        result.adopt(items)
        for key in before.order where !seen.contains(key) {
            guard let digest = before.items[key] else { continue }
            result.removed += 1
            let item = ComparedItem(try before.store.element(digest.number))
            result.note(
                .notable, "removed", item.id, "`\(item.title)` (\(item.type)) was removed\(item.stillOffered)")
        }
        result.oldItems = before.items.count
        result.noteBuild(before.build, after.root)
        result.noteShrinkage()
        return result
    }

    private mutating func adopt(_ items: FeedComparison) {
        newItems = items.newItems
        added = items.added
        changed = items.changed
        changes += items.changes
        for (kind, count) in items.more { more[kind, default: 0] += count }
        for (kind, count) in items.noted { noted[kind, default: 0] += count }
        worst = max(worst ?? .note, items.worst ?? .note)
        if changes.isEmpty { worst = nil }
    }

    /// - Parameter counts: the numbers of items of the new feed, by the index of their service.
    private mutating func compareHeads(_ before: ComparedFeed, _ after: CanonicalFeed, _ counts: [Int: Int]) {
        let (old, new) = (before.heads, ComparedFeed.heads(of: after))
        var items = ["": counts.values.reduce(0, +)]
        for (index, service) in after.services.enumerated() where after.services.count > 1 {
            items[ComparedFeed.place(service, index)] = counts[index, default: 0]
        }
        for (place, head) in new {
            guard let other = old[place] else {
                if place != "" { note(.alarming, "identity", place, "the service `\(place)` was added") }
                continue
            }
            for change in FieldChange.between(other, head) {
                // The count follows the items, which are reported themselves.
                let isCount = change.names == ["totalItemCount"] && change.old != nil
                if isCount, let count = items[place], change.new == "\(count)" { continue }
                // `noteBuild` reports a date that is not there any more.
                if change.names == ["lastBuildDate"], after.root.build == nil { continue }
                let isWhole = change.old == nil || change.new == nil
                let isIdentity =
                    change.names.last.map(Self.identities.contains) ?? false || isWhole && change.names == ["partner"]
                note(
                    isIdentity ? .alarming : change.weight, isIdentity ? "identity" : change.kind,
                    place == "" ? nil : place, change)
            }
        }
        for place in old.keys.sorted() where new[place] == nil {
            note(.alarming, "identity", place, "the service `\(place)` was removed")
        }
    }

    private static let identities: Set<String> = [
        "catalogId", "teamId", "defaultLocale", "serviceId", "serviceType", "partnerId",
    ]

    private mutating func take(
        _ item: ComparedItem, _ before: ComparedFeed, _ occurrences: inout [String: Int], _ seen: inout Set<String>
    ) throws {
        newItems += 1
        let key = ComparedFeed.key(item.id, &occurrences)
        seen.insert(key)
        guard let digest = before.items[key] else {
            added += 1
            return note(.note, "added", item.id, "`\(item.title)` (\(item.type)) was added")
        }
        guard digest.hash != item.fields.hashValue else { return }
        let old = ComparedItem(try before.store.element(digest.number))
        let differences = FieldChange.between(old.fields, item.fields)
        guard !differences.isEmpty else { return }
        changed += 1
        let isReused = old.type != item.type && old.fields.durationText != item.fields.durationText
        for change in differences {
            if change.names == ["contentType"] {
                note(
                    .alarming, "type", item.id, change,
                    "the type changed from \(old.type) to \(item.type), but an id must not be reused")
            } else {
                let isTitle = change.names == ["title"]
                // What a manifest says of a brand is what viewers see of it.
                let isBrand = item.type == "brand" && change.kind == "details"
                note(
                    isTitle && isReused ? .alarming : isBrand ? .notable : change.weight,
                    isBrand ? "brand" : change.kind, item.id, change)
            }
        }
    }

    /// Notes a build date that readers of the feed would skip. Two copies of one build differ in nothing.
    private mutating func noteBuild(_ earlier: FeedDateTime?, _ root: MarkupElement) {
        guard let earlier else { return }
        guard let later = root.build else {
            let message =
                root.buildText.map { "lastBuildDate changed from `\(earlier)` to `\($0)`, which is no date-time" }
                ?? "lastBuildDate was removed: `\(earlier)`"
            changes.insert(Change(weight: .notable, kind: "build", contentId: nil, message: message), at: 0)
            worst = max(worst ?? .note, .notable)
            return
        }
        guard later.date <= earlier.date else { return }
        guard later.date < earlier.date || !changes.isEmpty else { return }
        let message =
            later.date == earlier.date
            ? "lastBuildDate is \(later) in both builds: readers skip a feed that is not newer"
            : "lastBuildDate is earlier: \(earlier), then \(later)"
        changes.insert(Change(weight: .notable, kind: "build", contentId: nil, message: message), at: 0)
        worst = max(worst ?? .note, .notable)
    }

    private mutating func noteShrinkage() {
        guard oldItems > 0, newItems < oldItems else { return }
        let share = Double(oldItems - newItems) / Double(oldItems)
        let percent =
            Int((share * 1_000).rounded()) % 10 == 0
            ? "\(Int((share * 100).rounded()))" : "\((share * 1_000).rounded() / 10)"
        let weight: Weight = share > 0.2 ? .alarming : .notable
        changes.insert(
            Change(
                weight: weight, kind: "shrinkage", contentId: nil,
                message: "the feed shrank by \(percent) %, from \(oldItems) items to \(newItems)"), at: 0)
        worst = max(worst ?? .note, weight)
    }

    private mutating func note(_ weight: Weight, _ kind: String, _ id: String?, _ message: String) {
        note(weight, kind, id, nil, message)
    }

    private mutating func note(_ weight: Weight, _ kind: String, _ id: String?, _ change: FieldChange) {
        note(weight, kind, id, change, change.message)
    }

    private mutating func note(
        _ weight: Weight, _ kind: String, _ id: String?, _ change: FieldChange?, _ message: String
    ) {
        worst = max(worst ?? .note, weight)
        noted[kind, default: 0] += 1
        guard noted[kind, default: 0] <= Self.maximumChanges else {
            more[kind, default: 0] += 1
            return
        }
        changes.append(
            Change(
                weight: weight, kind: kind, contentId: id, field: change?.path, old: change?.old, new: change?.new,
                message: message))
    }

    private var noted: [String: Int] = [:]

    private enum CodingKeys: String, CodingKey {
        case kind, old, new, oldItems, newItems, added, removed, changed, changes, more, worst
    }
}

extension FieldChange {
    /// The kind and the weight of changes of elements and attributes, by name. The name nearest to the value decides.
    private static let kinds: [String: (kind: String, weight: FeedComparison.Weight)] = [
        "title": ("title", .notable), "rating": ("rating", .notable), "restriction": ("restriction", .notable),
        "territory": ("territory", .notable), "windowStart": ("window", .notable), "windowEnd": ("window", .notable),
        "startDate": ("window", .notable), "isLive": ("window", .notable), "isTBD": ("window", .notable),
        "offer": ("offer", .notable), "serviceOffer": ("offer", .notable), "linearOffer": ("offer", .notable),
        "offeringType": ("offer", .notable), "price": ("offer", .notable), "currency": ("offer", .notable),
        "url": ("url", .notable), "feedUrl": ("url", .notable), "locator": ("url", .notable),
        "status": ("status", .notable), "brand": ("brand", .notable), "appleId": ("brand", .notable),
        "integrationType": ("service", .notable), "serviceType": ("service", .notable),
        "totalItemCount": ("count", .notable), "version": ("version", .notable),
        "contentKind": ("service", .notable), "auth": ("service", .notable), "service": ("service", .notable),
        "catalog": ("service", .notable), "externalId": ("identifier", .notable),
        "contentGroupId": ("identifier", .notable), "showContentId": ("identifier", .notable),
        "seasonContentId": ("identifier", .notable), "relatedContentId": ("identifier", .notable),
        "relatedItem": ("identifier", .notable), "catalogRef": ("identifier", .notable),
        "catalogId": ("identifier", .notable), "variantId": ("identifier", .notable),
        "brandId": ("identifier", .notable), "seasonNumber": ("identifier", .notable),
        "episodeNumber": ("identifier", .notable), "duration": ("duration", .note), "description": ("text", .note),
        "artwork": ("artwork", .note), "credit": ("credit", .note),
    ]

    private var entry: (kind: String, weight: FeedComparison.Weight)? {
        names.reversed().lazy.compactMap { Self.kinds[$0] }.first
    }

    var kind: String { isOrder ? "order" : entry?.kind ?? "details" }
    var weight: FeedComparison.Weight { isOrder ? .note : entry?.weight ?? .note }

    var message: String {
        func shown(_ text: String) -> String { "`\(text)`" }
        let values = ChangedValues(old, new, maximum: 300)
        switch (values.old, values.new) {
        case (let old?, let new?):
            return isOrder
                ? "the order of \(path) changed from \(shown(old)) to \(shown(new))"
                : "\(path) changed from \(shown(old)) to \(shown(new))"
        case (nil, let new?): return new.isEmpty ? "\(path) was added" : "\(path) was added: \(shown(new))"
        case (let old?, nil): return old.isEmpty ? "\(path) was removed" : "\(path) was removed: \(shown(old))"
        case (nil, nil): return "\(path) changed"
        }
    }
}

extension FeedKind {
    fileprivate var described: String {
        switch self {
        case .catalog: "a catalog"
        case .availability: "an availability feed"
        case .manifest: "a manifest"
        }
    }
}
