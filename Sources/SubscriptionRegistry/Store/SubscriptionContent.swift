package import Foundation

/// What an app has registered, as it is stored.
package struct SubscriptionContent: Codable, Sendable, Hashable {
    /// The number of the change that wrote the content.
    package var generation: UInt64 = 0
    /// The identifier of the app, so that a file copied from another app is recognized.
    package var application: String
    package var registration: Registration?
    /// The identifier of the account that `registration` belongs to ("" for an account without one); nil if the app registered a
    /// subscription without an account.
    package var registrationAccount: String?
    package var accounts: [AccountRecord] = []
    /// The time of the app's last call, which tells that the user uses the app.
    package var lastUse: Date?

    package init(application: String) {
        self.application = application
    }

    /// Registers a subscription without an account; nil removes every registration.
    mutating func register(_ draft: RegistrationDraft?) {
        registration = draft.map { Registration($0, previous: registration?.billing) }
        registrationAccount = nil
    }

    /// Stores an account and registers what it gives. When the account that gave the registration has signed out, the account that was
    /// updated last gives it.
    mutating func update(_ draft: AccountDraft, now: Date) throws(SubscriptionError) {
        let previous = accounts.first { $0.identifier == draft.identifier }
        let account = draft.record(previous: previous, now: now)
        accounts.removeAll { $0.identifier == draft.identifier }
        if accounts.count >= SubscriptionLimits.maximumAccounts {
            guard let oldest = accounts.firstIndex(where: \.isSignedOut) else {
                throw .invalid("identifier", "there are already \(accounts.count) accounts that are signed in")
            }
            accounts.remove(at: oldest)
        }
        accounts.append(account)
        if let given = account.registration {
            registration = given
            registrationAccount = account.identifier ?? ""
        } else if registrationAccount == account.identifier ?? "" {
            let other = accounts.last { !$0.isSignedOut }
            registration = other?.registration
            registrationAccount = other.map { $0.identifier ?? "" }
        }
    }

    /// Checks the limits, which a file that was edited by hand may exceed.
    func validate() throws(SubscriptionError) {
        guard generation <= UInt64.max / 2 else {
            throw .invalid("generation", "\(generation) is no number of changes")
        }
        guard accounts.count <= SubscriptionLimits.maximumAccounts else {
            throw .invalid("accounts", "there are \(accounts.count) accounts")
        }
        if let registration {
            try SubscriptionLimits.check(tiers: registration.tiers)
            try SubscriptionLimits.check(registration.expiration, "expiration")
        }
        try SubscriptionLimits.check(lastUse, "lastUse")
        for account in accounts {
            try SubscriptionLimits.check(tiers: account.tiers ?? [])
            try SubscriptionLimits.check(account.identifier, "identifier")
            try SubscriptionLimits.check(account.billingCycleEnd, "billingCycleEnd")
            try SubscriptionLimits.check(account.updated, "updated")
        }
    }
}
