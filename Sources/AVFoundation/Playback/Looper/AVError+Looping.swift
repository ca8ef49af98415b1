import Foundation

extension AVError {
    /// Returns the error of a failed looper.
    static func looping(_ failure: LooperState.Failure, cause: (any Error)?) -> AVError {
        let (code, sentence): (Code, String) =
            switch failure {
            case .rangeUnusable:
                (.operationNotAllowed, "The time range to loop must start within the item and last 0.01 s or more.")
            case .durationUnknown: (.operationNotSupportedForAsset, "An item without an end cannot be looped.")
            case .queueChanged:
                (.operationNotAllowed, "The queue of a looping player was changed. Call disableLooping() first.")
            case .itemFailed: (.failedToLoadMediaData, "The item to loop cannot be played.")
            }
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: sentence]
        if let cause { userInfo[NSUnderlyingErrorKey] = clientError(cause) as NSError }
        return AVError(code, userInfo: userInfo)
    }
}
