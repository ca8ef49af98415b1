import Foundation
import VideoSubscriberAccount

/// The signed-in user: kept between launches, and registered with the system.
@MainActor
final class Account {
    static let shared = Account()
    static let profiles = ["Ada", "Jonas"]
    private let store = UserDefaults.standard

    private(set) var isSignedIn: Bool {
        get { store.bool(forKey: "isSignedIn") }
        set { keep(newValue, "isSignedIn") }
    }

    /// The viewer who watches; nil until one was chosen.
    var profile: String? {
        get { store.string(forKey: "profile") }
        set { if newValue.map(Self.profiles.contains) ?? true { keep(newValue, "profile") } }
    }

    /// What the service's server says of this user. The tiers are those of Feeds/availability-us.xml.
    private let tiers = ["Movies", "Series"]
    private let hashedPostalCode = "5f2d9a7c0be1"

    func canPlay(_ offer: Title.Offer) -> Bool {
        if case .subscription(let tier) = offer { isSignedIn && tiers.contains(tier) } else { isSignedIn }
    }

    func signIn() {
        isSignedIn = true
        register()
    }

    func signOut() {
        isSignedIn = false
        profile = nil
        register()
    }

    /// Registers the subscription with the system, or removes it: at sign-in, at sign-out, when it changes, and at every launch.
    func register() {
        let center = VSSubscriptionRegistrationCenter.default()
        guard isSignedIn, !tiers.isEmpty else { return center.setCurrentSubscription(nil) }
        let subscription = VSSubscription()
        subscription.expirationDate = Date.distantFuture
        subscription.accessLevel = .paid
        subscription.tierIdentifiers = tiers
        subscription.billingIdentifier = hashedPostalCode
        center.setCurrentSubscription(subscription)
    }

    func position(in title: Title) -> Double { store.double(forKey: key(title)) }
    func setPosition(_ seconds: Double, in title: Title) { keep(seconds, key(title)) }
    private func key(_ title: Title) -> String { "position/\(profile ?? "")/\(title.contentIdentifier)" }

    /// Writes at once: a sign-in has to survive the end of the process at any moment.
    private func keep(_ value: Any?, _ key: String) {
        store.set(value, forKey: key)
        store.synchronize()
    }
}
