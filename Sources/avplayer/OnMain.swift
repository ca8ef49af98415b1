import Foundation

/// Runs `work` on the main actor, after everything that was asked for before it.
func onMain(_ work: @escaping @MainActor @Sendable () -> Void) {
    DispatchQueue.main.async { MainActor.assumeIsolated(work) }
}
