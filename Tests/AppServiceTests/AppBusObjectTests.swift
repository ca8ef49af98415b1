import AppIdentity
import BusTestSupport
import DBus
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import AppService

/// An app's object on a bus of its own, and a client of it.
@Suite(.enabled(if: PrivateBus.isAvailable), .timeLimit(.minutes(2)))
struct AppBusObjectTests {
    private static let interface = "org.openavkit.Test1"
    private let bus: PrivateBus
    private let client: BusConnection
    private let object: AppBusObject
    private let value = Value()

    private final class Value: Sendable {
        private let text = Mutex("first")
        var current: String {
            get { text.withLock { $0 } }
            set { text.withLock { $0 = newValue } }
        }
    }

    init() async throws {
        bus = try #require(PrivateBus())
        client = try await BusConnection.connect(to: bus.address)
        object = AppBusObject(name: "org.openavkit.App.test", environment: bus.environment)
    }

    private func interface(_ name: String = Self.interface) -> BusInterface {
        BusInterface(
            name,
            methods: [BusMethod("Ping") { try? $0.reply() }],
            properties: [
                BusProperty("Current", .string, .requested { [value] in .string(value.current) }),
                BusProperty("Level", .int32, .stored(.int32(0))),
            ], signals: [BusSignal("Happened", arguments: [BusArgument("count", .int32)])])
    }

    private func get(
        _ property: String, of interface: String = Self.interface, by client: BusConnection? = nil
    ) async throws(BusError) -> Variant? {
        try await (client ?? self.client).call(
            object.name, path: AppBusObject.path, interface: "org.freedesktop.DBus.Properties", method: "Get",
            arguments: [.string(interface), .string(property)]
        ).first?.unwrapped
    }

    private func changes() async throws -> (Reports<[Variant]>, BusRegistration) {
        let reports = Reports<[Variant]>()
        let watch = try client.watchSignals(
            path: AppBusObject.path, interface: "org.freedesktop.DBus.Properties", name: "PropertiesChanged"
        ) { reports.add($0.arguments) }
        // A reply on the same connection shows that the match rule has been added.
        _ = try await client.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", method: "GetId")
        return (reports, watch)
    }

    @Test("an interface is published under the app's name, and the name is released with the last publication")
    func publication_lifetime_ownsTheName() async throws {
        let first = object.publish(interface())
        let second = object.publish(interface("org.openavkit.Test2"))
        #expect(await eventually { object.ownsName && first.isPublished && second.isPublished })
        #expect(try await get("Current") == .string("first"))
        #expect(try await get("Level", of: "org.openavkit.Test2") == .int32(0))
        first.end()
        #expect(await eventually { !first.isPublished })
        await #expect(throws: BusError.self) { try await get("Current") }
        #expect(try await get("Current", of: "org.openavkit.Test2") == .string("first"))
        second.end()
        #expect(await eventually { !object.ownsName })
        let again = object.publish(interface())
        #expect(await eventually { object.ownsName && again.isPublished })
        #expect(try await get("Current") == .string("first"))
    }

    @Test("a stored property is sent with its value, a requested one without; signals are sent")
    func publication_changes_areReported() async throws {
        let publication = object.publish(interface())
        #expect(await eventually { object.ownsName && publication.isPublished })
        let (reports, watch) = try await changes()
        try publication.set(["Level": .int32(7)])
        value.current = "second"
        try publication.invalidate(["Current"])
        #expect(await reports.wait { $0.count == 2 })
        #expect(reports.all.first?[1]["Level"]?.integerValue == 7)
        #expect(reports.all.last == [.string(Self.interface), .dictionary([:]), .strings(["Current"])])
        #expect(try await get("Current") == .string("second"))

        let signals = Reports<[Variant]>()
        let listener = try client.watchSignals(interface: Self.interface, name: "Happened") {
            signals.add($0.arguments)
        }
        _ = try await get("Level")
        try publication.emit("Happened", [.int32(3)])
        #expect(await signals.wait { $0 == [[.int32(3)]] })
        #expect(throws: BusError.self) { try publication.set(["Level": .string("x")]) }
        #expect(throws: BusError.self) { try publication.set(["None": .int32(1)]) }
        #expect(throws: BusError.self) { try publication.invalidate(["Level"]) }
        #expect(throws: BusError.self) { try publication.emit("Happened") }
        withExtendedLifetime((watch, listener)) {}
    }

