import UniversalMediaCatalog

/// Ratings for all ages, and ratings for adults (umc-catalog.md 3.6).
enum RatingAudience {
    static func isForAll(_ code: FeedText, _ value: FeedText) -> Bool {
        value == "G" && code.isIgnoringCase("mpaa")
            || code.isIgnoringCase("us-tv") && (value == "TV-Y" || value == "TV-Y7" || value == "TV-G")
    }

    static func isForAdults(_ code: FeedText, _ value: FeedText) -> Bool {
        if code.isIgnoringCase("mpaa") { return value == "R" || value == "NC-17" }
        if code.isIgnoringCase("us-tv") { return value == "TV-MA" }
        return adultValues[value] != nil
    }

    static func isForTeenagers(_ code: FeedText, _ value: FeedText) -> Bool {
        value == "TV-14" && code.isIgnoringCase("us-tv")
    }

    private static let adultValues = WordTable([
        "18", "R18", "R18+", "18+", "18A", "Ab 16 Jahren", "Ab 18 Jahren", "-18", "SAM18", "VM18", "MA15+", "AV15+",
        "R-18", "X",
    ])
}
