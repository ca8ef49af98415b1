import UniversalMediaCatalog

/// Which rules count (umc-catalog.md 0).
public enum ValidationProfile: String, Sendable, CaseIterable, Codable {
    /// What is known of Apple's platform: stated, documented beside, or seen in feeds of real partners.
    case knownApple36 = "apple-3.6-known"
    /// That, and this project's own decisions.
    case open10 = "open-1.0"

    package func includes(_ rule: RuleInfo) -> Bool { self == .open10 || rule.tag.isKnown }
}
