public import Foundation
public import Selectors

/// The domain of the errors of this module.
public let MPErrorDomain = "MPErrorDomain"

/// An error of this module. It casts to NSError, and an NSError of its domain casts to it.
public struct MPError: _BridgedError, CustomNSError, Hashable, Sendable {
    public enum Code: Int, Sendable {
        case unknown = 0
        case permissionDenied = 1
        case cloudServiceCapabilityMissing = 2
        case networkConnectionFailed = 3
        case notFound = 4
        case notSupported = 5
        case cancelled = 6
        case requestTimedOut = 7
    }

    public let code: Code
    public static var errorDomain: String { MPErrorDomain }
    public var errorCode: Int { code.rawValue }

    public init(_ code: Code) { self.code = code }

    /// `unknown` for numbers without a case in this version.
    public init(_nsError error: NSError) { code = Code(rawValue: error.code) ?? .unknown }

    public static var unknown: Code { .unknown }
    public static var permissionDenied: Code { .permissionDenied }
    public static var cloudServiceCapabilityMissing: Code { .cloudServiceCapabilityMissing }
    public static var networkConnectionFailed: Code { .networkConnectionFailed }
    public static var notFound: Code { .notFound }
    public static var notSupported: Code { .notSupported }
    public static var cancelled: Code { .cancelled }
    public static var requestTimedOut: Code { .requestTimedOut }
}

extension MPError: LocalizedError {
    public var errorDescription: String? {
        switch code {
        case .unknown: "The operation failed for an unknown reason."
        case .permissionDenied: "The program has no permission for the operation."
        case .cloudServiceCapabilityMissing: "The account lacks the required service."
        case .networkConnectionFailed: "The network connection failed."
        case .notFound: "The item was not found."
        case .notSupported: "The operation is not supported."
        case .cancelled: "The operation was cancelled."
        case .requestTimedOut: "The request timed out."
        }
    }
}
