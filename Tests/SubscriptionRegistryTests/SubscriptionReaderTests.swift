import AppIdentity
import AppService
import BusTestSupport
import DBus
import Foundation
import MediaTesting
import Testing

@testable import SubscriptionRegistry

@Suite(.enabled(if: PrivateBus.isAvailable), .timeLimit(.minutes(2)))
struct SubscriptionReaderTests {
    private let home: TestHome
    private let bus: PrivateBus
    private var environment: [String: String] { home.environment.merging(bus.environment) { $1 } }

    init() throws {
        home = try TestHome()
        bus = try #require(PrivateBus())
    }

    @Test("apps on the bus and stored registrations are listed, the bus first; one that has expired has no level")
    func reader_sources_areMerged() async throws {
        let clock = ManualClock(Date())
        func register(_ application: String, _ draft: RegistrationDraft) throws {
            let identity = try home.identity(["OPENAVKIT_APP_ID": application])
            try SubscriptionRegistry(
                identity: identity, object: AppBusObject(name: identity.busName, environment: [:]), clock: clock
            ).register(draft)
        }
        try register("com.example.a", RegistrationDraft(access: .freeWithAccount, tiers: ["Stored"]))
        try register("com.example.b", RegistrationDraft(access: .paid, expiration: clock.now - 5))
        try register("com.example.tv", RegistrationDraft(access: .paid, tiers: ["Tier"], billingIdentifier: "94110"))
        let identity = try home.identity()
        let object = AppBusObject(name: identity.busName, environment: bus.environment)
        let registry = SubscriptionRegistry(identity: identity, object: object, clock: clock)
        #expect(await eventually { object.ownsName })
        let result = await SubscriptionReader(environment: environment, now: clock.now).list()
        #expect(result.problems == [])
        #expect(result.listings.map(\.application) == ["com.example.a", "com.example.b", "com.example.tv"])
        #expect(result.listings.map(\.isRunning) == [false, false, true])
        #expect(result.listings.map(\.accessLevel) == [.freeWithAccount, nil, .paid])
        #expect(result.listings.map(\.tiers) == [["Stored"], [], ["Tier"]])
        let listing = try #require(result.listings.last)
        #expect(BillingHash(hash: listing.billingHash ?? "", salt: listing.billingSalt ?? "")?.matches("94110") == true)
        #expect(listing.expiration == nil)
        #expect(listing.lastUse == SubscriptionInterface.text(clock.now))
        withExtendedLifetime(registry) {}
    }

    @Test("programs with malformed values, another app's name or no subscription do not hide the other apps")
    func reader_hostile_isReported() async throws {
        let good: [String: Variant] = [
            "accessLevel": .string("paid"), "tiers": .strings(["A"]), "expiration": .string("2030-01-01T00:00:00Z"),
        ]
        func changed(_ key: String, _ value: Variant?) -> Variant {
            var values = good
            values[key] = value
            return .dictionary(values)
        }
        let hostile: [(String, Variant, String)] = [
            ("bad1", changed("accessLevel", .string("Paid")), "bad1"), ("bad2", changed("accessLevel", nil), "bad2"),
            ("bad3", changed("tiers", .array(of: .int32, [.int32(1)])), "bad3"),
            ("bad4", changed("tiers", .strings([String(repeating: "x", count: 300)])), "bad4"),
            ("bad5", changed("expiration", .string("soon")), "bad5"),
            ("bad6", changed("billingHash", .string("x")), "bad6"),
            ("bad7", .dictionary(good), "another"), ("bad8", .dictionary(good), "../bad8"),
            ("good", .dictionary(good), "good"),
        ]
        var kept: [Any] = []
        for (name, value, application) in hostile {
            let connection = try await BusConnection.connect(to: bus.address)
            kept.append(
                try await connection.export(
                    [
                        BusInterface(
                            SubscriptionInterface.name,
                            properties: [
                                BusProperty("Current", .dictionary, .stored(value)),
                                BusProperty("Application", .string, .stored(.string(application))),
                            ])
                    ], at: AppBusObject.path))
            let states = Reports<NameOwnership>()
            kept.append(try connection.own(AppIdentifier.busNamePrefix + name) { states.add($0) })
            #expect(await states.wait { $0 == [.acquired] })
        }
        let other = try await BusConnection.connect(to: bus.address)
        let states = Reports<NameOwnership>()
        kept.append(try other.own(AppIdentifier.busNamePrefix + "silent") { states.add($0) })
        #expect(await states.wait { $0 == [.acquired] })

        let result = await SubscriptionReader(environment: environment).list()
        #expect(result.listings.map(\.application) == ["good"])
        #expect(result.listings.first?.tiers == ["A"])
        #expect(result.problems.count == 8, "\(result.problems)")
        for number in 1...8 { #expect(result.problems.contains { $0.contains("bad\(number)'") }, "\(number)") }
        withExtendedLifetime(kept) {}
    }

    @Test("without a bus, and with damaged files, the other files are listed")
    func reader_noBus_listsFiles() async throws {
        for application in ["com.example.a", "com.example.b"] {
            let identity = try home.identity(["OPENAVKIT_APP_ID": application])
            _ = try SubscriptionStore(identity).update { $0.register(RegistrationDraft(access: .paid)) }
        }
        let folder = home.url.appendingPathComponent("openavkit/apps/com.example.a")
        for name in [SubscriptionStore.fileName, SubscriptionStore.copyName] {
            try Data("?".utf8).write(to: folder.appendingPathComponent(name))
        }
        let result = await SubscriptionReader(environment: home.environment).list()
        #expect(result.listings.map(\.application) == ["com.example.b"])
        #expect(result.problems.count == 2)
        #expect(await SubscriptionReader(environment: [:]).list().listings == [])
    }
}
