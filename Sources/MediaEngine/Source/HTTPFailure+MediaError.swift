import Foundation
import HTTPRules

extension MediaError {
    /// - Parameter status: the status of the response, if the failure does not contain one.
    init(_ failure: HTTPFailure, url: URL, status: Int? = nil) {
        self.init(
            failure.mediaCode, failure.sentence(host: url.host), detail: failure.detail, url: url,
            httpStatus: failure.status ?? status)
    }
}

extension HTTPFailure {
    fileprivate var mediaCode: MediaError.Code {
        switch kind {
        case .badURL, .unsupportedRedirect: .badURL
        case .hostNotFound: .cannotFindHost
        case .cannotConnect: .cannotConnect
        case .forbiddenAddress: .noPermission
        case .timedOut: .networkTimedOut
        case .certificate, .unreadableAuthorities, .tls, .insecureRedirect: .secureConnectionFailed
        case .outOfMemory: .outOfMemory
        case .notHTTP, .connectionLost: .connectionLost
        case .endedEarly: .wrongLength
        case .undecodable, .otherRange: .malformed
        case .tooLarge: .resourceTooLarge
        case .tooManyRedirects: .tooManyRedirects
        case .status: .httpStatus
        case .encodedRange, .rangesUnsupported: .rangesNotSupported
        case .changed: .contentChanged
        }
    }
}

extension HTTPHead {
    /// The seconds after which the server allows the next attempt.
    var retryAfter: Double? { retryAfter(now: Date().timeIntervalSince1970) }
}
