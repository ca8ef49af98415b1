package import Foundation

/// The state of an app's subscription: none, active, expired, and none again.
///
/// The state follows from the registration and the time. When the clock is set back before the expiration, an expired subscription is active
/// again: a device whose clock was wrong shows what the app has registered.
package struct SubscriptionMachine: Sendable {
    package enum State: Sendable, Hashable {
        case none
        case active(Registration)
        /// The expiration has passed. Readers see no subscription.
        case expired(Registration)
    }

    package private(set) var state = State.none

    package init() {}

    /// The registration that readers see.
    package var effective: Registration? {
        if case .active(let registration) = state { registration } else { nil }
    }

    /// The time at which the state changes by itself; nil if it does not.
    package var nextChange: Date? {
        guard let effective, effective.expiration < .distantFuture else { return nil }
        return effective.expiration
    }

    /// Replaces the registration; nil removes it.
    /// - Returns: whether readers see another value.
    package mutating func register(_ registration: Registration?, now: Date) -> Bool {
        let before = effective
        state = Self.state(registration, now)
        return effective != before
    }

    /// Lets the registration expire.
    /// - Returns: whether readers see another value.
    package mutating func advance(to now: Date) -> Bool {
        switch state {
        case .none: false
        case .active(let registration), .expired(let registration): register(registration, now: now)
        }
    }

    private static func state(_ registration: Registration?, _ now: Date) -> State {
        guard let registration else { return .none }
        return now < registration.expiration ? .active(registration) : .expired(registration)
    }
}
