/// One request in an origin's log. Times are nanoseconds since the origin started.
public struct OriginRecord: Sendable {
    public var request: OriginRequest
    /// The number of the connection, from 1.
    public var connection: Int
    /// 1 where no response was complete when the request arrived, else one more than the highest depth of a complete response: the number
    /// of round trips of a client that waits for each response. "Three responses in sequence before the first frame" is a depth of 3.
    public var depth: Int
    /// When its last byte was read.
    public var arrived: Int64
    /// When the first byte of the response was sent; nil: not yet, or never.
    public var began: Int64?
    /// When the last byte of the response was sent; nil where it was cut off or is not complete.
    public var finished: Int64?
    public var status = 0
    /// Bytes of the body.
    public var bytesSent = 0
    /// Whether a fault changed the response.
    public var isBroken = false

    public var path: String { request.path }
}
