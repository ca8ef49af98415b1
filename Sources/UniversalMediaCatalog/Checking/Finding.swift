/// How bad a finding is (umc-validation.md 2).
public enum Level: String, Sendable, CaseIterable, Codable, Comparable {
    case info, warning, error

    public static func < (left: Self, right: Self) -> Bool {
        allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
}

/// How a reviewer would class a finding (umc-validation.md 4). The mapping is ours.
public enum ReviewClass: String, Sendable, CaseIterable, Codable {
    case mustFix, shouldFix

    /// As people say it.
    public var title: String { self == .mustFix ? "Must Fix" : "Should Fix" }
}

/// Who says that a rule is one (umc-catalog.md 0): letters of S, A, L, L?, I and D with a slash between, or `-` for XML's own.
public struct EvidenceTag: Sendable, Hashable, Codable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let description: String

    public init(stringLiteral value: String) { description = value }
    public init(from decoder: any Decoder) throws {
        description = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    private var letters: [Substring] { description.split(separator: "/") }

    /// Whether an Apple page or the code of a partner says so, or XML does; everything else is a decision of this project.
    public var isKnown: Bool { letters.contains { $0 != "D" && $0 != "I" } }
    /// Whether an Apple page for partners says so.
    public var isStated: Bool { letters.contains("S") }

    /// What the tag means, in a few words.
    public var meaning: String {
        letters.map { letter in
            switch letter {
            case "S": "stated on an Apple partner page"
            case "A": "stated in Apple's developer documentation of an adjacent product"
            case "L": "seen in feeds of real partners"
            case "L?": "inferred from the code of real partners; the spelling is a guess"
            case "I": "reported by third parties"
            case "D": "decided by this project, not Apple's rule"
            default: "without it a feed cannot be read as XML at all"
            }
        }.joined(separator: "; ")
    }
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
