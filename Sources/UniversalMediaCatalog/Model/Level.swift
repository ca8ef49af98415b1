/// The severity of a finding (umc-validation.md 2).
public enum Level: String, Sendable, CaseIterable, Codable, Comparable {
    case info, warning, error

    public static func < (left: Self, right: Self) -> Bool {
        allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
}
