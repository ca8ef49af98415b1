import Foundation
import Synchronization
import Testing

@testable import MediaEngine

struct ActionQueueTests {
    private let queue = ActionQueue<Int>()
    private let log = Log()

    private final class Log: Sendable {
        private let state = Mutex<[Int]>([])
        var all: [Int] { state.withLock { $0 } }
        func append(_ number: Int) { state.withLock { $0.append(number) } }
    }

    @Test("actions appended by an action follow after those appended before, and the inner call returns at once")
    func perform_insideAction() {
        queue.append([1, 2])
        queue.perform(during: .waits) { action in
            if action == 1 {
                queue.append([3])
                queue.perform(during: .waits) { _ in log.append(-1) }
            }
            log.append(action)
        }
        #expect(log.all == [1, 2, 3])
    }

    @Test("during another thread's perform, a waiting call returns after the last action, any other at once")
    func perform_contention() {
        let (entered, release, waited) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        queue.append([1])
        EngineThread.start("test") { [queue, log] in
            queue.perform { action in
                if action == 1 {
                    entered.signal()
                    release.wait()
                }
                log.append(action)
            }
        }
        entered.wait()
        queue.append([2])
        queue.perform { _ in log.append(-1) }
        #expect(log.all.isEmpty)
        EngineThread.start("test") { [queue, log] in
            queue.perform(during: .waits) { log.append($0) }
            log.append(3)
            waited.signal()
        }
        // If the other thread has not started to wait yet, the test passes without proving anything.
        #expect(waited.wait(timeout: .now() + 0.02) == .timedOut)
        release.signal()
        #expect(waited.wait(timeout: .now() + 10) == .success)
        #expect(log.all == [1, 2, 3])
    }
}
