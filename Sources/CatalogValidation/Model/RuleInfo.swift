import Foundation
public import UniversalMediaCatalog

/// What a rule is about, for people and for reports.
public final class RuleInfo: Sendable {
    /// Such as `CAT-TITLE-LEN`; never changes.
    public let id: String
    /// What it asks of a feed, in one short sentence.
    public let title: String
    /// The usual level; some findings of a rule have another.
    public let level: Level
    public let reviewClass: ReviewClass
    public let tag: EvidenceTag
    /// Where it is written, such as `umc-catalog.md 3.4`.
    public let section: String
    /// What to do about it.
    public let remedy: String
    /// Ids of rules that may fire beside it for the same item, because of the same mistake.
    public let consequences: [String]
    /// Feeds with exactly this mistake.
    public let bad: [RuleExample]
    /// What is right in place of it.
    public let good: [RuleExample]
    /// Feeds that look wrong to a hasty reader and are right.
    public let nearMisses: [RuleExample]
    /// Other names for the same check.
    public let aliases: [String]

    /// - Parameter class: nil: by level and tag (umc-validation.md 2).
    init(
        _ id: String, _ title: String, level: Level, tag: EvidenceTag, section: String, remedy: String,
        class reviewClass: ReviewClass? = nil, consequences: [String] = [], aliases: [String] = [],
        bad: [RuleExample], good: [RuleExample] = [], nearMisses: [RuleExample] = []
    ) {
        self.id = id
        self.title = title
        self.level = level
        self.tag = tag
        self.section = section
        self.remedy = remedy
        self.reviewClass = reviewClass ?? Self.reviewClass(level, tag)
        self.consequences = consequences
        self.aliases = aliases
        self.bad = bad
        self.good = good
        self.nearMisses = nearMisses
    }

    package static func reviewClass(_ level: Level, _ tag: EvidenceTag) -> ReviewClass {
        switch level {
        case .error: .mustFix
        case .warning: tag.isStated ? .mustFix : .shouldFix
        case .info: .shouldFix
        }
    }
}
