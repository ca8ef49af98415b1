import Foundation
import Synchronization
public import UniversalMediaCatalog

/// The description of a rule, for documentation and reports.
public final class RuleInfo: Sendable {
    /// The rule's id: the group, the subject and, if needed, the aspect, such as `CAT-TITLE-LEN`. Its meaning never changes.
    public let id: String
    /// A small number, different for each rule of the process.
    let number: Int
    /// The requirement, in one short sentence.
    public let title: String
    /// The default level; individual findings may have another one.
    public let level: Level
    public let reviewClass: ReviewClass
    public let tag: EvidenceTag
    /// The section of the specification, such as `umc-catalog.md 3.4`.
    public let section: String
    /// The default advice on fixing a violation.
    public let remedy: String
    /// Ids of rules whose findings about the same item may be caused by a violation of this rule.
    public let consequences: [String]
    /// Example feeds that violate the rule.
    public let bad: [RuleExample]
    /// Corrected versions of the bad examples.
    public let good: [RuleExample]
    /// Valid feeds that resemble violations.
    public let nearMisses: [RuleExample]
    /// Former ids of the rule, which options and files may still use.
    public let aliases: [String]

    private static let count = Atomic(0)

    /// - Parameter class: nil: derived from level and tag (umc-validation.md 2).
    init(
        _ id: String, _ title: String, level: Level, tag: EvidenceTag, section: String, remedy: String,
        class reviewClass: ReviewClass? = nil, consequences: [String] = [], bad: [RuleExample],
        good: [RuleExample] = [],
        nearMisses: [RuleExample] = []
    ) {
        self.id = id
        number = Self.count.wrappingAdd(1, ordering: .relaxed).oldValue
        self.title = title
        self.level = level
        self.tag = tag
        self.section = section
        self.remedy = remedy
        self.reviewClass = reviewClass ?? Self.reviewClass(level, tag)
        self.consequences = consequences
        aliases = FormerRuleIDs.former(of: id).map { [$0] } ?? []
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
