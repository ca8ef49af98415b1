public import Foundation
public import Selectors

public let AVKitErrorDomain = "AVKitErrorDomain"

/// An error of the player's user interface, as opposed to playback. It casts to NSError, and an NSError of its domain casts to it.
public struct AVKitError: _BridgedError, CustomNSError, Hashable, Sendable {
    public enum Code: Int, Sendable {
        case unknown = -1000
        case pictureInPictureStartFailed = -1001
        case contentRatingUnknown = -1100
        case contentDisallowedByPasscode = -1101
        case contentDisallowedByProfile = -1102
        case recordingFailed = -1200
    }

    public let code: Code

    public init(_ code: Code) { self.code = code }

    /// `unknown` for numbers without a case in this version.
    public init(_nsError error: NSError) { code = Code(rawValue: error.code) ?? .unknown }

    public static var errorDomain: String { AVKitErrorDomain }
    public var errorCode: Int { code.rawValue }

    public static var unknown: Code { .unknown }
    public static var pictureInPictureStartFailed: Code { .pictureInPictureStartFailed }
    public static var contentRatingUnknown: Code { .contentRatingUnknown }
    public static var contentDisallowedByPasscode: Code { .contentDisallowedByPasscode }
    public static var contentDisallowedByProfile: Code { .contentDisallowedByProfile }
    public static var recordingFailed: Code { .recordingFailed }
}
