import Foundation
package import MediaEngine

/// The domain of the engine's errors, which underlie an AVError or URLError.
package let engineErrorDomain = "OpenAVKit.MediaError"

extension MediaError {
    /// The AVError or URLError that clients receive, with this error as its underlying error.
    package var publicError: any Error {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: message, NSUnderlyingErrorKey: underlyingError]
        if let url { userInfo[NSURLErrorFailingURLErrorKey] = url }
        switch publicCode {
        case .media(let code): return AVError(code, userInfo: userInfo)
        case .url(let code): return URLError(code, userInfo: userInfo)
        }
    }

    /// The engine's error code and description as an NSError, whose underlying error is its cause.
    private var underlyingError: NSError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description]
        if let detail { userInfo[NSLocalizedFailureReasonErrorKey] = detail }
        if let url { userInfo[NSURLErrorFailingURLErrorKey] = url }
        if let byteOffset { userInfo["byteOffset"] = byteOffset }
        if let httpStatus { userInfo["httpStatus"] = httpStatus }
        if let cause {
            userInfo[NSUnderlyingErrorKey] = (cause as? MediaError)?.underlyingError ?? cause as NSError
        }
        return NSError(domain: engineErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    private enum PublicCode {
        case media(AVError.Code)
        case url(URLError.Code)
    }

    private var publicCode: PublicCode {
        if code == .httpStatus { return .url(Self.urlErrorCode(forStatus: httpStatus ?? 0)) }
        if let code = Self.mediaCodes[code] { return .media(code) }
        if let code = Self.urlCodes[code] { return .url(code) }
        return .media(.unknown)
    }

    private static let mediaCodes: [Code: AVError.Code] = [
        .unknown: .unknown, .cancelled: .operationCancelled, .outOfMemory: .outOfMemory,
        .timedOut: .failedToLoadMediaData, .unsupported: .operationNotSupportedForAsset,
        .readFailed: .failedToLoadMediaData, .wrongLength: .failedToLoadMediaData,
        .contentChanged: .failedToLoadMediaData, .rangesNotSupported: .serverIncorrectlyConfigured,
        .resourceTooLarge: .failedToLoadMediaData, .formatNotRecognized: .fileFormatNotRecognized,
        .malformed: .fileFailedToParse, .empty: .fileFailedToParse,
        .truncated: .fileFailedToParse, .noPlayableTracks: .noSourceTrack, .decoderNotFound: .decoderNotFound,
        .decodingFailed: .decodeFailed, .noImageAtTime: .noImageAtTime, .audioOutputFailed: .unknown,
        .contentIsProtected: .contentIsProtected, .wrongKey: .contentIsProtected, .keyRefused: .contentIsNotAuthorized,
        .refusedByClient: .failedToLoadMediaData, .diskFull: .diskFull,
    ]

    private static let urlCodes: [Code: URLError.Code] = [
        .fileNotFound: .fileDoesNotExist, .isDirectory: .fileIsDirectory, .noPermission: .noPermissionsToReadFile,
        .badURL: .badURL, .unsupportedScheme: .unsupportedURL, .cannotFindHost: .cannotFindHost,
        .cannotConnect: .cannotConnectToHost, .connectionLost: .networkConnectionLost,
        .tooManyRedirects: .httpTooManyRedirects, .secureConnectionFailed: .secureConnectionFailed,
        .networkTimedOut: .timedOut,
    ]

    private static func urlErrorCode(forStatus status: Int) -> URLError.Code {
        switch status {
        case 401, 407: .userAuthenticationRequired
        case 403: .noPermissionsToReadFile
        case 404, 410: .fileDoesNotExist
        case 408, 504: .timedOut
        default: .badServerResponse
        }
    }
}

/// Returns the error that clients receive for an error of a lower layer.
package func publicError(_ error: any Error) -> any Error {
    switch error {
    case let error as MediaError: error.publicError
    case is AVError, is URLError, is CancellationError: error
    default: AVError(.unknown, userInfo: [NSUnderlyingErrorKey: error as NSError])
    }
}
