/// One request of an origin's log. Times are nanoseconds since the origin began.
public struct OriginRecord: Sendable {
    public var request: OriginRequest
    /// Counts the connections from 1.
    public var connection: Int
    /// 1 where no answer was complete when the request came, else one more than the deepest complete one: what a client that waits for
    /// each answer adds up. "Three responses in sequence before the first picture" is a depth of 3.
    public var depth: Int
    /// When its last byte was read.
    public var arrived: Int64
    /// When its answer's first byte was sent; nil: not yet, or never.
    public var began: Int64?
    /// When its answer's last byte was handed over; nil where it was cut off or still goes on.
    public var finished: Int64?
    public var status = 0
    /// Of the body.
    public var bytesSent = 0
    /// Whether a fault kept the answer from being what it should.
    public var isBroken = false

    public var path: String { request.path }
}
