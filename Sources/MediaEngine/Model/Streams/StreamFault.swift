public import Foundation

/// An error of a stream after which playback continues; an entry of the error log.
public struct StreamFault: Sendable {
    public var date: Date
    /// The requested URL.
    public var url: URL?
    /// The HTTP status; 0 without a response.
    public var status: Int
    /// What failed, and how playback continues.
    public var comment: String
    public var error: MediaError

    public init(date: Date, error: MediaError, comment: String) {
        self.date = date
        url = error.url
        status = error.httpStatus ?? 0
        self.comment = comment
        self.error = error
    }
}
