/// Small vocabularies of catalog items (umc-catalog.md 3).
package enum CatalogWords {
    /// Decided by this project, as Apple's list is not public (umc-catalog.md 3.4).
    package static let titleTypes = WordTable(["default", "short", "sort", "original", "alternate"])
    /// Decided by this project (umc-catalog.md 3.2, row 4).
    package static let descriptionTypes = WordTable(["long", "short"])
    /// Found in an integrator's feeds (umc-catalog.md 3.8).
    package static let roles = WordTable([
        "actor", "director", "writer", "producer", "creator", "voice", "narrator", "guest", "host", "anchor", "music",
        "other",
    ])
    /// Roles that have a character name (D).
    package static let characterRoles = WordTable(["actor", "voice", "guest"])
    /// Decided by this project (umc-catalog.md 3.10).
    package static let relationships = WordTable(["extra_of", "duplicate_of", "sequel_of", "spinoff_of", "similar_to"])
    /// Kinds of movies (umc-catalog.md 3.11).
    package static let movieTypes = WordTable(["feature", "tv_movie", "short"])
    /// The last two were decided by this project (umc-catalog.md 3.12).
    package static let showTypes = WordTable(["series", "miniseries", "special", "daily"])
    package static let showStates = WordTable(["running", "ended"])
    /// `full` was found in a generator (umc-catalog.md 3.14).
    package static let episodeTypes = WordTable(["standard", "special", "recap", "preview", "full"])
    /// The last three were decided by this project (umc-catalog.md 3.16).
    package static let extraTypes = WordTable(["preview", "bonus", "interview", "behind_the_scenes", "clip"])
    /// An open list (umc-catalog.md 3.15).
    package static let sports = WordTable([
        "baseball", "basketball", "football", "soccer", "hockey", "motorsport", "tennis", "golf", "cricket", "rugby",
        "mma", "boxing", "volleyball", "handball", "athletics", "cycling", "swimming", "wrestling", "lacrosse",
        "softball", "skiing", "sailing", "surfing", "gymnastics", "badminton", "table_tennis", "horse_racing",
        "field_hockey", "water_polo", "esports",
    ])
    package static let competitorRoles = WordTable(["home", "away", "neutral"])

    /// Returns the values of `type` inside a type-specific element.
    package static func types(of block: ElementName) -> WordTable<Bool>? {
        switch block {
        case .movieInfo: movieTypes
        case .tvShowInfo: showTypes
        case .tvEpisodeInfo: episodeTypes
        case .extraInfo: extraTypes
        default: nil
        }
    }
}
