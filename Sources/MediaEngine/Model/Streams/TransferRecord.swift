public import Foundation

/// A network request with its times and sizes.
public struct TransferRecord: Sendable {
    /// The requested URL, after redirects.
    public var url: URL?
    /// The HTTP status; 0 without a response.
    public var status: Int
    public var firstByteOffset: Int64
    /// The size of the body after decompression.
    public var byteCount: Int64
    /// The size of the body as transferred.
    public var wireByteCount: Int64
    /// The start of the request in nanoseconds of the monotonic clock.
    public var start: Int64
    /// The start of the response; nil without a response.
    public var firstByte: Int64?
    public var end: Int64
    public var reusedConnection: Bool
    /// Whether a connection to the server, or to its proxy, was established.
    public var hasConnected = true
    public var serverAddress: String?
    /// "HTTP/1.1", "HTTP/2"; nil without a response.
    public var protocolVersion: String?

    public init(
        url: URL?, status: Int, firstByteOffset: Int64 = 0, byteCount: Int64, wireByteCount: Int64 = 0, start: Int64,
        firstByte: Int64?, end: Int64, reusedConnection: Bool = false, serverAddress: String?,
        protocolVersion: String? = nil
    ) {
        self.url = url
        self.status = status
        self.firstByteOffset = firstByteOffset
        self.byteCount = byteCount
        self.wireByteCount = wireByteCount
        self.start = start
        self.firstByte = firstByte
        self.end = end
        self.reusedConnection = reusedConnection
        self.serverAddress = serverAddress
        self.protocolVersion = protocolVersion
    }
}
