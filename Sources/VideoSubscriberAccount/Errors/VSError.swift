public import Foundation
public import Selectors
import SubscriptionRegistry

public let VSErrorDomain = "VSErrorDomain"
/// The SAML response of the provider, a string.
public let VSErrorInfoKeySAMLResponse = "VSErrorInfoKeySAMLResponse"
/// The status of the SAML response, a string.
public let VSErrorInfoKeySAMLResponseStatus = "VSErrorInfoKeySAMLResponseStatus"
/// The identifier of the unsupported provider, a string.
public let VSErrorInfoKeyUnsupportedProviderIdentifier = "VSErrorInfoKeyUnsupportedProviderIdentifier"
/// The provider's response, a `VSAccountProviderResponse`.
public let VSErrorInfoKeyAccountProviderResponse = "VSErrorInfoKeyAccountProviderResponse"

/// An error of an account request.
///
/// It casts to NSError, and an NSError of its domain casts to it.
public struct VSError: _BridgedError, CustomNSError, LocalizedError, Hashable, Sendable {
    public enum Code: Int, Sendable {
        case accessNotGranted = 0
        case unsupportedProvider = 1
        case userCancelled = 2
        case serviceTemporarilyUnavailable = 3
        case providerRejected = 4
        case invalidVerificationToken = 5
        case rejected = 6
        case unsupported = 7
    }

    public static let accessNotGranted = Code.accessNotGranted
    public static let unsupportedProvider = Code.unsupportedProvider
    public static let userCancelled = Code.userCancelled
    public static let serviceTemporarilyUnavailable = Code.serviceTemporarilyUnavailable
    public static let providerRejected = Code.providerRejected
    public static let invalidVerificationToken = Code.invalidVerificationToken
    public static let rejected = Code.rejected
    public static let unsupported = Code.unsupported

    /// The error as an NSError.
    public let _nsError: NSError

    public init(_nsError error: NSError) {
        _nsError = error
    }

    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        _nsError = NSError(domain: VSErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    init(_ code: Code, _ sentence: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: sentence])
    }

    init(_ error: SubscriptionError) {
        switch error {
        case .capability: self.init(.accessNotGranted, error.description)
        case .invalid: self.init(.rejected, error.description)
        case .folder, .file, .locked, .laterVersion: self.init(.serviceTemporarilyUnavailable, error.description)
        }
    }

    public static var errorDomain: String { VSErrorDomain }

    /// `unsupported` for numbers without a case in this version; `errorCode` has the number.
    public var code: Code { Code(rawValue: _nsError.code) ?? .unsupported }
    public var errorCode: Int { _nsError.code }
    public var userInfo: [String: Any] { _nsError.userInfo }
    public var errorUserInfo: [String: Any] { _nsError.userInfo }
    public var errorDescription: String? { _nsError.userInfo[NSLocalizedDescriptionKey] as? String }

    public func _bridgeToObjectiveC() -> NSError { _nsError }

    public static func == (a: VSError, b: VSError) -> Bool {
        a.errorCode == b.errorCode && a._nsError.domain == b._nsError.domain
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(errorCode)
    }
}

/// Matches `catch VSError.userCancelled`, for values thrown as VSError and for NSErrors of its domain.
public func ~= (code: VSError.Code, error: any Error) -> Bool {
    (error as? VSError)?.code == code
}
