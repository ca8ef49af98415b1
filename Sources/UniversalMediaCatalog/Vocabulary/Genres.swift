/// Codes of genres (umc-catalog.md 3.5). Apple's own list is not public.
package enum Genres {
    /// Found in the mapping table of a broadcaster (L).
    package static let seen = [
        "action", "adventure", "biography", "comedy", "crime", "documentary", "drama", "educational", "history",
        "horror", "kids_and_family", "musical", "mystery", "romance", "sci_fi", "short_films", "special_interest",
    ]
    /// Added by this project (D).
    package static let added = [
        "animation", "anime", "classics", "concert_film", "cooking", "fantasy", "fitness", "foreign", "game_show",
        "holiday", "independent", "lgbtq", "lifestyle", "martial_arts", "music", "nature", "news", "reality",
        "religion", "science", "soap", "sports", "standup", "talk_show", "teen", "thriller", "travel", "true_crime",
        "variety", "war", "western",
    ]
    package static let table = WordTable(seen + added)

    /// Returns whether a genre is a known code, as spelt or after normalisation.
    package static func isKnown(_ text: FeedText) -> Bool {
        table.contains(text) || table.words.contains(normalised(text.string))
    }

    /// Returns the text in lower case, with `&` as `and` and each run of other characters as one `_`.
    package static func normalised(_ text: String) -> String {
        var result = ""
        for scalar in text.lowercased().unicodeScalars {
            if scalar == "&" {
                if result.last != "_", !result.isEmpty { result += "_" }
                result += "and"
            } else if scalar.properties.isAlphabetic {
                result.unicodeScalars.append(scalar)
            } else if result.last != "_", !result.isEmpty {
                result += "_"
            }
        }
        while result.last == "_" { result.removeLast() }
        return result
    }
}
