public import Foundation

/// A reason why a viewer cannot watch an item through an offer.
public enum Hindrance: Sendable, Hashable, CustomStringConvertible {
    /// The item has no offer with a valid type and window.
    case noOffer
    /// The viewer is outside the territories of the service.
    case otherTerritory(Set<String>)
    case notYet(Date)
    case over(Date)
    case comingSoon
    case needsAccount
    case needsSubscription
    /// The item must be bought or rented.
    case needsPurchase
    /// The viewer matches none of the values that the offer's restrictions of this kind allow.
    case notAllowed(OfferRestriction.Kind, [String])
    /// The viewer matches this value, which a restriction of the offer denies.
    case denied(OfferRestriction.Kind, String)
    case unreadableRestriction

    public var description: String {
        switch self {
        case .noOffer: "there is no offer"
        case .otherTerritory(let territories):
            "the service is for \(territories.sorted().joined(separator: ", ")) only"
        case .notYet(let date): "the offer begins on \(FeedTime.text(date))"
        case .over(let date): "the offer ended on \(FeedTime.text(date))"
        case .comingSoon: "the title is announced and cannot be watched yet"
        case .needsAccount: "the title requires an account"
        case .needsSubscription: "the title requires a subscription"
        case .needsPurchase: "the title must be bought or rented"
        case .notAllowed(.tier, let values): "the title requires one of the tiers \(Self.list(values))"
        case .notAllowed(.billingLocation, _): "the billing location is not one that the offer allows"
        case .notAllowed(.deviceLocation, let values):
            "the offer is limited to \(Self.list(values)), and the device is not known to be there"
        case .denied(.tier, let value): "the offer excludes the tier `\(value)`"
        case .denied(.billingLocation, _): "the title is blacked out for the billing location"
        case .denied(.deviceLocation, let value): "the title is blacked out at the device's location \(value)"
        case .unreadableRestriction: "the offer has an invalid restriction"
        }
    }

    private static func list(_ values: [String]) -> String {
        values.prefix(5).map { "`\($0)`" }.joined(separator: ", ") + (values.count > 5 ? ", …" : "")
    }
}

extension FeedTime {
    /// Formats a date as `2026-03-02 12:00 UTC`.
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
