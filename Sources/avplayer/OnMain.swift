import Foundation

/// Runs `work` on the main actor, after all work that was enqueued before.
func onMain(_ work: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated(work) }
}
