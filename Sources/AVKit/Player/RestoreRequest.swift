import Foundation
import Synchronization

/// A request to the client to restore its user interface, which is answered once: by the client, on any thread, or by the time limit.
@MainActor
final class RestoreRequest {
    /// The seconds that the client has for its answer.
    static let seconds = 5.0

    private let timer = MainTimer()
    private var isAnswered = false

    /// - Parameter completion: called once on the main thread.
    init(limit: Double = seconds, completion: @escaping @MainActor (_ isRestored: Bool) -> Void) {
        self.completion = completion
        timer.fire(after: .seconds(limit)) { [weak self] in
            guard let self, !isAnswered else { return }
            AVKitLog.write(
                "the client did not call the completion handler of restoreUserInterfaceForFullScreenExit within \(limit) s; full screen ends without it"
            )
            finish(false)
        }
    }

    private let completion: @MainActor (Bool) -> Void

    /// The handler for the client. Its second call is logged and has no effect.
    var handler: @Sendable (Bool) -> Void {
        let count = CallCount()
        return { [weak self] isRestored in
            guard count.isFirst() else {
                AVKitLog.write(
                    "the completion handler of restoreUserInterfaceForFullScreenExit was called again; ignored")
                return
            }
            Task { @MainActor in self?.finish(isRestored) }
        }
    }

    private func finish(_ isRestored: Bool) {
        guard !isAnswered else { return }
        isAnswered = true
        timer.cancel()
        completion(isRestored)
    }
}

/// Tells the first call of a handler from later ones; any thread.
private final class CallCount: Sendable {
    private let wasCalled = Mutex(false)

    func isFirst() -> Bool {
        wasCalled.withLock { wasCalled in
            defer { wasCalled = true }
            return !wasCalled
        }
    }
}
