/// Small vocabularies of a catalog's items (umc-catalog.md 3).
package enum CatalogWords {
    /// 3.4; ours, as Apple's list is not public.
    package static let titleTypes = WordTable(["default", "short", "sort", "original", "alternate"])
    /// 3.2, row 4; ours.
    package static let descriptionTypes = WordTable(["long", "short"])
    /// 3.8, seen with an integrator.
    package static let roles = WordTable([
        "actor", "director", "writer", "producer", "creator", "voice", "narrator", "guest", "host", "anchor", "music",
        "other",
    ])
    /// Roles that have a character's name (D).
    package static let characterRoles = WordTable(["actor", "voice", "guest"])
    /// 3.10; ours.
    package static let relationships = WordTable(["extra_of", "duplicate_of", "sequel_of", "spinoff_of", "similar_to"])
    /// 3.11.
    package static let movieTypes = WordTable(["feature", "tv_movie", "short"])
    /// 3.12; the last two are ours.
    package static let showTypes = WordTable(["series", "miniseries", "special", "daily"])
    package static let showStates = WordTable(["running", "ended"])
    /// 3.14; `full` was seen inside a generator.
    package static let episodeTypes = WordTable(["standard", "special", "recap", "preview", "full"])
    /// 3.16; the last three are ours.
    package static let extraTypes = WordTable(["preview", "bonus", "interview", "behind_the_scenes", "clip"])
    /// 3.15; open.
    package static let sports = WordTable([
        "baseball", "basketball", "football", "soccer", "hockey", "motorsport", "tennis", "golf", "cricket", "rugby",
        "mma", "boxing", "volleyball", "handball", "athletics", "cycling", "swimming", "wrestling", "lacrosse",
        "softball", "skiing", "sailing", "surfing", "gymnastics", "badminton", "table_tennis", "horse_racing",
        "field_hockey", "water_polo", "esports",
    ])
    package static let competitorRoles = WordTable(["home", "away", "neutral"])

    /// The values of the `type` inside a type block.
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
