/// The evidence for a rule (umc-catalog.md 0): letters S, A, L, L?, I and D separated by slashes, or `-` for requirements of XML.
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

    /// Whether an Apple page, a partner's feed or code, or XML requires the rule.
    ///
    /// Otherwise it is a report of third parties or a decision of this project.
    public var isKnown: Bool { letters.contains { $0 != "D" && $0 != "I" } }
    /// Whether an Apple page for partners states the rule.
    public var isStated: Bool { letters.contains("S") }

    /// A description of the tag in a few words.
    public var meaning: String {
        letters.map { letter in
            switch letter {
            case "S": "stated on an Apple partner page"
            case "A": "stated in Apple's developer documentation of an adjacent product"
            case "L": "seen in feeds of real partners"
            case "L?": "inferred from the code of real partners; the spelling is a guess"
            case "I": "reported by third parties"
            case "D": "decided by this project, not Apple's rule"
            default: "required for reading a feed as XML"
            }
        }.joined(separator: "; ")
    }
}
