public import Foundation
import Synchronization

/// One request over the network, as it went.
public struct TransferRecord: Sendable {
    /// The address that was asked, after redirects.
    public var url: URL?
    /// The HTTP status; 0 where no server answered.
    public var status: Int
    public var firstByteOffset: Int64
    public var byteCount: Int64
    /// Nanoseconds of the machine's monotonic clock.
    public var start: Int64
    /// When the server's answer began; nil where it did not.
    public var firstByte: Int64?
    public var end: Int64
    public var reusedConnection: Bool
    public var serverAddress: String?
    /// "HTTP/1.1", "HTTP/2"; nil where no server answered.
    public var protocolVersion: String?
}

/// The latest transfers of a source, for access logs. Any thread.
public final class TransferLog: Sendable {
    static let capacity = 1_000
    private let list = Mutex<[TransferRecord]>([])

    init() {}

    public var records: [TransferRecord] { list.withLock { $0 } }

    func append(_ record: TransferRecord) {
        list.withLock {
            if $0.count >= Self.capacity { $0.removeFirst(Self.capacity / 4) }
            $0.append(record)
        }
    }
}
