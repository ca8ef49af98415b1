import UniversalMediaCatalog

/// The retained facts of a catalog about casts, ratings and extras, for comparisons between the items of a series.
struct SeriesFacts: Sendable {
    /// A person and a character, once for each show and batch.
    struct Part {
        var entry: UInt32
        /// Number among the credits of its item, from 1.
        var place: UInt16
        /// The show, by its contentId.
        var show: TextTable.Symbol
        var name: TextTable.Symbol
        var character: TextTable.Symbol
        /// Number of items with the same person and character.
        var count: UInt32
    }

    /// A show with a rating for all, or an episode with one for adults or teenagers.
    struct Audience {
        var entry: UInt32
        /// Of an episode.
        var isAdult: Bool
        var isTeenage = false
    }

    /// The beginning of an extra's title before a colon or dash, or its end: the title of its work, perhaps.
    struct Prefix {
        var entry: UInt32
        /// Number among the titles of its item, from 1.
        var place: UInt16
        /// As `TitleFolding.key`.
        var key: UInt64
    }

    /// A credit of a movie with a character of several words, by hashes.
    struct Role {
        var entry: UInt32
        /// Number among the credits of its item, from 1.
        var place: UInt16
        /// Whether a description names the character.
        var isDescribed: Bool
        var name: UInt64
        var character: UInt64
    }

    /// A name that several items spell alike: of a person, a league or a team.
    struct SpeltName {
        enum Kind: UInt8 { case person, league, team }
        var entry: UInt32
        var name: TextTable.Symbol
        /// A hash of the locale; 0 for persons.
        var locale: UInt32 = 0
        /// Number among the credits or competitors of its item, from 1.
        var place: UInt16
        var kind: Kind
        /// Whether another rule compares its spelling: with the cast of its show.
        var isOfSeries = false
    }

    var names: ContiguousArray<SpeltName> = []

    /// Number of roles that are retained; in larger catalogs, movies are about people of other movies.
    private static let mostRoles = 100_000

    var roles: ContiguousArray<Role> = []
    var parts: ContiguousArray<Part> = []
    var audiences: ContiguousArray<Audience> = []
    var prefixes: ContiguousArray<Prefix> = []
    /// Places of recent parts in `parts`, from 1, by hash: the episodes of a show repeat its cast.
    private var recent = ContiguousArray<UInt32>()
    private static let recentCount = 256

    var memory: Int {
        parts.capacity * MemoryLayout<Part>.stride + audiences.capacity * MemoryLayout<Audience>.stride
            + names.capacity * MemoryLayout<SpeltName>.stride + prefixes.capacity * MemoryLayout<Prefix>.stride
            + roles.capacity * MemoryLayout<Role>.stride
    }

    mutating func add(_ part: Part) {
        if recent.isEmpty { recent = ContiguousArray(repeating: 0, count: Self.recentCount) }
        let hash = FeedText.mix(UInt64(part.name) << 32 ^ UInt64(part.character) << 8 ^ UInt64(part.show))
        let slot = Int(truncatingIfNeeded: hash % UInt64(Self.recentCount))
        if let known = Int(exactly: recent[slot]), known > 0, parts[known - 1].name == part.name,
            parts[known - 1].character == part.character, parts[known - 1].show == part.show
        {
            parts[known - 1].count += 1
            return
        }
        parts.append(part)
        recent[slot] = UInt32(clamping: parts.count)
    }

    /// Appends the facts of a fragment whose first item has the number `first`.
    mutating func append(_ other: SeriesFacts, _ first: UInt32, symbol: (UInt32) -> TextTable.Symbol) {
        for var part in other.parts {
            part.entry += first
            part.show = symbol(part.show)
            part.name = symbol(part.name)
            part.character = symbol(part.character)
            parts.append(part)
        }
        for var audience in other.audiences {
            audience.entry += first
            audiences.append(audience)
        }
        for var role in other.roles where roles.count < Self.mostRoles {
            role.entry += first
            roles.append(role)
        }
        for var name in other.names {
            name.entry += first
            name.name = symbol(name.name)
            names.append(name)
        }
        for var prefix in other.prefixes {
            prefix.entry += first
            prefixes.append(prefix)
        }
    }
}
