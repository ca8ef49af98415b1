import Foundation
import Synchronization

/// Measures how long the main thread does not answer: a thread sends it a block every two milliseconds.
final class StallWatch: Sendable {
    struct Figures {
        /// The longest time between a request and its answer, in milliseconds.
        var stall = 0.0
        /// The number of answers after more than 16 ms.
        var stalls = 0
        /// The longest CPU time of the main thread between two answers, in milliseconds.
        var work = 0.0
    }

    private struct State {
        var figures = Figures()
        var lastWork: Double?
        var isRunning = true
    }

    private let state = Mutex(State())

    func start() {
        Thread.detachNewThread { [self] in
            while state.withLock({ $0.isRunning }) {
                let sent = Self.milliseconds(CLOCK_MONOTONIC)
                let answered = DispatchSemaphore(value: 0)
                DispatchQueue.main.async { [self] in
                    answer(to: sent)
                    answered.signal()
                }
                answered.wait()
                usleep(2000)
            }
        }
    }

    /// Runs on the main thread.
    private func answer(to sent: Double) {
        let wait = Self.milliseconds(CLOCK_MONOTONIC) - sent
        let work = Self.milliseconds(CLOCK_THREAD_CPUTIME_ID)
        state.withLock { state in
            state.figures.stall = max(state.figures.stall, wait)
            if wait > 16 { state.figures.stalls += 1 }
            if let last = state.lastWork { state.figures.work = max(state.figures.work, work - last) }
            state.lastWork = work
        }
    }

    func stop() -> Figures {
        state.withLock { state in
            state.isRunning = false
            return Figures(
                stall: (state.figures.stall * 10).rounded() / 10, stalls: state.figures.stalls,
                work: (state.figures.work * 10).rounded() / 10)
        }
    }

    private static func milliseconds(_ clock: clockid_t) -> Double {
        var now = timespec()
        clock_gettime(clock, &now)
        return Double(now.tv_sec) * 1000 + Double(now.tv_nsec) / 1e6
    }
}
