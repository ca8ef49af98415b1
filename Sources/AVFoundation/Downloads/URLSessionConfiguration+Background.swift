import Foundation
public import FoundationNetworking

extension URLSessionConfiguration {
    /// Returns a configuration for downloads that continue after their process has ended.
    ///
    /// Apple: the system continues the transfers of a process that has ended. Here: a session with the same identifier continues them when
    /// the app runs again (`AVAssetDownloadURLSession.getAllTasks`).
    public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.default
        configuration.identifier = identifier
        return configuration
    }
}
