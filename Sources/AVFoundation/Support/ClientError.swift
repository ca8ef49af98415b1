import Foundation
import MediaEngine

/// Returns the error that clients receive: the engine's errors become AVErrors and URLErrors with the original as underlying error.
func clientError(_ error: any Error) -> any Error { (error as? MediaError)?.publicError ?? error }

extension AVAsset {
    /// Returns the error of a key that could not be loaded; nil where it is loaded.
    func failure(ofKey key: String) -> (any Error)? {
        switch statusOfValue(forKey: key, error: nil) {
        case .loaded: nil
        case .failed, .cancelled, .unknown, .loading: error(forKey: key) ?? AVError(.operationCancelled)
        @unknown default: AVError(.unknown)
        }
    }
}
