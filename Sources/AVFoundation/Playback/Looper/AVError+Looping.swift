import Foundation

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
