/// The form of a text that a number requires, by the categories of Unicode's CLDR.
package enum PluralCategory: String, Sendable { case zero, one, two, few, many, other }

/// The rule by which a language chooses the category of a whole number (CLDR, cardinal plural rules).
package enum PluralRule: Sendable {
    /// English, German and others: 1 is `one`. Spanish too, up to 999,999; its `many` is for whole millions only.
    case oneIsSingular
    /// French: 0 and 1 are `one`.
    case zeroAndOneAreSingular
    /// Japanese and others: every number is `other`.
    case none
    /// Arabic: 0, 1 and 2 have forms of their own; the last two digits decide between the others.
    case arabic

    /// The categories that a table of the language has to fill in.
    package var categories: [PluralCategory] {
        switch self {
        case .oneIsSingular, .zeroAndOneAreSingular: [.one, .other]
        case .none: [.other]
        case .arabic: [.zero, .one, .two, .few, .many, .other]
        }
    }

    package func category(of count: Int) -> PluralCategory {
        switch self {
        case .oneIsSingular: return count == 1 ? .one : .other
        case .zeroAndOneAreSingular: return count == 0 || count == 1 ? .one : .other
        case .none: return .other
        case .arabic:
            switch count {
            case 0: return .zero
            case 1: return .one
            case 2: return .two
            default: break
            }
            switch count.magnitude % 100 {
            case 3...10: return .few
            case 11...99: return .many
            default: return .other
            }
        }
    }
}
