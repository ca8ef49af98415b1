import AppIdentity
import AppService
import BusTestSupport
import DBus
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import SubscriptionRegistry

/// A registry with its app, its clock and a TV app on a bus of their own.
@Suite(.enabled(if: PrivateBus.isAvailable), .timeLimit(.minutes(2)))
struct SubscriptionRegistryTests {
    private let home: TestHome
    private let bus: PrivateBus
    private let client: BusConnection
    private let clock = ManualClock()
    private let reports = Reports<String>()
    private let changes = Reports<[Variant]>()
    private let watch: BusRegistration

    init() async throws {
        home = try TestHome()
        bus = try #require(PrivateBus())
        client = try await BusConnection.connect(to: bus.address)
        watch = try client.watchSignals(
            path: AppBusObject.path, interface: "org.freedesktop.DBus.Properties", name: "PropertiesChanged"
        ) { [changes] in changes.add($0.arguments) }
    }

    private func registry(_ identity: AppIdentity? = nil, onBus: Bool = true) throws -> SubscriptionRegistry {
        let identity = try identity ?? home.identity()
        return SubscriptionRegistry(
            identity: identity,
            object: AppBusObject(name: identity.busName, environment: onBus ? bus.environment : [:]), clock: clock
        ) { [reports] in reports.add($0) }
    }

    private func properties() async throws(BusError) -> Variant {
        try await client.call(
            AppIdentifier.busName(of: home.application), path: AppBusObject.path,
            interface: "org.freedesktop.DBus.Properties", method: "GetAll",
            arguments: [.string(SubscriptionInterface.name)]
        ).first ?? .dictionary([:])
    }

