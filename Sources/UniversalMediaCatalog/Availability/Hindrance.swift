public import Foundation

/// Why a viewer cannot watch by an offer.
public enum Hindrance: Sendable, Hashable, CustomStringConvertible {
    /// The item has no offer whose type and window can be read.
    case noOffer
    /// The service is for these territories only.
    case otherTerritory(Set<String>)
    case notYet(Date)
    case over(Date)
    case comingSoon
    case needsAccount
    case needsSubscription
    /// It has to be bought or rented.
    case needsPurchase
    /// A restriction of the offer holds against the viewer: none of the values that it allows is theirs.
    case notAllowed(OfferRestriction.Kind, [String])
    /// A restriction of the offer holds against the viewer: this value is theirs.
    case denied(OfferRestriction.Kind, String)
    case unreadableRestriction

    public var description: String {
        switch self {
        case .noOffer: "there is no offer"
        case .otherTerritory(let territories):
            "the service is for \(territories.sorted().joined(separator: ", ")) only"
        case .notYet(let date): "the offer begins on \(FeedTime.text(date))"
        case .over(let date): "the offer ended on \(FeedTime.text(date))"
        case .comingSoon: "it is announced, and cannot be watched yet"
        case .needsAccount: "it needs an account"
        case .needsSubscription: "it needs a subscription"
        case .needsPurchase: "it has to be bought or rented"
        case .notAllowed(.tier, let values): "it needs one of the tiers \(Self.list(values))"
        case .notAllowed(.billingLocation, _): "the billing address is not where it may be watched"
        case .notAllowed(.deviceLocation, let values):
            "the device is not known to be in \(Self.list(values)), where alone it may be watched"
        case .denied(.tier, let value): "it is not for the tier `\(value)`"
        case .denied(.billingLocation, _): "it is blacked out for the billing address"
        case .denied(.deviceLocation, let value): "it is blacked out in \(value), where the device is"
        case .unreadableRestriction: "the offer has a restriction that cannot be read"
        }
    }

    private static func list(_ values: [String]) -> String {
        values.prefix(5).map { "`\($0)`" }.joined(separator: ", ") + (values.count > 5 ? ", …" : "")
    }
}

extension FeedTime {
    /// Such as `2026-03-02 12:00 UTC`.
    package static func text(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        guard seconds > -1e11, seconds < 1e12 else { return "an unlikely date" }
        let minutes = Int((seconds / 60).rounded(.down))
        let day = Int((Double(minutes) / 1_440).rounded(.down))
        let minute = minutes - day * 1_440
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(FeedTime.date(ofDay: day)) \(two(minute / 60)):\(two(minute % 60)) UTC"
    }
}
