import Foundation
import Synchronization

/// The permissions of an app: from its Info.plist, and from a file of capabilities that replaces Apple's entitlements.
///
/// The file is `NAME.capabilities.plist` or `NAME.entitlements` beside the executable NAME, or the path in `OPENAVKIT_CAPABILITIES`.
package struct Capabilities: Sendable, Equatable {
    /// The keys that permit the registration of subscriptions: that of this project, and that of Apple's entitlements.
    package static let registrationKeys = [
        "org.openavkit.subscription-registration", "com.apple.smoot.subscriptionservice",
    ]
    /// The key whose text replaces `standardTVAppKey`.
    package static let tvAppKeyKey = "org.openavkit.tv-app-key"
    /// The Info.plist key that declares an app compatible with the TV app, unless the file of capabilities names another one.
    package static let standardTVAppKey = "UISupportsTVApp"
    /// The key that makes a missing capability an error, as `OPENAVKIT_STRICT_CAPABILITIES=1` does.
    package static let strictKey = "org.openavkit.strict"

    /// Whether the file of capabilities permits the registration of subscriptions.
    package let registersSubscriptions: Bool
    /// Whether the Info.plist declares the app compatible with the TV app.
    package let supportsTVApp: Bool
    /// The Info.plist key that was read for `supportsTVApp`.
    package let tvAppKey: String
    /// Whether a missing capability is an error rather than a message.
    package let isStrict: Bool

    init(_ file: PropertyListFile?, information: PropertyListFile?, environment: [String: String]) {
        registersSubscriptions = Self.registrationKeys.contains { file?.values[$0]?.boolean == true }
        let named = file?.values[Self.tvAppKeyKey]?.string.flatMap { $0.isEmpty || $0.utf8.count > 128 ? nil : $0 }
        tvAppKey = named ?? Self.standardTVAppKey
        supportsTVApp = information?.values[tvAppKey]?.boolean == true
        let isStrictHere = ["1", "true", "yes"].contains(environment["OPENAVKIT_STRICT_CAPABILITIES"]?.lowercased())
        isStrict = isStrictHere || file?.values[Self.strictKey]?.boolean == true
    }
}

/// The error of an app that registers a subscription without the capability.
package struct CapabilityError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Missing: Sendable, Hashable {
        /// The file of capabilities does not permit registrations.
        case registration
        /// The Info.plist does not have this key with the value true.
        case tvAppKey(String)
    }

    package let application: String
    package let missing: [Missing]
    /// What was wrong with the files that were found.
    package let problems: [String]

    package var description: String {
        let remedies = missing.map { missing in
            switch missing {
            case .registration:
                "the capability '\(Capabilities.registrationKeys[0])' is missing: set it to true in a file "
                    + "NAME.capabilities.plist or NAME.entitlements beside the executable NAME"
            case .tvAppKey(let key): "the key '\(key)' is missing: set it to true in the Info.plist"
            }
        }
        return
            (["The app '\(application)' may not register a subscription: " + remedies.joined(separator: "; ") + "."]
            + problems).joined(separator: " ")
    }
}

extension AppIdentity {
    private static let reported = Mutex<Set<String>>([])

    /// The error of a registration by this app; nil if both the capability and the Info.plist key are present.
    package var registrationError: CapabilityError? {
        var missing: [CapabilityError.Missing] = []
        if !capabilities.registersSubscriptions { missing.append(.registration) }
        if !capabilities.supportsTVApp { missing.append(.tvAppKey(capabilities.tvAppKey)) }
        return missing.isEmpty
            ? nil : CapabilityError(application: identifier, missing: missing, problems: problems)
    }

    /// Checks that the app may register subscriptions.
    /// - Parameter report: receives the error once in a process where the mode is not strict; the registration is then permitted.
    /// - Throws: `CapabilityError` in strict mode.
    package func requireRegistration(report: (String) -> Void) throws(CapabilityError) {
        guard let error = registrationError else { return }
        guard !capabilities.isStrict else { throw error }
        if Self.reported.withLock({ $0.insert(error.description).inserted }) {
            report(error.description + " Strict mode (OPENAVKIT_STRICT_CAPABILITIES=1) rejects the registration.")
        }
    }
}
