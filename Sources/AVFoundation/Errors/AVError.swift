public import Foundation
public import Selectors

public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

public let AVErrorDeviceKey = "AVErrorDeviceKey"
public let AVErrorTimeKey = "AVErrorTimeKey"
public let AVErrorFileSizeKey = "AVErrorFileSizeKey"
public let AVErrorPIDKey = "AVErrorPIDKey"
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"
public let AVErrorMediaTypeKey = "AVErrorMediaTypeKey"
public let AVErrorMediaSubTypeKey = "AVErrorMediaSubTypeKey"
public let AVErrorPresentationTimeStampKey = "AVErrorPresentationTimeStampKey"
public let AVErrorPersistentTrackIDKey = "AVErrorPersistentTrackIDKey"
public let AVErrorFileTypeKey = "AVErrorFileTypeKey"

/// The error of an operation; the underlying error is in `userInfo` at `NSUnderlyingErrorKey`.
///
/// It casts to NSError, and an NSError of its domain casts to it.
public struct AVError: _BridgedError, CustomNSError, LocalizedError, Hashable, Sendable {
    /// The error as an NSError.
    public let _nsError: NSError

    public init(_nsError error: NSError) {
        _nsError = error
    }

    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        var userInfo = userInfo
        if userInfo[NSLocalizedDescriptionKey] == nil { userInfo[NSLocalizedDescriptionKey] = code.sentence }
        _nsError = NSError(domain: AVFoundationErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    public static var errorDomain: String { AVFoundationErrorDomain }

    /// `unknown` for numbers without a case in this version; `errorCode` has the number.
    public var code: Code { Code(rawValue: _nsError.code) ?? .unknown }
    public var errorCode: Int { _nsError.code }
    public var userInfo: [String: Any] { _nsError.userInfo }
    public var errorUserInfo: [String: Any] { _nsError.userInfo }

    public var errorDescription: String? { _nsError.userInfo[NSLocalizedDescriptionKey] as? String ?? code.sentence }
    public var failureReason: String? { _nsError.userInfo[NSLocalizedFailureReasonErrorKey] as? String }
    public var recoverySuggestion: String? { _nsError.userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String }

    public func _bridgeToObjectiveC() -> NSError { _nsError }

    public static func == (a: AVError, b: AVError) -> Bool {
        a.errorCode == b.errorCode && a._nsError.domain == b._nsError.domain
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(errorCode)
    }

    /// The media time at which the error occurred.
    public var time: CMTime? { (userInfo[AVErrorTimeKey] as? NSValue)?.timeValue }
    public var fileSize: Int64? { (userInfo[AVErrorFileSizeKey] as? NSNumber)?.int64Value }
    public var processID: Int? { (userInfo[AVErrorPIDKey] as? NSNumber)?.intValue }
    public var recordingSuccessfullyFinished: Bool? {
        (userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? NSNumber)?.boolValue
    }
    public var mediaType: AVMediaType? {
        (userInfo[AVErrorMediaTypeKey] as? AVMediaType)
            ?? (userInfo[AVErrorMediaTypeKey] as? String).map(AVMediaType.init(rawValue:))
    }
    public var mediaSubtypes: [Int]? { userInfo[AVErrorMediaSubTypeKey] as? [Int] }
    public var presentationTimeStamp: CMTime? { (userInfo[AVErrorPresentationTimeStampKey] as? NSValue)?.timeValue }
    public var persistentTrackID: CMPersistentTrackID? {
        (userInfo[AVErrorPersistentTrackIDKey] as? NSNumber)?.int32Value
    }
    public var fileType: AVFileType? { (userInfo[AVErrorFileTypeKey] as? String).map(AVFileType.init(rawValue:)) }
}

/// Matches `catch AVError.decodeFailed`, for values thrown as AVError and for NSErrors of its domain.
public func ~= (code: AVError.Code, error: any Error) -> Bool {
    (error as? AVError)?.code == code
}
