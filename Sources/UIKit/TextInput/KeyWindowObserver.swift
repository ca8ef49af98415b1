import Foundation

/// Follows whether a window has the keys, for the caret of a text.
@MainActor final class KeyWindowObserver {
    private let handler: @MainActor () -> Void
    private var tokens: [any NSObjectProtocol] = []

    init(_ handler: @escaping @MainActor () -> Void) { self.handler = handler }

    /// - Parameter window: nil ends the observation.
    func follow(_ window: UIWindow?) {
        tokens.forEach { NotificationCenter.default.removeObserver($0) }
        tokens = []
        guard let window else { return }
        tokens = [UIWindow.didBecomeKeyNotification, UIWindow.didResignKeyNotification].map { name in
            NotificationCenter.default.addObserver(forName: name, object: window, queue: nil) { [weak self] _ in
                MainActor.assumeIsolated { self?.handler() }
            }
        }
    }
}
