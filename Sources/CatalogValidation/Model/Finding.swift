public import UniversalMediaCatalog

/// The class that a reviewer would assign to a finding (umc-validation.md 4). The mapping is a decision of this project.
public enum ReviewClass: String, Sendable, CaseIterable, Codable {
    case mustFix, shouldFix

    /// The display name.
    public var title: String { self == .mustFix ? "Must Fix" : "Should Fix" }
}

/// One violation of a rule in a feed.
public struct Finding: Sendable, Hashable, Codable {
    public var ruleId: String
    public var level: Level
    public var `class`: ReviewClass
    public var tag: EvidenceTag
    public var file: String
    /// Line number, from 1; nil for a finding about the whole feed.
    public var line: Int?
    /// Column number, from 1, in Unicode scalars.
    public var column: Int?
    public var xpath: String?
    public var contentId: String?
    public var message: String
    public var remedy: String?
    /// Id of the rule whose finding causes this one; fixing that finding fixes this one.
    public var causedBy: String?

    public var position: SourcePosition? {
        guard let line, let column else { return nil }
        return SourcePosition(line: line, column: column)
    }
}