    @Test("when the bus goes away and returns, the name, the interface and its newest values are published again")
    func bus_returns_isServedAgain() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("b\(UUID().uuidString.prefix(8))").path
        let first = try #require(PrivateBus(address: "unix:path=\(path)"))
        let object = AppBusObject(
            name: "org.openavkit.App.returning", environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"])
        let publication = object.publish(interface())
        #expect(await eventually { object.ownsName && publication.isPublished })
        first.stop()
        #expect(await eventually { !object.ownsName && !publication.isPublished })
        // Nothing is connected now: the value is for the next connection.
        try publication.set(["Level": .int32(9)])
        unlink(path)
        let second = try #require(PrivateBus(address: "unix:path=\(path)"))
        #expect(await eventually { object.ownsName && publication.isPublished })
        let client = try await BusConnection.connect(to: second.address)
        let reply = try await client.call(
            object.name, path: AppBusObject.path, interface: "org.freedesktop.DBus.Properties", method: "GetAll",
            arguments: [.string(Self.interface)])
        #expect(reply.first?["Level"]?.integerValue == 9)
        #expect(reply.first?["Current"]?.stringValue == "first")
        unlink(path)
    }

    @Test("a session without a bus does not disturb, and an owner of the name in another process is waited for")
    func name_owned_isWaitedFor() async throws {
        let alone = AppBusObject(name: "org.openavkit.App.alone", environment: [:])
        let unheard = alone.publish(interface())
        try unheard.set(["Level": .int32(1)])
        try unheard.invalidate(["Current"])

        let states = Reports<NameOwnership>()
        let owner = try client.own(object.name) { states.add($0) }
        #expect(await states.wait { $0 == [.acquired] })
        let publication = object.publish(interface())
        #expect(await eventually { publication.isPublished })
        #expect(!object.ownsName)
        owner.end()
        #expect(await eventually { object.ownsName })
        #expect(!unheard.isPublished)
    }

