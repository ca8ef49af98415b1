package import AppIdentity
package import AppService
import DBus
package import Foundation
import Synchronization

/// The subscription of an app: stored in the app's private folder, and published on the session bus.
///
/// All members may be called on any thread. A change by another process of the app is read as soon as its file is replaced.
package final class SubscriptionRegistry: Sendable {
    /// The registry of this process's app, which the first access reads and publishes.
    package static let shared = SubscriptionRegistry()
    /// An expiration that is further away is checked again after this time.
    static let longestAlarm: TimeInterval = 86_400

    private let identity: AppIdentity
    private let store: SubscriptionStore
    private let clock: any RegistryClock
    private let report: @Sendable (String) -> Void
    private let state: Mutex<State>

    private struct State: Sendable {
        var machine = SubscriptionMachine()
        var content: SubscriptionContent
        var publication: AppPublication?
        var watch: FolderWatch?
        var alarm: (any AnyObject & Sendable)?
        /// Sentences that have been reported, each of which is reported once.
        var reported: Set<String> = []
    }

    /// - Parameters:
    ///   - identity: the app.
    ///   - object: the object that publishes the subscription.
    ///   - report: receives sentences about files that are not used and registrations that fail; by default standard error.
    package init(
        identity: AppIdentity = .current, object: AppBusObject = .shared,
        clock: any RegistryClock = SystemRegistryClock(),
        report: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
    ) {
        self.identity = identity
        store = SubscriptionStore(identity)
        self.clock = clock
        self.report = report
        state = Mutex(State(content: SubscriptionContent(application: identity.identifier)))
        start(object)
    }

    private func start(_ object: AppBusObject) {
        // An app that may not register in strict mode has nothing to publish.
        guard !identity.capabilities.isStrict || identity.registrationError == nil else { return }
        watchFolder()
        reload()
        let publication = object.publish(SubscriptionInterface.interface(of: self, application: identity.identifier))
        state.withLock { $0.publication = publication }
    }

    // MARK: Reading

    /// What the app's subscription is now.
    package var subscriptionState: SubscriptionMachine.State {
        let now = clock.now
        return state.withLock { state in
            var machine = state.machine
            _ = machine.advance(to: now)
            return machine.state
        }
    }

    /// The registration that readers see; nil without a subscription, or after its expiration.
    package var current: Registration? {
        if case .active(let registration) = subscriptionState { registration } else { nil }
    }

    /// The accounts of the app on this device, those updated last at the end.
    package var accounts: [AccountRecord] { state.withLock { $0.content.accounts } }

    /// The time of the app's last registration.
    package var lastUse: Date? { state.withLock { $0.content.lastUse } }

    // MARK: Changing

    /// Registers a subscription, or removes the present one. When the method returns, the change is on the disk.
    /// - Throws: `SubscriptionError`; the present registration then stays.
    package func register(_ draft: RegistrationDraft?) throws(SubscriptionError) {
        try draft?.validate()
        if draft != nil { try permit() }
        let now = clock.now
        try change { content throws(SubscriptionError) in
            content.register(draft)
            content.lastUse = now
        }
    }

    /// Stores an account of the app's service, and registers the subscription that the account gives.
    /// - Throws: `SubscriptionError`; the account and the present registration then stay.
    package func update(_ account: AccountDraft) throws(SubscriptionError) {
        try account.validate()
        if !account.isSignedOut { try permit() }
        let now = clock.now
        try change { content throws(SubscriptionError) in
            try content.update(account, now: now)
            content.lastUse = now
        }
    }

    private func permit() throws(SubscriptionError) {
        do throws(CapabilityError) { try identity.requireRegistration(report: report) } catch {
            throw .capability(error)
        }
    }

    private func change(
        _ body: (inout SubscriptionContent) throws(SubscriptionError) -> Void
    ) throws(SubscriptionError) {
        // The folder may have been missing when the registry started.
        watchFolder()
        let known = state.withLock { $0.content }
        apply(try store.update(known: known, body))
    }

    private func reload() {
        do throws(SubscriptionError) { apply(try store.read()) } catch { reportOnce([error.description]) }
    }

    private func apply(_ reading: SubscriptionStore.Reading) {
        let now = clock.now
        let isChanged = state.withLock { state in
            // Threads may apply their changes in another order than they have written them.
            guard reading.content.generation > state.content.generation else { return false }
            state.content = reading.content
            let isChanged = state.machine.register(reading.content.registration, now: now)
            scheduleExpiration(&state, now)
            return isChanged
        }
        reportOnce(reading.problems)
        if isChanged { announce() }
    }

    private func scheduleExpiration(_ state: inout State, _ now: Date) {
        state.alarm = state.machine.nextChange.map { date in
            clock.alarm(at: min(date, now + Self.longestAlarm)) { [weak self] in self?.timeHasPassed() }
        }
    }

    private func timeHasPassed() {
        let now = clock.now
        let isChanged = state.withLock { state in
            let isChanged = state.machine.advance(to: now)
            scheduleExpiration(&state, now)
            return isChanged
        }
        if isChanged { announce() }
    }

    private func announce() {
        let publication = state.withLock { $0.publication }
        // The property is declared, so the call does not fail.
        try? publication?.invalidate([SubscriptionInterface.current])
    }

    private func watchFolder() {
        guard state.withLock({ $0.watch == nil }), let folder = try? store.privateFolder() else { return }
        let watch = FolderWatch(folder, file: SubscriptionStore.fileName) { [weak self] in self?.reload() }
        state.withLock { state in
            if state.watch == nil { state.watch = watch }
        }
    }

    private func reportOnce(_ sentences: [String]) {
        let fresh = state.withLock { state in sentences.filter { state.reported.insert($0).inserted } }
        for sentence in fresh { report(sentence) }
    }
}
