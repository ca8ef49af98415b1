import Foundation
public import FoundationNetworking

extension URLSessionConfiguration {
    /// A configuration for downloads that outlive their process.
    ///
    /// Apple: the system goes on with the transfers of a process that has ended. Here: a session with the same identifier goes on with them
    /// when the app runs again (`AVAssetDownloadURLSession.getAllTasks`).
    public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.default
        configuration.identifier = identifier
        return configuration
    }
}
