public import Foundation

/// Something that a stream lost or had to do without: an entry of an error log. Playing goes on as long as it can.
public struct StreamFault: Sendable {
    public var date: Date
    /// What was asked for.
    public var url: URL?
    /// The status of HTTP; 0 where no server answered.
    public var status: Int
    /// What is wrong, and what was done about it.
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
