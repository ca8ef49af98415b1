package import Foundation

/// A user account of the app's service, as it is stored.
package struct AccountRecord: Codable, Sendable, Hashable {
    package enum Device: String, Codable, Sendable { case mobile, other }

    /// Identifies the account among those of this app; nil for an app with one account.
    package var identifier: String?
    package var isPaid: Bool
    package var isSignedOut: Bool
    package var updateURL: URL?
    package var requiresSystemTrust: Bool
    package var providerIdentifier: String?
    package var billingCycleEnd: Date?
    package var tiers: [String]?
    package var billing: BillingHash?
    package var authenticationData: String?
    package var device: Device
    package var appleCustomerIdentifier: String?
    package var appleProductCodes: [String]?
    /// The time of the last update.
    package var updated: Date

    /// The subscription that this account includes; nil after the user has signed out.
    var registration: Registration? {
        guard !isSignedOut else { return nil }
        return Registration(
            access: isPaid ? .paid : .freeWithAccount, tiers: (tiers ?? []).withoutDuplicates, billing: billing,
            expiration: billingCycleEnd ?? .distantFuture)
    }
}

/// A user account as the app gives it, with the billing identifier in plain text. Never stored.
package struct AccountDraft: Sendable, Hashable {
    package var identifier: String?
    package var isPaid = false
    package var isSignedOut = false
    package var updateURL: URL?
    package var requiresSystemTrust = false
    package var providerIdentifier: String?
    package var billingCycleEnd: Date?
    package var tiers: [String]?
    package var billingIdentifier: String?
    /// The hash of an account that was read; used without a `billingIdentifier`.
    package var storedBilling: BillingHash?
    package var authenticationData: String?
    package var device = AccountRecord.Device.other
    package var appleCustomerIdentifier: String?
    package var appleProductCodes: [String]?

    package init() {}

    func validate() throws(SubscriptionError) {
        try SubscriptionLimits.check(identifier, "identifier")
        try SubscriptionLimits.check(tiers: tiers ?? [])
        try SubscriptionLimits.check(billingIdentifier, "billingIdentifier")
        try SubscriptionLimits.check(billingCycleEnd, "subscriptionBillingCycleEndDate")
        try SubscriptionLimits.check(text: updateURL?.absoluteString, "updateURL")
        try SubscriptionLimits.check(text: providerIdentifier, "accountProviderIdentifier")
        try SubscriptionLimits.check(text: authenticationData, "authenticationData")
        try SubscriptionLimits.check(text: appleCustomerIdentifier, "appleSubscription.customerID")
        for code in appleProductCodes ?? [] {
            try SubscriptionLimits.check(text: code, "appleSubscription.productCodes")
        }
        guard (appleProductCodes ?? []).count <= SubscriptionLimits.maximumTiers else {
            throw .invalid("appleSubscription.productCodes", "there are too many codes")
        }
    }

    /// - Parameter previous: the stored account with the same identifier.
    func record(previous: AccountRecord?, now: Date) -> AccountRecord {
        AccountRecord(
            identifier: identifier, isPaid: isPaid, isSignedOut: isSignedOut, updateURL: updateURL,
            requiresSystemTrust: requiresSystemTrust, providerIdentifier: providerIdentifier,
            billingCycleEnd: billingCycleEnd, tiers: tiers,
            billing: billingIdentifier.map { identifier in
                if let billing = previous?.billing, billing.matches(identifier) {
                    billing
                } else {
                    BillingHash(identifier)
                }
            } ?? storedBilling, authenticationData: authenticationData, device: device,
            appleCustomerIdentifier: appleCustomerIdentifier, appleProductCodes: appleProductCodes, updated: now)
    }
}
