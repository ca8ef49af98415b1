import UniversalMediaCatalog

/// Names of leagues, venues and cities that events of a catalog have in common, by hashes.
struct EventName: Sendable {
    enum Kind: UInt8 {
        /// A name in one locale, by the abbreviation and the sport.
        case league
        /// A city in one locale, by the name of the venue.
        case venue
        /// A city in one locale, by its name in another.
        case city
    }

    var entry: UInt32
    var kind: Kind
    /// What the names are compared for, with the locale.
    var group: UInt64
    var name: UInt64
    /// Of a city: whether its name is the same in both locales.
    var isSame = false
}

extension IndexFragment {
    /// Adds the names of an event's league and place.
    mutating func addEventNames(_ info: FeedNode, _ entry: UInt32) {
        if let league = info.first(.league), let short = league.first(.abbreviation)?.text.trimmed, !short.isEmpty {
            let group = short.quickHash ^ (info.first(.sportName)?.text.trimmed.quickHash ?? 0) &* 3
            for node in league.children.named(.name) where !node.text.isBlank { add(node, .league, group, entry) }
        }
        guard let venue = info.first(.venue) else { return }
        let name = venue.first(.name)?.text.trimmed ?? .none
        var first: (locale: UInt64, name: UInt64)?
        for node in venue.children where node.name == .city && !node.text.isBlank {
            if !name.isEmpty { add(node, .venue, name.quickHash, entry) }
            let locale = node[.locale]?.trimmed.quickHash ?? 0
            if let first {
                add(node, .city, FeedText.mix(first.name ^ first.locale &* 5), entry)
                catalogSide.eventNames[catalogSide.eventNames.count - 1].isSame =
                    node.text.trimmed.quickHash == first.name
            } else {
                first = (locale, node.text.trimmed.quickHash)
            }
        }
    }

    private mutating func add(_ node: FeedNode, _ kind: EventName.Kind, _ group: UInt64, _ entry: UInt32) {
        let locale = node[.locale]?.trimmed.quickHash ?? 0
        catalogSide.eventNames.append(
            EventName(
                entry: entry, kind: kind,
                group: FeedText.mix(group ^ locale &* 7 ^ UInt64(kind.rawValue) << 60),
                name: node.text.trimmed.quickHash))
    }
}
