public import Foundation
import Synchronization

/// A request of `VSAccountManager` that may be cancelled, on any thread.
// Safe: the completion is under a lock. A class that clients may subclass cannot be checked by the compiler.
open class VSAccountManagerResult: NSObject, @unchecked Sendable {
    private let completion: Mutex<(@Sendable (VSError) -> Void)?>

    /// Creates a request that has ended.
    public override init() { completion = Mutex(nil) }

    init(_ completion: @escaping @Sendable (VSError) -> Void) {
        self.completion = Mutex(completion)
    }

    /// Cancels the request, which then fails with `VSError.userCancelled`. Without effect after the request has ended.
    open func cancel() {
        guard let complete = take() else { return }
        DispatchQueue.global().async {
            complete(VSError(.userCancelled, "The request to the TV provider was cancelled by the app."))
        }
    }

    func finish(_ error: VSError) { take()?(error) }

    private func take() -> (@Sendable (VSError) -> Void)? { completion.withLock { $0.take() } }
}
