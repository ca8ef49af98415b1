import Foundation

/// A restriction of an offer by location or tier (umc-availability.md 6).
public struct OfferRestriction: Sendable, Hashable, Codable {
    /// The kind of restriction. Feeds are parsed case-insensitively, since the spelling is inferred.
    public enum Kind: String, Sendable, CaseIterable, Codable {
        case deviceLocation, billingLocation, tier

        package init?(_ text: FeedText) {
            if text.isIgnoringCase("tier") {
                self = .tier
            } else if text.isIgnoringCase("devicelocation") {
                self = .deviceLocation
            } else if text.isIgnoringCase("billinglocation") {
                self = .billingLocation
            } else {
                return nil
            }
        }
    }

    public enum Relationship: String, Sendable, CaseIterable, Codable {
        case allow, deny

        package init?(_ text: FeedText) {
            if text.isIgnoringCase("allow") {
                self = .allow
            } else if text.isIgnoringCase("deny") {
                self = .deny
            } else {
                return nil
            }
        }
    }

    public var kind: Kind
    public var relationship: Relationship
    /// A place code, a tier, or the billing identifier of an account.
    public var value: String

    public init(_ kind: Kind, _ relationship: Relationship, _ value: String) {
        self.kind = kind
        self.relationship = relationship
        self.value = value
    }

    /// Returns nil when the restriction is invalid.
    public init?(_ restriction: Restriction) {
        let value = restriction.value.trimmingCharacters(in: .whitespacesAndNewlines)
        guard
            let kind = Kind.allCases.first(where: { $0.rawValue.lowercased() == restriction.type.lowercased() }),
            let relationship = Relationship(rawValue: restriction.relationship.lowercased()), !value.isEmpty
        else { return nil }
        self.init(kind, relationship, value)
    }

    /// Returns nil when the restriction is invalid.
    package init?(_ node: FeedNode) {
        guard let kind = node[.type].flatMap({ Kind($0.trimmed) }),
            let relationship = node[.relationship].flatMap({ Relationship($0.trimmed) }), !node.text.isBlank
        else { return nil }
        self.init(kind, relationship, node.text.trimmed.string)
    }
}
