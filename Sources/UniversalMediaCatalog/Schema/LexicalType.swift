/// The lexical type of an element or attribute (umc-catalog.md 4). White space is trimmed and collapsed, except in ids.
package enum LexicalType: Sendable {
    /// Empty.
    case nothing
    /// A text of at least one and at most this number of characters, after white space is collapsed.
    case text(Int)
    /// 1 to 255 characters on one line, without white space at either end.
    case identifier
    case dateTime, date
    /// A well-formed BCP 47 tag.
    case locale
    /// Language tags separated by commas.
    case localeList
    /// Language ranges separated by commas, with `*` for any part.
    case localeRanges
    /// Items separated by commas.
    case list
    case boolean
    case integer(ClosedRange<Int>)
    /// An http or https URL; another rule reports http.
    case webURL
    /// An absolute URL of any scheme.
    case absoluteURL
    /// Two capital letters.
    case country
    case currency
    /// One of the given values. The name is that of the type in the XSD.
    case enumeration(String, [StaticString])
    /// One of the given values, in any letter case.
    case anyCase(String, [StaticString])
    /// A code from an open list; the given values are the known ones.
    case code([StaticString])
    /// `major.minor`.
    case version
    /// The id of an Apple developer team.
    case teamID
    case catalogID
    /// An ISO 8601 duration of days, hours, minutes and seconds.
    case period
    case digits

    /// A description of the expected value for messages.
    package var expectation: String {
        switch self {
        case .nothing: "no text"
        case .text(let maximum): "a text of 1 to \(maximum) characters"
        case .identifier: "an id of 1 to 255 characters without white space at its ends"
        case .dateTime: "a date-time such as 2026-03-01T20:00:00Z or 2026-03-01T12:00:00-08:00"
        case .date: "a date such as 2026-03-01"
        case .locale: "a language tag (BCP 47) such as en, pt-BR or zh-Hant"
        case .localeList: "language tags separated by commas, such as en-US,fr-FR"
        case .localeRanges: "language tags separated by commas, such as en-US,fr-*"
        case .list: "items separated by commas"
        case .boolean: "true or false"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound), in digits only"
        case .webURL: "an absolute URL such as https://img.example.org/1.jpg"
        case .absoluteURL: "an absolute URL such as https://tv.example.org/1 or myapp://title/1"
        case .country: "a country in two capital letters (ISO 3166-1), such as US"
        case .currency: "a currency in three capital letters (ISO 4217), such as USD"
        case .enumeration(_, let values), .anyCase(_, let values), .code(let values):
            values.count == 1 ? "`\(values[0])`" : "one of " + values.map { "`\($0)`" }.joined(separator: ", ")
        case .version: "a version such as 3.6"
        case .teamID: "a team's id of 10 capital letters and digits"
        case .catalogID: "a catalog's id of 1 to 255 letters, digits, dots, dashes and underscores"
        case .period: "a period such as PT15M or P1D"
        case .digits: "digits only"
        }
    }
}
