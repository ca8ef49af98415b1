public import Foundation

/// An error type that casts to NSError and back: `catch let error as NSError` and `error as? AVError` match as on Apple's platforms.
///
/// Of Foundation's own types on Linux, only CocoaError casts; URLError and POSIXError do with this module. The NSError has the domain, code and user information of the value.
public protocol _BridgedError: CustomNSError, _ObjectiveCBridgeable where _ObjectiveCType == NSError {
    /// Creates the value of an NSError of this type's domain.
    init(_nsError: NSError)
}

extension _BridgedError {
    public func _bridgeToObjectiveC() -> NSError {
        var userInfo = errorUserInfo
        if userInfo[NSLocalizedDescriptionKey] == nil, let sentence = (self as? any LocalizedError)?.errorDescription {
            userInfo[NSLocalizedDescriptionKey] = sentence
        }
        return NSError(domain: Self.errorDomain, code: errorCode, userInfo: userInfo)
    }

    public static func _forceBridgeFromObjectiveC(_ error: NSError, result: inout Self?) {
        let isBridged = _conditionallyBridgeFromObjectiveC(error, result: &result)
        precondition(isBridged, "an NSError of the domain \(error.domain) is no \(Self.self)")
    }

    public static func _conditionallyBridgeFromObjectiveC(_ error: NSError, result: inout Self?) -> Bool {
        result = error.domain == errorDomain ? Self(_nsError: error) : nil
        return result != nil
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ error: NSError?) -> Self {
        Self(_nsError: error ?? NSError(domain: errorDomain, code: 0))
    }
}

extension POSIXError: @retroactive _ObjectiveCBridgeable {}
extension POSIXError: _BridgedError {
    public func _bridgeToObjectiveC() -> NSError { _nsError }
}

extension URLError: @retroactive _ObjectiveCBridgeable {}
extension URLError: _BridgedError {
    public func _bridgeToObjectiveC() -> NSError { _nsError }
}
