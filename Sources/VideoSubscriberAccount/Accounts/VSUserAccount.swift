public import Foundation
import SubscriptionRegistry

/// A user's account of the app's service.
public struct VSUserAccount: Hashable, Sendable {
    /// Whether the user has access to paid content.
    public enum AccountType: Hashable, Sendable {
        case free
        case paid
    }

    /// The kind of device on which the user has registered.
    public enum OriginatingDeviceCategory: Hashable, Sendable {
        case mobile
        case other
    }

    /// Identifies the account among those of this app. An update replaces the account with the same identifier.
    public var identifier: String?
    public var accountType: AccountType
    /// Whether the user has signed out of the account.
    public var isSignedOut = false
    /// The end of the present billing cycle. Here: the account gives no subscription from this time on.
    public var subscriptionBillingCycleEndDate: Date?
    /// The tiers that the account includes, in the spelling of the availability feed.
    public var tierIdentifiers: [String]?
    /// Identifies the region of the user's billing address. Here: only a salted hash is stored, so that accounts that were read have nil.
    /// An account that was read keeps its hash in an update, unless this property is set.
    public var billingIdentifier: String? { didSet { storedBilling = nil } }
    private var storedBilling: BillingHash?
    /// The TV provider that the user has signed in with.
    public var accountProviderIdentifier: String?
    /// Data of the app for requests of updates.
    public var authenticationData: String?
    /// The script of the service that answers requests of updates. Here: the URL is stored, and no request is made.
    public var updateURL: URL?
    /// Whether `updateURL` needs a certificate that the system trusts.
    public var requiresSystemTrust = false
    /// The user's subscription of Apple's store that belongs to the account.
    public var appleSubscription: VSAppleSubscription?
    public internal(set) var isFromCurrentDevice = true
    public internal(set) var deviceCategory = OriginatingDeviceCategory.other

    public init(accountType: AccountType = .free, updateURL: URL?) {
        self.accountType = accountType
        self.updateURL = updateURL
    }

    init(_ record: AccountRecord) {
        identifier = record.identifier
        accountType = record.isPaid ? .paid : .free
        isSignedOut = record.isSignedOut
        subscriptionBillingCycleEndDate = record.billingCycleEnd
        tierIdentifiers = record.tiers
        storedBilling = record.billing
        accountProviderIdentifier = record.providerIdentifier
        authenticationData = record.authenticationData
        updateURL = record.updateURL
        requiresSystemTrust = record.requiresSystemTrust
        appleSubscription = record.appleCustomerIdentifier.map {
            VSAppleSubscription(customerID: $0, productCodes: record.appleProductCodes ?? [])
        }
        deviceCategory = record.device == .mobile ? .mobile : .other
    }

    var draft: AccountDraft {
        var draft = AccountDraft()
        draft.identifier = identifier
        draft.isPaid = accountType == .paid
        draft.isSignedOut = isSignedOut
        draft.billingCycleEnd = subscriptionBillingCycleEndDate
        draft.tiers = tierIdentifiers
        draft.billingIdentifier = billingIdentifier
        draft.storedBilling = storedBilling
        draft.providerIdentifier = accountProviderIdentifier
        draft.authenticationData = authenticationData
        draft.updateURL = updateURL
        draft.requiresSystemTrust = requiresSystemTrust
        draft.appleCustomerIdentifier = appleSubscription?.customerID
        draft.appleProductCodes = appleSubscription?.productCodes
        draft.device = deviceCategory == .mobile ? .mobile : .other
        return draft
    }
}

/// A subscription of Apple's store that belongs to an account. Here: stored with the account, and used by nothing else.
public struct VSAppleSubscription: Hashable, Sendable {
    public var customerID: String
    public var productCodes: [String]

    public init(customerID: String, productCodes: [String]) {
        self.customerID = customerID
        self.productCodes = productCodes
    }
}
