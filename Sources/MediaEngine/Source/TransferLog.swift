import Synchronization

/// The latest transfers of a source, for access logs. Thread-safe.
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
