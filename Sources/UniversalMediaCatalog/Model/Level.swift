/// The severity of a finding (umc-validation.md 2).
public enum Level: String, Sendable, CaseIterable, Codable, Comparable {
    case info, warning, error

    /// The position among the levels, from 0.
    package var rank: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .error: 2
        }
    }

    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