    /// Returns the published registration, once the app is on the bus.
    private func current() async throws -> Variant {
        for _ in 0..<2_000 {
            if let values = try? await properties() { return try #require(values["Current"]) }
            await elapse(.milliseconds(5))
        }
        return try #require(try await properties()["Current"])
    }

    /// Waits until this many changes have been reported, and for whatever the app has sent before its reply.
    private func changeCount(reaching count: Int) async throws -> Int {
        _ = await changes.wait { $0.count >= count }
        _ = try await properties()
        return changes.all.count
    }

    @Test(
        "a registration is published with level, tiers in their letter case, expiration and the hash of the billing identifier (R159, R163, R165)"
    )
    func registration_published_isRead() async throws {
        let registry = try registry()
        #expect(try await current().elements?.isEmpty == true)
        try registry.register(
            RegistrationDraft(access: .paid, tiers: ["Tier1", "tier1", "Tier1"], billingIdentifier: "94110"))
        let value = try await current()
        #expect(value["accessLevel"]?.stringValue == "paid")
        #expect(value["tiers"] == .strings(["Tier1", "tier1"]))
        #expect(value["expiration"]?.stringValue == "4001-01-01T00:00:00Z")
        let billing = BillingHash(
            hash: value["billingHash"]?.stringValue ?? "", salt: value["billingSalt"]?.stringValue ?? "")
        #expect(billing?.matches("94110") == true)
        let all = try await properties()
        #expect(all["Application"]?.stringValue == home.application)
        #expect(all["LastUse"]?.stringValue == SubscriptionInterface.text(clock.now))
        #expect(!"\(all)".contains("94110"))
        #expect(reports.all == [])
    }

    @Test(
        "readers are notified when the value changes, without it, and not by a repeated registration (R160, R164, S19.2)"
    )
    func registration_repeated_isNotReported() async throws {
        let registry = try registry()
        _ = try await current()
        let draft = RegistrationDraft(access: .paid, tiers: ["A"], billingIdentifier: "94110")
        try registry.register(draft)
        #expect(try await changeCount(reaching: 1) == 1)
        #expect(changes.all == [[.string(SubscriptionInterface.name), .dictionary([:]), .strings(["Current"])]])
        let first = try await current()
        clock.advance(3_600)
        try registry.register(draft)
        try registry.register(RegistrationDraft(access: .paid, tiers: ["A", "A"], billingIdentifier: "94110"))
        // The use is recorded, and the value stays, with its salt.
        #expect(try await properties()["LastUse"]?.stringValue == SubscriptionInterface.text(clock.now))
        #expect(try await current() == first)
        #expect(try await changeCount(reaching: 1) == 1)
        // An add-on was bought, the letter case was corrected, the level and the region have changed.
        for (number, draft) in [
            RegistrationDraft(access: .paid, tiers: ["A", "B"], billingIdentifier: "94110"),
            RegistrationDraft(access: .paid, tiers: ["A", "b"], billingIdentifier: "94110"),
            RegistrationDraft(access: .freeWithAccount, tiers: ["A", "b"], billingIdentifier: "94110"),
            RegistrationDraft(access: .freeWithAccount, tiers: ["A", "b"], billingIdentifier: "10001"),
            RegistrationDraft(access: .freeWithAccount, tiers: ["A", "b"]),
        ].enumerated() {
            try registry.register(draft)
            #expect(try await changeCount(reaching: number + 2) == number + 2)
        }
        #expect(try await current()["billingHash"] == nil)
        try registry.register(nil)
        #expect(try await changeCount(reaching: 7) == 7)
        try registry.register(nil)
        #expect(try await changeCount(reaching: 7) == 7)
    }

    @Test("a sign-out removes the registration, also after the next start (R161)")
    func registration_removed_isGone() async throws {
        do {
            let registry = try registry()
            try registry.register(RegistrationDraft(access: .paid))
            #expect(try await current()["accessLevel"]?.stringValue == "paid")
            try registry.register(nil)
            #expect(try await current().elements?.isEmpty == true)
            #expect(registry.subscriptionState == .none)
        }
        #expect(try registry(onBus: false).current == nil)
    }

    @Test("a registration is there after the next start, before the app registers anything")
    func registration_restart_isPublished() async throws {
        try registry(onBus: false).register(RegistrationDraft(access: .freeWithAccount, tiers: ["A"]))
        let registry = try registry()
        #expect(try await current()["accessLevel"]?.stringValue == "freeWithAccount")
        #expect(registry.current?.tiers == ["A"])
    }

    @Test("after the expiration readers see nothing and are notified once; a new date makes it active again (S19.1)")
    func registration_expired_isAbsent() async throws {
        let registry = try registry()
        _ = try await current()
        let week: TimeInterval = 7 * 86_400
        try registry.register(RegistrationDraft(access: .paid, expiration: clock.now + week))
        #expect(try await changeCount(reaching: 1) == 1)
        #expect(clock.alarms == [clock.now + SubscriptionRegistry.longestAlarm])
        for _ in 0..<6 { clock.advance(86_400) }
        #expect(registry.current != nil)
        #expect(clock.alarms == [clock.now + 86_400])
        clock.advance(86_399)
        #expect(try await changeCount(reaching: 1) == 1)
        clock.advance(1)
        #expect(try await changeCount(reaching: 2) == 2)
        #expect(try await current().elements?.isEmpty == true)
        #expect(clock.alarms == [])
        // Removing what has expired shows nothing new.
        try registry.register(nil)
        #expect(try await changeCount(reaching: 2) == 2)
        try registry.register(RegistrationDraft(access: .paid, expiration: clock.now + 10))
        #expect(try await changeCount(reaching: 3) == 3)
        #expect(try await current()["accessLevel"]?.stringValue == "paid")
    }

    @Test("only users with an account are registered: without a registration, readers see no access (R162)")
    func registration_free_isAbsent() async throws {
        let registry = try registry()
        #expect(try await current().elements?.isEmpty == true)
        #expect(registry.lastUse == nil)
        try registry.register(RegistrationDraft(access: .paid))
        #expect(try await current()["accessLevel"]?.stringValue == "paid")
    }

    @Test("the change of another process of the app is published")
    func registration_otherProcess_isPublished() async throws {
        let registry = try registry()
        #expect(try await current().elements?.isEmpty == true)
        let other = try self.registry(onBus: false)
        try other.register(RegistrationDraft(access: .paid, tiers: ["A"]))
        #expect(await eventually { registry.current?.tiers == ["A"] })
        #expect(try await current()["tiers"] == .strings(["A"]))
        try registry.register(nil)
        #expect(await eventually { other.current == nil })
    }

    @Test("strict mode rejects a registration without the capability, and nothing is published (R154)")
    func registration_strict_isRejected() async throws {
        let identity = try home.identity(["OPENAVKIT_STRICT_CAPABILITIES": "1"], isPermitted: false)
        let registry = try registry(identity)
        let error = #expect(throws: SubscriptionError.self) {
            try registry.register(RegistrationDraft(access: .paid))
        }
        guard case .capability(let missing) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(missing.missing == [.registration, .tvAppKey("UISupportsTVApp")])
        #expect(registry.current == nil)
        // The removal is always permitted.
        try registry.register(nil)
        let names = try await client.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "ListNames")
        #expect(names.first?.elements?.contains(.string(identity.busName)) == false)
    }

    @Test("values that cannot be registered and a folder that cannot be written are errors, and the state is kept")
    func registration_invalid_isRejected() async throws {
        let registry = try registry(onBus: false)
        try registry.register(RegistrationDraft(access: .paid, tiers: ["A"]))
        for draft in [
            RegistrationDraft(access: .paid, tiers: [""]),
            RegistrationDraft(access: .paid, tiers: [String(repeating: "x", count: 256)]),
            RegistrationDraft(access: .paid, tiers: ["a\u{0}"]),
            RegistrationDraft(access: .paid, tiers: (0...SubscriptionLimits.maximumTiers).map(String.init)),
            RegistrationDraft(access: .paid, billingIdentifier: ""),
            RegistrationDraft(access: .paid, expiration: Date(timeIntervalSince1970: .nan)),
            RegistrationDraft(access: .paid, expiration: Date(timeIntervalSince1970: .infinity)),
        ] {
            let error = #expect(throws: SubscriptionError.self) { try registry.register(draft) }
            guard case .invalid = error else {
                Issue.record("\(error as Any)")
                continue
            }
        }
        #expect(registry.current?.tiers == ["A"])
        try FileManager.default.moveItem(at: home.folder, to: home.url.appendingPathComponent("away"))
        // The registry may just have created the folder again, because it watches it.
        var isFile = false
        for _ in 0..<100 where !isFile {
            try? FileManager.default.removeItem(at: home.folder)
            isFile = (try? Data().write(to: home.folder)) != nil
        }
        try #require(isFile)
        #expect(throws: SubscriptionError.self) {
            try registry.register(RegistrationDraft(access: .paid, tiers: ["B"]))
        }
        #expect(registry.current?.tiers == ["A"])
        try FileManager.default.removeItem(at: home.folder)
        try registry.register(RegistrationDraft(access: .paid, tiers: ["B"]))
        #expect(try home.store().read().content.registration?.tiers == ["B"])
    }

    @Test("files that are damaged while the app runs are reported, and lose neither registration nor accounts")
    func registration_damaged_isKept() throws {
        let registry = try registry(onBus: false)
        var account = AccountDraft()
        account.isPaid = true
        account.tiers = ["A"]
        try registry.update(account)
        for name in [SubscriptionStore.fileName, SubscriptionStore.copyName] {
            try home.write(Data("?".utf8), to: name)
        }
        let second = try self.registry(onBus: false)
        #expect(second.current == nil)
        #expect(reports.all.count == 2)
        account.tiers = ["B"]
        account.identifier = "other"
        try registry.update(account)
        #expect(registry.current?.tiers == ["B"])
        #expect(try home.store().read().content.accounts.map(\.tiers) == [["A"], ["B"]])
    }
}

