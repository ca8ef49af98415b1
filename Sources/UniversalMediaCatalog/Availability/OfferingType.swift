/// The access that an offer requires (umc-availability.md 5.1).
public enum OfferingType: String, Sendable, CaseIterable, Codable {
    case free, account, subscription
    /// The title is listed, but not playable.
    case comingSoon = "coming_soon"
    /// Only in the profile `open-1.0`.
    case buy, rent

    package init?(_ text: FeedText) {
        if text == "free" {
            self = .free
        } else if text == "account" {
            self = .account
        } else if text == "subscription" {
            self = .subscription
        } else if text == "coming_soon" {
            self = .comingSoon
        } else if text == "buy" {
            self = .buy
        } else if text == "rent" {
            self = .rent
        } else {
            return nil
        }
    }

    public var isPlayable: Bool { self != .comingSoon }

    /// Rank among the offers that a viewer can use: free, account, subscription, then rented and bought.
    package var preference: Int {
        switch self {
        case .free: 0
        case .account: 1
        case .subscription: 2
        case .rent: 3
        case .buy: 4
        case .comingSoon: 5
        }
    }
}
