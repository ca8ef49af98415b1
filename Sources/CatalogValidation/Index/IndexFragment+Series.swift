import UniversalMediaCatalog

extension IndexFragment {
    /// Adds the cast and the rating of an item of a series, or the beginning of an extra's title.
    mutating func addSeries(_ item: CatalogItemView, _ entry: CatalogIndex.Entry, _ number: UInt32) {
        if item.type == .extra { return addPrefixes(item, number) }
        if entry.line <= Self.lastLineOfNames, entry.column <= Self.lastColumnOfNames { addNames(item, number) }
        if item.type == .movie { return addRoles(item, number) }
        guard !item.type.isDisjoint(with: [.show, .season, .episode]) else { return }
        let show = item.type == .show ? entry.id : entry.parent
        var place: UInt16 = 0
        item.forEachCredit { node in
            place &+= 1
            guard show != 0, let character = node[.characterName]?.trimmed, !character.isEmpty else { return }
            let name = node.text.trimmed
            guard name.count < 256, character.count < 256, !name.isEmpty else { return }
            catalogSide.series.add(
                .init(
                    entry: number, place: place, show: show, name: self.number(name),
                    character: self.number(character), count: 1))
        }
        guard item.type != .season else { return }
        for node in item.children(.rating) {
            guard let code = node[.systemCode]?.trimmed else { continue }
            let value = node.text.trimmed
            if item.type == .episode
                ? RatingAudience.isForAdults(code, value) : RatingAudience.isForAll(code, value)
            {
                catalogSide.series.audiences.append(.init(entry: number, isAdult: item.type == .episode))
                return
            }
            guard item.type == .episode, RatingAudience.isForTeenagers(code, value) else { continue }
            catalogSide.series.audiences.append(.init(entry: number, isAdult: false, isTeenage: true))
            return
        }
    }

    /// The spelling of names is compared in the first part of a large feed, which bounds memory and time.
    static let lastLineOfNames = 100_000
    /// For feeds without line breaks.
    static let lastColumnOfNames = 4_000_000
    /// Further credits are seldom of actors who are in several items.
    private static let mostNames = 8

    /// Adds the names of the first credits of an item, or of an event's league and competitors.
    private mutating func addNames(_ item: CatalogItemView, _ number: UInt32) {
        guard item.type != .sportingEvent else { return addNamesOfEvent(item, number) }
        var place: UInt16 = 0
        item.forEachCredit { node in
            place &+= 1
            guard place <= Self.mostNames else { return }
            let name = node.text.trimmed
            guard name.count > 6, name.count < 64, name.bytes.contains(32) else { return }
            catalogSide.series.names.append(
                .init(
                    entry: number, name: self.number(name), place: place, kind: .person,
                    isOfSeries: item.type != .movie && node[.characterName] != nil))
        }
    }

    private mutating func addNamesOfEvent(_ item: CatalogItemView, _ number: UInt32) {
        guard let info = item.info else { return }
        func add(_ owner: FeedNode, _ place: UInt16, _ kind: SeriesFacts.SpeltName.Kind) {
            for node in owner.children where node.name == .name {
                let name = node.text.trimmed
                guard name.count > 4, name.count < 128 else { continue }
                catalogSide.series.names.append(
                    .init(
                        entry: number, name: self.number(name),
                        locale: UInt32(truncatingIfNeeded: item.localeKey(node).quickHash), place: place, kind: kind))
            }
        }
        if let league = info.first(.league) { add(league, 1, .league) }
        var place: UInt16 = 0
        for competitor in info.first(.competitors)?.children.named(.competitor) ?? [] {
            place &+= 1
            add(competitor, place, .team)
        }
    }

    private mutating func addRoles(_ item: CatalogItemView, _ number: UInt32) {
        var place: UInt16 = 0
        item.forEachCredit { node in
            place &+= 1
            guard let character = node[.characterName]?.trimmed, let space = character.bytes.lastIndex(of: 32) else {
                return
            }
            let name = node.text.trimmed
            guard name != character, name.bytes.contains(32) else { return }
            let last = character[space + 1..<character.count].string
            let isDescribed = item.node.children.contains {
                $0.name == .description && $0.text.string.contains(last)
            }
            catalogSide.series.roles.append(
                .init(
                    entry: number, place: place, isDescribed: isDescribed, name: name.quickHash,
                    character: character.quickHash))
        }
    }

    private mutating func addPrefixes(_ item: CatalogItemView, _ number: UInt32) {
        var place: UInt16 = 0
        for node in item.children(.title) {
            place &+= 1
            guard item.locale(of: node) == item.head.defaultLocale else { continue }
            func add(_ part: FeedText) {
                let folding = TitleFolding(part, language: LanguageMask(item.head.defaultLocale))
                guard folding.key != 0 else { return }
                catalogSide.series.prefixes.append(.init(entry: number, place: place, key: folding.key))
            }
            node.text.trimmed.forEachTitlePrefix { add($0) }
            node.text.trimmed.forEachTitleEnding { add($0) }
        }
    }
}
