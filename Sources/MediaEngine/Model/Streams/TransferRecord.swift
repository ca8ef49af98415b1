public import Foundation

/// One request over the network, as it went.
public struct TransferRecord: Sendable {
    /// The address that was asked, after redirects.
    public var url: URL?
    /// The HTTP status; 0 where no server answered.
    public var status: Int
    public var firstByteOffset: Int64
    /// Of the body, unpacked.
    public var byteCount: Int64
    /// Of the body, as it came over the network.
    public var wireByteCount: Int64
    /// Nanoseconds of the machine's monotonic clock.
    public var start: Int64
    /// When the server's answer began; nil where it did not.
    public var firstByte: Int64?
    public var end: Int64
    public var reusedConnection: Bool
    /// Whether there was a connection to the server, or to its proxy.
    public var hasConnected = true
    public var serverAddress: String?
    /// "HTTP/1.1", "HTTP/2"; nil where no server answered.
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