struct AccountTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func account(_ identifier: String?, isPaid: Bool = true, isSignedOut: Bool = false) -> AccountDraft {
        var draft = AccountDraft()
        draft.identifier = identifier
        draft.isPaid = isPaid
        draft.isSignedOut = isSignedOut
        draft.tiers = identifier.map { [$0] }
        return draft
    }

    @Test(
        "an account that is signed in gives the registration; after its sign-out the account that was updated last does"
    )
    func accounts_signOut_fallsBack() throws {
        var content = SubscriptionContent(application: "a")
        try content.update(account("one"), now: now)
        #expect(content.registration?.tiers == ["one"])
        try content.update(account("two", isPaid: false), now: now)
        #expect(content.registration?.access == .freeWithAccount)
        try content.update(account("one", isSignedOut: true), now: now)
        #expect(content.registration?.tiers == ["two"])
        try content.update(account("two", isSignedOut: true), now: now)
        #expect(content.registration == nil)
        #expect(content.accounts.map(\.identifier) == ["one", "two"])
        try content.update(account(nil), now: now)
        #expect(content.registration?.tiers == [])
        #expect(content.registrationAccount == "")
    }

    @Test("the sign-out of an account leaves a registration without an account; a removal removes every registration")
    func accounts_center_isSeparate() throws {
        var content = SubscriptionContent(application: "a")
        try content.update(account("one"), now: now)
        content.register(RegistrationDraft(access: .paid, tiers: ["center"]))
        try content.update(account("one", isSignedOut: true), now: now)
        #expect(content.registration?.tiers == ["center"])
        try content.update(account("one"), now: now)
        content.register(nil)
        #expect(content.registration == nil)
    }

    @Test("beyond the maximum number of accounts, one that is signed out is replaced, or the update is an error")
    func accounts_many_areLimited() throws {
        var content = SubscriptionContent(application: "a")
        for number in 0..<SubscriptionLimits.maximumAccounts {
            try content.update(account("\(number)", isSignedOut: number == 3), now: now)
        }
        try content.update(account("more"), now: now)
        #expect(content.accounts.count == SubscriptionLimits.maximumAccounts)
        #expect(!content.accounts.contains { $0.identifier == "3" })
        #expect(throws: SubscriptionError.self) { try content.update(account("too many"), now: now) }
        try content.update(account("5"), now: now)
        #expect(content.accounts.last?.identifier == "5")
    }
}
