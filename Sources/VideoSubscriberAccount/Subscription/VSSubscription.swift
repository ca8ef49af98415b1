public import Foundation
import SubscriptionRegistry

/// The access that a subscription gives.
public enum VSSubscriptionAccessLevel: Int, Sendable {
    /// The level has not been set. Such a subscription cannot be registered.
    case unknown = 0
    /// Content that is free for users with an account: offers of the type `account` in the availability feed.
    case freeWithAccount = 1
    /// Content for subscribers, and the content of `freeWithAccount`.
    case paid = 2
}

/// What a user may watch in an app, for `VSSubscriptionRegistrationCenter`.
open class VSSubscription: NSObject {
    /// The time from which on the subscription counts as absent. Nil sets `Date.distantFuture`, the default.
    open var expirationDate: Date! {
        get { expiration }
        set { expiration = newValue ?? .distantFuture }
    }

    open var accessLevel = VSSubscriptionAccessLevel.unknown

    /// The tiers that the subscription includes, in the spelling of the availability feed, which is case-sensitive. Nil sets the empty list.
    open var tierIdentifiers: [String]! {
        get { tiers }
        set { tiers = newValue ?? [] }
    }

    /// Identifies the region of the user's billing address, usually as a hash of the postal code. For content with regional limits.
    ///
    /// Here: only a salted hash is stored and published.
    open var billingIdentifier: String?

    private var expiration = Date.distantFuture
    private var tiers: [String] = []

    public override init() {}

    /// The present values; nil while the access level is unknown.
    var draft: RegistrationDraft? {
        let access: SubscriptionAccess
        switch accessLevel {
        case .unknown: return nil
        case .freeWithAccount: access = .freeWithAccount
        case .paid: access = .paid
        }
        return RegistrationDraft(
            access: access, tiers: tierIdentifiers, billingIdentifier: billingIdentifier, expiration: expirationDate)
    }
}
