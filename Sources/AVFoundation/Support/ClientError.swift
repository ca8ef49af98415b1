import Foundation
import MediaEngine

/// The error as clients see it: the engine's own become AVErrors and URLErrors with the cause underneath.
func clientError(_ error: any Error) -> any Error { (error as? MediaError)?.publicError ?? error }

extension AVAsset {
    /// Why a key could not be loaded; nil where it is loaded.
    func failure(ofKey key: String) -> (any Error)? {
        switch statusOfValue(forKey: key, error: nil) {
        case .loaded: nil
        case .failed, .cancelled, .unknown, .loading: error(forKey: key) ?? AVError(.operationCancelled)
        @unknown default: AVError(.unknown)
        }
    }
}

extension AVError {
    /// Why a looper has failed.
    static func looping(_ failure: LooperState.Failure, cause: (any Error)?) -> AVError {
        let (code, sentence): (Code, String) =
            switch failure {
            case .rangeUnusable: (.operationNotAllowed, "The range to loop has no part of the item in it.")
            case .durationUnknown: (.operationNotSupportedForAsset, "An item without an end cannot be looped.")
            case .queueChanged:
                (.operationNotAllowed, "The queue of a looping player was changed. Call disableLooping() before.")
            case .itemFailed: (.failedToLoadMediaData, "The item to loop cannot be played.")
            }
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: sentence]
        if let cause { userInfo[NSUnderlyingErrorKey] = clientError(cause) as NSError }
        return AVError(code, userInfo: userInfo)
    }
}
