import CHeap
import Dispatch
import Foundation
import Synchronization

/// Returns the free memory of closed sessions, and memory fragmented by playback, to the system.
///
/// The packets and frames of a session are allocated on many threads, so the C library spreads them over several arenas, each of which
/// retains freed memory. Without trimming, a program that opens many items retains several tens of megabytes.
enum HeapTrimming {
    /// While other sessions are open, memory is trimmed only after this many sessions were closed, because trimming takes a few
    /// milliseconds.
    static let closedSessionsBetween = 8
    /// The interval of trimming during playback: the sizes of stream chunks vary, which fragments every arena.
    static let secondsBetween = 60.0
    /// The delay after a session was closed, in which its threads end and release their memory.
    static let settling = DispatchTimeInterval.milliseconds(250)

    private struct Count {
        var open = 0
        var closed = 0
        var rhythm = Rhythm()
    }

    /// The schedule of trimming during playback.
    struct Rhythm {
        private var last: Double?

        /// - Parameter seconds: the time of any monotonic clock.
        mutating func isDue(at seconds: Double) -> Bool {
            guard let last else {
                last = seconds
                return false
            }
            guard seconds - last >= secondsBetween else { return false }
            self.last = seconds
            return true
        }
    }

    /// The minimum limit of arenas. By default the C library creates up to eight per processor, and stream chunks fragment every one.
    static let fewestArenas = 4

    private static let count = Mutex(Count())
    private static let arenasAreLimited: Void = heap_limit_arenas(
        Int32(clamping: max(fewestArenas, ProcessInfo.processInfo.activeProcessorCount)))

    static func sessionBegan() {
        arenasAreLimited
        count.withLock { $0.open += 1 }
    }

    /// Called regularly during playback, with the time of the machine's clock in seconds. Thread-safe; cheap.
    static func plays(at seconds: Double) {
        guard count.withLock({ $0.rhythm.isDue(at: seconds) }) else { return }
        DispatchQueue.global(qos: .utility).async { heap_give_back() }
    }

    static func sessionEnded() {
        let isDue = count.withLock { count in
            count.open -= 1
            count.closed += 1
            guard count.open == 0 || count.closed >= closedSessionsBetween else { return false }
            count.closed = 0
            return true
        }
        if isDue { DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + settling) { heap_give_back() } }
    }
}
