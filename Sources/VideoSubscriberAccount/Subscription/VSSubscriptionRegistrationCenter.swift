public import Foundation
import SubscriptionRegistry

/// Registers the subscription of the app's user, for the TV app.
///
/// Apple: an entitlement permits the registration. Here: a file of capabilities beside the executable does (see the article of AppIdentity).
/// The registration is stored for the app and published on the session bus. All members may be called on any thread.
// Safe: its only value is constant. A class that clients may subclass cannot be checked by the compiler.
open class VSSubscriptionRegistrationCenter: NSObject, @unchecked Sendable {
    private static let shared = VSSubscriptionRegistrationCenter { SubscriptionRegistry.shared }

    private let registry: @Sendable () -> SubscriptionRegistry

    init(registry: @escaping @Sendable () -> SubscriptionRegistry) {
        self.registry = registry
    }

    /// Returns the center of this app.
    open class func `default`() -> VSSubscriptionRegistrationCenter { shared }

    /// Registers a subscription, or removes the registered one where the user has signed out.
    ///
    /// The values are copied: later changes of the object have no effect. Call it after sign-in, at every launch and after every change; an
    /// equal registration is not reported again. A registration that fails leaves the previous one, and the reason is printed on standard
    /// error. When the method returns, the registration is on the disk.
    /// - Parameter currentSubscription: traps if the access level is `unknown`. Nil removes the registration.
    open func setCurrentSubscription(_ currentSubscription: VSSubscription?) {
        let draft = currentSubscription?.draft
        // Misuse by the app: a level of 'unknown' would tell the TV app nothing.
        precondition(
            currentSubscription == nil || draft != nil,
            "VSSubscriptionRegistrationCenter: the subscription's access level is 'unknown'. Set accessLevel to .paid or "
                + ".freeWithAccount, and register nothing for a user without an account.")
        do throws(SubscriptionError) { try registry().register(draft) } catch {
            FileHandle.standardError.write(Data("VSSubscriptionRegistrationCenter: \(error)\n".utf8))
        }
    }
}
