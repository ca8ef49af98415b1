/// The form of a text that a number requires, by the categories of Unicode's CLDR.
package enum PluralCategory: String, Sendable { case one, other }

/// The rule by which a language chooses the category of a whole number (CLDR, cardinal plural rules).
package enum PluralRule: Sendable {
    /// English, German and others: 1 is `one`.
    case oneIsSingular
    /// French: 0 and 1 are `one`.
    case zeroAndOneAreSingular

    /// The categories that a table of the language has to fill in.
    package var categories: [PluralCategory] { [.one, .other] }

    package func category(of count: Int) -> PluralCategory {
        switch self {
        case .oneIsSingular: count == 1 ? .one : .other
        case .zeroAndOneAreSingular: count == 0 || count == 1 ? .one : .other
        }
    }
}
