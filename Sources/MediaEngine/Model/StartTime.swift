import HLS
import Synchronization

/// The media time at which playback is to begin. The client may change it while the media opens: a stream that has not requested a segment
/// yet begins there, and requests nothing before it.
///
/// Any thread may call it.
final class StartTime: Sendable {
    private enum Source {
        /// nil: where the media says.
        case time(Nanoseconds?)
        case other(StartTime)
    }

    private let source: Mutex<Source>

    init(_ time: Nanoseconds? = nil) { source = Mutex(.time(time)) }

    /// nil: where the media says.
    var current: Nanoseconds? {
        let source = source.withLock { $0 }
        switch source {
        case .time(let time): return time
        case .other(let other): return other.current
        }
    }

    func set(_ time: Nanoseconds?) { source.withLock { $0 = .time(time) } }

    /// Takes its value from `other` from now on. `other` must not follow this one.
    func follow(_ other: StartTime) { source.withLock { $0 = .other(other) } }
}