    @Test("a caller that is not permitted gets neither methods nor properties, and each caller is checked once")
    func caller_denied_getsNothing() async throws {
        let asked = Reports<String>()
        let stranger = try await BusConnection.connect(to: bus.address)
        let strangerName = stranger.uniqueName
        let object = AppBusObject(name: "org.openavkit.App.locked", environment: bus.environment) { _, caller in
            asked.add(caller)
            return caller != strangerName
        }
        let publication = object.publish(interface())
        #expect(await eventually { object.ownsName && publication.isPublished })
        func call(_ client: BusConnection, _ interface: String, _ method: String, _ arguments: [Variant]) async
            -> String?
        {
            do throws(BusError) {
                _ = try await client.call(
                    object.name, path: AppBusObject.path, interface: interface, method: method, arguments: arguments)
                return nil
            } catch { return error.name }
        }
        let properties = "org.freedesktop.DBus.Properties"
        for _ in 0..<3 {
            #expect(await call(client, Self.interface, "Ping", []) == nil)
            #expect(await call(client, properties, "Get", [.string(Self.interface), .string("Current")]) == nil)
            for (interface, method, arguments) in [
                (Self.interface, "Ping", [Variant]()), (properties, "GetAll", [.string(Self.interface)]),
                (properties, "Get", [.string(Self.interface), .string("Current")]),
            ] {
                #expect(
                    await call(stranger, interface, method, arguments) == "org.freedesktop.DBus.Error.AccessDenied",
                    "\(method)")
            }
        }
        #expect(asked.all.sorted() == [client.uniqueName, strangerName].sorted())
    }

    @Test("calls of wrong types, unknown members and floods are answered, and the object stays usable")
    func caller_hostile_isAnswered() async throws {
        let publication = object.publish(interface())
        #expect(await eventually { object.ownsName && publication.isPublished })
        let name = object.name
        let properties = "org.freedesktop.DBus.Properties"
        for (interface, method, arguments) in [
            (Self.interface, "Ping", [Variant.string("x")]), (Self.interface, "None", []), ("a.b", "Ping", []),
            (properties, "Get", [.string(Self.interface), .string("None")]), (properties, "Get", [.int32(1)]),
            (properties, "Set", [.string(Self.interface), .string("Current"), .variant(.string("x"))]),
            (properties, "Set", [.string(Self.interface), .string("Level"), .variant(.int32(1))]),
            (properties, "GetAll", [.string("a.b")]),
        ] {
            await #expect(throws: BusError.self, "\(method) \(arguments)") {
                try await client.call(
                    name, path: AppBusObject.path, interface: interface, method: method, arguments: arguments)
            }
        }
        // Before the caller is known, only some of its calls wait; each is answered, one way or the other.
        let flooding = try await BusConnection.connect(to: bus.address)
        let answers = await withTaskGroup(of: String.self) { group in
            for _ in 0..<500 {
                group.addTask {
                    do throws(BusError) {
                        _ = try await flooding.call(
                            name, path: AppBusObject.path, interface: Self.interface, method: "Ping")
                        return "answered"
                    } catch { return error.name ?? "\(error.code)" }
                }
            }
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(answers.isSubset(of: ["answered", "org.freedesktop.DBus.Error.LimitsExceeded"]), "\(answers)")
        #expect(answers.contains("answered"))
        #expect(try await get("Current") == .string("first"))
        #expect(try await get("Level") == .int32(0))
        withExtendedLifetime(publication) {}
    }

    @Test("the bus reports the user of a caller")
    func caller_user_isReported() async throws {
        #expect(try await client.userID(of: client.uniqueName) == geteuid())
        await #expect(throws: BusError.self) { try await client.userID(of: ":99.99") }
    }
}

/// A bus that admits every user, as a wrongly configured one does.
@Suite(
    .enabled(
        if: PrivateBus.isAvailable && geteuid() == 0 && ExternalCommand.find("setpriv") != nil
            && ExternalCommand.find("gdbus") != nil, "only root can act as another user"),
    .timeLimit(.minutes(2)))
struct ForeignUserTests {
    private static let configuration = """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow user="*"/><allow eavesdrop="true"/><allow send_destination="*" eavesdrop="true"/><allow own="*"/></policy>
        </busconfig>
        """

    @Test("a program of another user is denied, although the bus admits it")
    func object_foreignUser_isDenied() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("bus.conf")
        try Data(Self.configuration.utf8).write(to: file)
        let bus = try #require(PrivateBus(address: "unix:tmpdir=/tmp", configuration: file.path))
        let object = AppBusObject(name: "org.openavkit.App.private", environment: bus.environment)
        let publication = object.publish(
            BusInterface(
                "org.openavkit.Test1", properties: [BusProperty("Current", .string, .requested { .string("secret") })]))
        #expect(await eventually { object.ownsName && publication.isPublished })
        let gdbus = try #require(ExternalCommand.find("gdbus")).path
        func get(as user: [String]) async throws -> ExternalCommand.Outcome {
            let call = [
                gdbus, "call", "--address", bus.address, "--dest", object.name, "--object-path", AppBusObject.path,
                "--method", "org.freedesktop.DBus.Properties.Get", "org.openavkit.Test1", "Current",
            ]
            return try await ExternalCommand.run(
                try #require(ExternalCommand.find("setpriv")), user + call, timeout: 60)
        }
        let own = try await get(as: ["--reuid=0"])
        #expect(own.standardOutput.contains("secret"), "\(own)")
        let foreign = try await get(as: ["--reuid=65534", "--regid=65534", "--clear-groups"])
        #expect(foreign.status != 0)
        #expect(foreign.standardError.contains("AccessDenied"), "\(foreign)")
        #expect(!(foreign.standardOutput + foreign.standardError).contains("secret"))
    }
}
