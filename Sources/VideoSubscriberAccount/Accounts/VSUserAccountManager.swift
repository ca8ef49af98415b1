public import Foundation
import SubscriptionRegistry

/// Registers the user's accounts of the app's service, and lists them.
///
/// An account that is signed in gives the app's subscription, as `VSSubscriptionRegistrationCenter` registers it: the type `paid` gives the
/// access level `paid`, and the type `free` gives `freeWithAccount`.
open class VSUserAccountManager: NSObject, @unchecked Sendable {
    public struct QueryOptions: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Accounts on all devices of the user. Here: those of this device, because devices share nothing.
        public static let allDevices = QueryOptions(rawValue: 1 << 0)
    }

    /// The manager of this app.
    open class var shared: VSUserAccountManager { manager }
    private static let manager = VSUserAccountManager { SubscriptionRegistry.shared }

    private let registry: @Sendable () -> SubscriptionRegistry

    init(registry: @escaping @Sendable () -> SubscriptionRegistry) {
        self.registry = registry
    }

    /// Registers an account, or changes the account with the same identifier. When the method returns, the account is on the disk.
    /// - Throws: `VSError.accessNotGranted` if the app lacks the capability in strict mode, `VSError.rejected` for values that cannot be
    ///   registered, `VSError.serviceTemporarilyUnavailable` if they cannot be stored. The accounts are then unchanged.
    open func update(_ account: VSUserAccount) async throws {
        let draft = account.draft
        try await perform { registry throws(SubscriptionError) in try registry.update(draft) }
    }

    /// Returns the registered accounts, the one that was updated last at the end.
    open func userAccounts(options: QueryOptions = []) async throws -> [VSUserAccount] {
        try await perform { registry throws(SubscriptionError) in registry.accounts }.map { VSUserAccount($0) }
    }

    /// Files are read and written on a queue, because a task's thread must not wait for them.
    private func perform<Value: Sendable>(
        _ body: @escaping @Sendable (SubscriptionRegistry) throws(SubscriptionError) -> Value
    ) async throws -> Value {
        let registry = registry
        let result: Result<Value, SubscriptionError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                do throws(SubscriptionError) { continuation.resume(returning: .success(try body(registry()))) } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        do throws(SubscriptionError) { return try result.get() } catch { throw VSError(error) }
    }
}
