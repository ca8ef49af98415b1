import Foundation
import Synchronization
import Testing

@testable import DBus

struct BusThreadTests {
    @Test("jobs of several threads run on one thread, those of each thread in the order of its calls")
    func busThread_jobsOfSeveralThreads_runInOrder() async {
        let record = JobRecord()
        await withTaskGroup(of: Void.self) { group in
            for caller in 0..<4 {
                group.addTask {
                    for number in 0..<500 {
                        BusThread.shared.perform { record.add(number, of: caller, thread: pthread_self()) }
                    }
                }
            }
        }
        // A job that is added after all others runs after all others.
        await BusThread.shared.result { $0(()) }
        #expect(record.numbers == [0: Array(0..<500), 1: Array(0..<500), 2: Array(0..<500), 3: Array(0..<500)])
        #expect(record.threads.count == 1)
    }

    @Test("a job that a running job adds runs after it, and jobs are released once they have run")
    func busThread_jobAddsJob_runsAfterIt() async {
        let record = JobRecord()
        await withCheckedContinuation { continuation in
            BusThread.shared.perform { [retained = RetainedObject(record)] in
                BusThread.shared.perform {
                    record.add(2, of: 0, thread: pthread_self())
                    continuation.resume()
                }
                withExtendedLifetime(retained) { record.add(1, of: 0, thread: pthread_self()) }
            }
        }
        await BusThread.shared.result { $0(()) }
        #expect(record.numbers[0] == [1, 2])
        #expect(record.releases == 1)
    }
}

/// What the jobs of a test have done.
private final class JobRecord: Sendable {
    private struct State {
        var numbers: [Int: [Int]] = [:]
        var threads: Set<pthread_t> = []
        var releases = 0
    }
    private let state = Mutex(State())

    func add(_ number: Int, of caller: Int, thread: pthread_t) {
        state.withLock {
            $0.numbers[caller, default: []].append(number)
            $0.threads.insert(thread)
        }
    }

    func countRelease() { state.withLock { $0.releases += 1 } }
    var numbers: [Int: [Int]] { state.withLock { $0.numbers } }
    var threads: Set<pthread_t> { state.withLock { $0.threads } }
    var releases: Int { state.withLock { $0.releases } }
}

private final class RetainedObject: Sendable {
    private let record: JobRecord
    init(_ record: JobRecord) { self.record = record }
    deinit { record.countRelease() }
}
