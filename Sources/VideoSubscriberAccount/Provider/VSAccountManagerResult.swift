public import Foundation
import Synchronization

/// A request of `VSAccountManager` that may be cancelled.
public final class VSAccountManagerResult: NSObject, Sendable {
    private let completion: Mutex<(@Sendable (VSError) -> Void)?>

    init(_ completion: @escaping @Sendable (VSError) -> Void) {
        self.completion = Mutex(completion)
    }

    /// Cancels the request, which then fails with `VSError.userCancelled`. Without effect after the request has ended.
    public func cancel() {
        guard let complete = take() else { return }
        DispatchQueue.global().async {
            complete(VSError(.userCancelled, "The request to the TV provider was cancelled by the app."))
        }
    }

    func finish(_ error: VSError) { take()?(error) }

    private func take() -> (@Sendable (VSError) -> Void)? { completion.withLock { $0.take() } }
}
