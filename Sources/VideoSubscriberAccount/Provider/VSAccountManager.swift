public import Foundation
public import UIKit

/// The screen of the system's settings for the TV provider. Here: there is no such screen, and `UIApplication.open` reports that nothing
/// was opened.
public let VSOpenTVProviderSettingsURLString = "openavkit-settings:tv-provider"

/// Whether the app may use the user's TV provider.
public enum VSAccountAccessStatus: Int, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case granted = 3
}

/// An option of `VSAccountManager.checkAccessStatus`.
public struct VSCheckAccessOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A Boolean: whether the user may be asked for access. Here: there is nothing to ask for.
    public static let prompt = VSCheckAccessOption(rawValue: "VSCheckAccessOptionPrompt")
}

/// Presents and dismisses the screens of a sign-in with a TV provider. Here: its methods are never called.
@MainActor
public protocol VSAccountManagerDelegate: NSObjectProtocol {
    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController)
    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController)
    func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool
}

extension VSAccountManagerDelegate {
    public func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool { true }
}

/// Asks the user's TV provider what the user may watch.
///
/// Apple: the system signs in with a TV provider, once for all apps. Here: the system has no TV provider. Every request fails with
/// `VSError.serviceTemporarilyUnavailable` or `VSError.unsupported`, as on a device without one, so that apps offer their own sign-in.
open class VSAccountManager: NSObject {
    open weak var delegate: (any VSAccountManagerDelegate)?

    public override init() {}

    static let sentence =
        "There is no TV provider on this system. Offer the service's own sign-in, and register the subscription with "
        + "VSSubscriptionRegistrationCenter."

    /// Reports `notDetermined` and `VSError.serviceTemporarilyUnavailable`: there is no provider that the user could permit.
    /// - Parameter completionHandler: called once, on a queue of the system.
    open func checkAccessStatus(
        options: [VSCheckAccessOption: Any] = [:],
        completionHandler: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void
    ) {
        DispatchQueue.global().async {
            completionHandler(.notDetermined, VSError(.serviceTemporarilyUnavailable, Self.sentence))
        }
    }

    /// - Throws: `VSError.serviceTemporarilyUnavailable`.
    open func checkAccessStatus(options: [VSCheckAccessOption: Any] = [:]) async throws -> VSAccountAccessStatus {
        throw VSError(.serviceTemporarilyUnavailable, Self.sentence)
    }

    /// Fails with `VSError.serviceTemporarilyUnavailable`, or with `unsupported` if the app asks the system to sign in by a token of its own;
    /// with `userCancelled` if the request is cancelled first.
    /// - Parameter completionHandler: called once, on a queue of the system.
    open func enqueue(
        _ request: VSAccountMetadataRequest,
        completionHandler: @escaping @Sendable (VSAccountMetadata?, (any Error)?) -> Void
    ) -> VSAccountManagerResult {
        let error =
            request.accountProviderAuthenticationToken == nil
            ? VSError(.serviceTemporarilyUnavailable, Self.sentence) : VSError(.unsupported, Self.sentence)
        let result = VSAccountManagerResult { completionHandler(nil, $0) }
        DispatchQueue.global().async { result.finish(error) }
        return result
    }
}
