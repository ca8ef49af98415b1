import UniversalMediaCatalog

/// What identifies and describes a work, by which an item is compared with the same item of the previous build. Recorded only while builds
/// are compared.
struct WorkFacts: Sendable {
    struct Title: Sendable {
        /// 0: the feed's default locale.
        var locale: TextTable.Symbol
        var title: TextTable.Symbol
    }

    /// A rating of a known system.
    struct Rating: Sendable {
        var system: UInt64
        /// Number of the system's values that admit younger viewers.
        var step: Int
    }

    /// An id of a public database, by hashes of its system and value.
    struct ExternalID: Sendable {
        var system: UInt64
        var value: UInt64
    }

    /// The release in a territory, in days since 1970.
    struct Release: Sendable {
        /// A hash of the territory; 0: none.
        var territory: UInt64
        var day: Int
    }

    /// Number of entries that each list retains.
    static let most = 64

    var titles: [Title] = []
    var ratings: [Rating] = []
    var externalIDs: [ExternalID] = []
    var releases: [Release] = []
    /// Folded hashes of the people's names, and of those of the actors alone.
    var people: [UInt64] = []
    var actors: [UInt64] = []
    var genres: [UInt64] = []
}

extension IndexFragment {
    /// Returns what is compared with the previous build, and retains the titles' texts.
    mutating func facts(of item: CatalogItemView) -> WorkFacts {
        var facts = WorkFacts()
        for node in item.node.children {
            switch node.name {
            case .title where facts.titles.count < WorkFacts.most:
                let text = node.text.trimmed
                guard !text.isEmpty, node[.type].map({ $0 == "default" }) ?? true, node[.isPhonetic] == nil else {
                    continue
                }
                let locale = node[.locale] ?? .none
                facts.titles.append(
                    .init(
                        locale: locale.isSame(item.head.defaultLocale) ? 0 : number(locale), title: number(text)))
            case .rating where facts.ratings.count < WorkFacts.most:
                guard let code = node[.systemCode], let system = RatingSystem.named(code.trimmed),
                    let step = system.step(of: node.text.trimmed)
                else { continue }
                facts.ratings.append(.init(system: FeedText.hash(of: system.code), step: step))
            case .externalId where facts.externalIDs.count < WorkFacts.most:
                guard let system = node[.system]?.trimmed, Self.databases.ignoringCase(system) != nil else { continue }
                facts.externalIDs.append(
                    .init(
                        system: TitleFolding(system, language: []).key,
                        value: TitleFolding(node.text.trimmed, language: []).key))
            case .genre where facts.genres.count < WorkFacts.most:
                facts.genres.append(TitleFolding(node.text.trimmed, language: []).key)
            case .credit: Self.add(node, to: &facts)
            case .credits: for credit in node.children where credit.name == .credit { Self.add(credit, to: &facts) }
            case .movieInfo:
                for date in node.children
                where date.name == .originalReleaseDate && facts.releases.count < WorkFacts.most {
                    guard let day = FeedTime.days(date.text.trimmed) else { continue }
                    facts.releases.append(.init(territory: date[.territory]?.trimmed.quickHash ?? 0, day: day))
                }
            default: break
            }
        }
        return facts
    }

    private static func add(_ credit: FeedNode, to facts: inout WorkFacts) {
        let key = TitleFolding(credit.text.trimmed, language: []).key
        guard key != 0, facts.people.count < WorkFacts.most else { return }
        facts.people.append(key)
        if let role = credit[.role], role == "actor" || role == "voice" { facts.actors.append(key) }
    }

    /// The systems of a work's public ids; ids of the service's own systems may change.
    private static let databases = WordTable(["eidr", "imdb", "isan", "itunes_adam", "tmdb", "tms", "tvdb"])
}

extension RatingSystem {
    /// Returns the number of the system's values that admit younger viewers; nil for values without a place in the order.
    fileprivate func step(of text: FeedText) -> Int? {
        guard text != "NR", let severity = values.first(where: { text == $0.spelling })?.severity else { return nil }
        return Set(values.compactMap(\.severity)).count { $0 < severity }
    }
}

extension FeedText {
    fileprivate static func hash(of text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { FeedText(bytes: $0).quickHash }
    }
}
