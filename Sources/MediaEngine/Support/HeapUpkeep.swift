import CHeap
import Dispatch
import Foundation
import Synchronization

/// Gives the memory of closed films, and what playing leaves free, back to the system.
///
/// A film's packets and pictures come from many threads, so the C library spreads them over as many arenas, and each keeps what was freed:
/// without this a program that opens film after film holds some ten megabytes more than one that has opened a few.
enum HeapUpkeep {
    /// While other films play, memory is given back only after this many have been closed: it costs a few milliseconds.
    static let closedFilmsBetween = 8
    /// While films play, memory is given back so often: the pieces of a stream come in sizes that leave holes in every arena.
    static let secondsBetween = 60.0
    /// The session's threads and FFmpeg's end, and free what they hold, after the session itself.
    static let settling = DispatchTimeInterval.milliseconds(250)

    private struct Count {
        var open = 0
        var closed = 0
        var rhythm = Rhythm()
    }

    /// When it is time again.
    struct Rhythm {
        private var last: Double?

        /// - Parameter seconds: of any clock.
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

    /// The C library makes eight arenas for each processor, and the pieces of streams leave holes in every one.
    static let fewestArenas = 4

    private static let count = Mutex(Count())
    private static let arenasAreLimited: Void = heap_limit_arenas(
        Int32(clamping: max(fewestArenas, ProcessInfo.processInfo.activeProcessorCount)))

    static func sessionBegan() {
        arenasAreLimited
        count.withLock { $0.open += 1 }
    }

    /// A film plays, at so many seconds of the machine's clock. Any thread; cheap.
    static func plays(at seconds: Double) {
        guard count.withLock({ $0.rhythm.isDue(at: seconds) }) else { return }
        DispatchQueue.global(qos: .utility).async { heap_give_back() }
    }

    static func sessionEnded() {
        let isDue = count.withLock { count in
            count.open -= 1
            count.closed += 1
            guard count.open == 0 || count.closed >= closedFilmsBetween else { return false }
            count.closed = 0
            return true
        }
        if isDue { DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + settling) { heap_give_back() } }
    }
}
