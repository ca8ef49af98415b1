package import Foundation

/// The access that a subscription gives (umc-availability.md 5.1).
package enum SubscriptionAccess: String, Codable, Sendable, CaseIterable {
    /// Offers of the type `account`, which are free for users with an account.
    case freeWithAccount
    /// Offers of the type `subscription`, and those that `freeWithAccount` gives.
    case paid
}

/// What the user may watch in an app, as readers receive it.
package struct Registration: Codable, Sendable, Hashable {
    package var access: SubscriptionAccess
    /// Tiers in the spelling of the availability feed, without duplicates.
    package var tiers: [String]
    package var billing: BillingHash?
    /// The registration counts as absent from this time on.
    package var expiration: Date

    package init(access: SubscriptionAccess, tiers: [String], billing: BillingHash?, expiration: Date) {
        self.access = access
        self.tiers = tiers
        self.billing = billing
        self.expiration = expiration
    }

    /// - Parameter previous: the present registration. Its hash is reused for an equal billing identifier, so that the repeated
    ///   registration of an app that starts changes nothing.
    init(_ draft: RegistrationDraft, previous: BillingHash?) {
        access = draft.access
        tiers = draft.tiers.withoutDuplicates
        expiration = draft.expiration
        billing = draft.billingIdentifier.map { identifier in
            if let previous, previous.matches(identifier) { previous } else { BillingHash(identifier) }
        }
    }
}

/// A registration as the app gives it, with the billing identifier in plain text. Never stored.
package struct RegistrationDraft: Sendable, Hashable {
    package var access: SubscriptionAccess
    package var tiers: [String]
    package var billingIdentifier: String?
    package var expiration: Date

    package init(
        access: SubscriptionAccess, tiers: [String] = [], billingIdentifier: String? = nil,
        expiration: Date = .distantFuture
    ) {
        self.access = access
        self.tiers = tiers
        self.billingIdentifier = billingIdentifier
        self.expiration = expiration
    }

    func validate() throws(SubscriptionError) {
        try SubscriptionLimits.check(tiers: tiers)
        try SubscriptionLimits.check(billingIdentifier, "billingIdentifier")
        try SubscriptionLimits.check(expiration, "expirationDate")
    }
}

/// The limits of a registration's values, which are those of the feeds (umc-availability.md 6).
package enum SubscriptionLimits {
    package static let maximumTiers = 500
    /// The maximum length of a tier or a billing identifier in bytes.
    package static let maximumLength = 255
    package static let maximumAccounts = 32
    /// The maximum length of an account's other texts in bytes.
    package static let maximumTextLength = 16 << 10

    static func check(tiers: [String]) throws(SubscriptionError) {
        guard tiers.count <= maximumTiers else {
            throw .invalid(
                "tierIdentifiers", "there are \(tiers.count) tiers, and at most \(maximumTiers) are permitted")
        }
        for tier in tiers { try check(tier, "tierIdentifiers") }
    }

    /// Checks an identifier of 1 to 255 bytes.
    static func check(_ identifier: String?, _ field: String) throws(SubscriptionError) {
        guard let identifier else { return }
        guard !identifier.isEmpty, identifier.utf8.count <= maximumLength, !identifier.utf8.contains(0) else {
            throw .invalid(
                field,
                "'\(identifier.prefix(40).filter { $0 != "\u{0}" })' has to have 1 to \(maximumLength) bytes and no U+0000"
            )
        }
    }

    static func check(text: String?, _ field: String) throws(SubscriptionError) {
        guard let text else { return }
        guard text.utf8.count <= maximumTextLength, !text.utf8.contains(0) else {
            throw .invalid(field, "the text has more than \(maximumTextLength) bytes, or U+0000")
        }
    }

    static func check(_ date: Date?, _ field: String) throws(SubscriptionError) {
        guard let date else { return }
        // A date of NaN compares as if it were inside every range.
        guard date.timeIntervalSince1970.isFinite, (Date.distantPast...Date.distantFuture).contains(date) else {
            throw .invalid(field, "the date is not between Date.distantPast and Date.distantFuture")
        }
    }
}

extension [String] {
    var withoutDuplicates: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
