/// What the text of an element or attribute looks like (umc-catalog.md 4). Ends and runs of white space do not count, except in ids.
package enum LexicalType: Sendable {
    /// Nothing at all.
    case nothing
    /// Characters with their white space collapsed, at least one.
    case text(Int)
    /// 1 to 255 characters on one line, no white space at either end.
    case identifier
    case dateTime, date
    /// BCP 47, well-formed.
    case locale
    /// Tags with commas between.
    case localeList
    /// Tags with commas between, in which `*` may stand for a part.
    case localeRanges
    /// Words with commas between.
    case list
    case boolean
    case integer(ClosedRange<Int>)
    /// http or https; which of both is another rule's.
    case webURL
    /// Of any scheme.
    case absoluteURL
    /// Two capital letters.
    case country
    case currency
    /// One of these. The name is that of its type in the XSD.
    case enumeration(String, [StaticString])
    /// One of these, in any case of letters.
    case anyCase(String, [StaticString])
    /// A word that other lists than ours may have: these are known.
    case code([StaticString])
    /// `major.minor`.
    case version
    /// Of an Apple developer's team.
    case teamID
    case catalogID
    /// Of time, ISO 8601, in days and parts of a day.
    case period
    case digits

    /// What is expected, for people.
    package var expectation: String {
        switch self {
        case .nothing: "nothing"
        case .text(let maximum): "a text of 1 to \(maximum) characters"
        case .identifier: "an id of 1 to 255 characters without white space at its ends"
        case .dateTime: "a date-time such as 2026-03-01T20:00:00Z or 2026-03-01T12:00:00-08:00"
        case .date: "a date such as 2026-03-01"
        case .locale: "a language tag (BCP 47) such as en, pt-BR or zh-Hant"
        case .localeList: "language tags with commas between, such as en-US,fr-FR"
        case .localeRanges: "language tags with commas between, such as en-US,fr-*"
        case .list: "words with commas between"
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
