import AVFoundation
import Foundation

/// The kinds of failure that a table has a sentence for.
enum FailureKind: CaseIterable, Sendable {
    case notFound, noPermission, network, loading, unknownFormat, damaged, decoding, protected, nothingToPlay

    /// - Returns: nil for errors of other kinds.
    init?(_ error: NSError) {
        switch error.domain {
        case AVFoundationErrorDomain: self.init(AVError.Code(rawValue: error.code))
        case NSURLErrorDomain: self.init(urlError: URLError.Code(rawValue: error.code))
        default: return nil
        }
    }

    private init?(_ code: AVError.Code?) {
        switch code {
        case .fileFormatNotRecognized: self = .unknownFormat
        case .fileFailedToParse: self = .damaged
        case .decodeFailed, .decoderNotFound: self = .decoding
        case .contentIsProtected, .contentIsNotAuthorized: self = .protected
        case .failedToLoadMediaData, .serverIncorrectlyConfigured: self = .loading
        case .noSourceTrack: self = .nothingToPlay
        default: return nil
        }
    }

    private init?(urlError code: URLError.Code?) {
        switch code {
        case .fileDoesNotExist, .fileIsDirectory: self = .notFound
        case .noPermissionsToReadFile, .userAuthenticationRequired: self = .noPermission
        case nil, .cancelled: return nil
        default: self = .network
        }
    }
}
