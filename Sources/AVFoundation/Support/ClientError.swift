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
