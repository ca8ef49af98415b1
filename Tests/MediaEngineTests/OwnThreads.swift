import Foundation
import Testing

/// Runs each test of a suite on its own thread.
///
/// Tests share as many threads as the machine has processors. Tests that block while waiting for a server would delay all others until
/// those time out.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    private final class Executor: TaskExecutor {
        private let queue = DispatchQueue(label: "openavkit.test")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await withTaskExecutorPreference(Executor()) { try await function() }
    }
}

extension Trait where Self == OwnThreads {
    static var ownThreads: Self { Self() }
}
