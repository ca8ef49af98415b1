public import UniversalMediaCatalog

/// How a reviewer would class a finding (umc-validation.md 4). The mapping is ours.
public enum ReviewClass: String, Sendable, CaseIterable, Codable {
    case mustFix, shouldFix

    /// As people say it.
    public var title: String { self == .mustFix ? "Must Fix" : "Should Fix" }
}

/// One thing that a rule found in a feed.
public struct Finding: Sendable, Hashable, Codable {
    public var ruleId: String
    public var level: Level
    public var `class`: ReviewClass
    public var tag: EvidenceTag
    public var file: String
    /// From 1. nil: it is about the feed as a whole.
    public var line: Int?
    /// From 1, in Unicode scalars.
    public var column: Int?
    public var xpath: String?
    public var contentId: String?
    public var message: String
    public var remedy: String?
    /// The rule whose finding this one follows from: mend that first.
    public var causedBy: String?

    public var position: SourcePosition? {
        guard let line, let column else { return nil }
        return SourcePosition(line: line, column: column)
    }
}
