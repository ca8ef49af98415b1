import UniversalMediaCatalog

/// A selection of rules (umc-catalog.md 0).
public enum ValidationProfile: String, Sendable, CaseIterable, Codable {
    /// Rules known of Apple's platform: stated, documented for an adjacent product, or seen in feeds of real partners.
    case knownApple36 = "apple-3.6-known"
    /// Those rules and the decisions of this project.
    case open10 = "open-1.0"

    package func includes(_ rule: RuleInfo) -> Bool { self == .open10 || rule.tag.isKnown }
}
