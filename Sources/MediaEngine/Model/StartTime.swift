import HLS
import Synchronization

/// The requested start time. The client may change it while the media opens: a stream that has not requested a segment yet starts there,
/// and requests no segment before it.
///
/// Thread-safe.
final class StartTime: Sendable {
    private enum Source {
        /// Nil: as the media specifies.
        case time(Nanoseconds?)
        case other(StartTime)
    }

    private let source: Mutex<Source>

    init(_ time: Nanoseconds? = nil) { source = Mutex(.time(time)) }

    /// The requested start time; nil: as the media specifies.
    var current: Nanoseconds? {
        let source = source.withLock { $0 }
        switch source {
        case .time(let time): return time
        case .other(let other): return other.current
        }
    }

    func set(_ time: Nanoseconds?) { source.withLock { $0 = .time(time) } }

    /// Takes the value of `other` from now on. `other` must not follow this object.
    func follow(_ other: StartTime) { source.withLock { $0 = .other(other) } }
}
