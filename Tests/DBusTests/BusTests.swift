import BusTestSupport
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import DBus

struct BusAddressTests {
    @Test("the session bus is that of the environment, or the socket of the user's session; no bus is started")
    func busAddress_environment_decides() throws {
        #expect(BusAddress.session(environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a"]) == "unix:path=/a")
        #expect(BusAddress.session(environment: ["DBUS_SESSION_BUS_ADDRESS": ""]) == nil)
        #expect(BusAddress.session(environment: ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"]) == nil)
        #expect(BusAddress.session(environment: ["DBUS_SESSION_BUS_ADDRESS": "disabled:"]) == nil)
        #expect(
            BusAddress.session(environment: ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:;unix:path=/b"])
                == "unix:path=/b")
        #expect(BusAddress.session(environment: [:]) == nil)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bus dir-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(BusAddress.session(environment: ["XDG_RUNTIME_DIR": folder.path]) == nil)
        _ = FileManager.default.createFile(atPath: folder.path + "/bus", contents: nil)
        let address = BusAddress.session(environment: ["XDG_RUNTIME_DIR": folder.path])
        #expect(address?.contains("bus%20dir-") == true)
    }

    @Test("a session without a bus is an error with a remedy")
    func busConnection_noBus_isAnError() async {
        let error = await #expect(throws: BusError.self) { try await BusConnection.session(environment: [:]) }
        #expect(error?.code == .noBus)
        #expect(error?.message.contains("dbus-run-session") == true)
    }

    @Test("a bus that does not exist is an error with its address")
    func busConnection_deadAddress_isAnError() async {
        let error = await #expect(throws: BusError.self) { try await BusConnection.connect(to: "unix:path=/none/bus") }
        #expect(error?.code == .connectionFailed)
        #expect(error?.message.contains("/none/bus") == true)
        for address in ["nonsense", "autolaunch:"] {
            let error = await #expect(throws: BusError.self) { try await BusConnection.connect(to: address) }
            #expect(error?.code == .invalidArgument)
        }
    }

    @Test("a bus that accepts the connection and never answers is an error after the time limit")
    func busConnection_silentBus_timesOut() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("s\(UUID().uuidString.prefix(8))").path
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(listener, 1) == 0)
        defer { unlink(path) }
        let error = await #expect(throws: BusError.self) {
            try await BusConnection.connect(to: "unix:path=\(path)", timeout: .milliseconds(100))
        }
        #expect(error?.code == .timedOut)
    }
}

/// Two connections to a real bus.
@Suite(.enabled(if: PrivateBus.isAvailable), .timeLimit(.minutes(1)))
struct BusTests {
    let bus: PrivateBus
    let server: BusConnection
    let client: BusConnection

    static let interface = "org.openavkit.Test"
    static let path = "/org/openavkit/Test"

    init() async throws {
        bus = try #require(PrivateBus())
        server = try await BusConnection.connect(to: bus.address)
        client = try await BusConnection.connect(to: bus.address)
    }

    private func call(_ method: String, _ arguments: Variant...) async throws(BusError) -> [Variant] {
        try await client.call(
            server.uniqueName, path: Self.path, interface: Self.interface, method: method, arguments: arguments)
    }

    private func property(_ method: String, _ arguments: Variant...) async throws(BusError) -> [Variant] {
        try await client.call(
            server.uniqueName, path: Self.path, interface: "org.freedesktop.DBus.Properties", method: method,
            arguments: arguments)
    }

    @Test("a method is called with typed arguments and returns typed results")
    func method_call_isAnswered() async throws {
        let echo = BusInterface(
            Self.interface,
            methods: [
                BusMethod(
                    "Echo", arguments: [BusArgument("value", .variant)], results: [BusArgument("value", .variant)]
                ) { call in
                    try? call.reply(call.arguments)
                },
                BusMethod("Later", results: [BusArgument("n", .int32)]) { call in
                    DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { try? call.reply([.int32(7)]) }
                },
            ])
        let object = try await server.export([echo], at: Self.path)
        for value in VariantTests.values where value.type.isCarriedByMessages && value.type != .handle {
            #expect(try await call("Echo", .variant(value)) == [.variant(value)])
        }
        #expect(try await call("Later") == [.int32(7)])
        withExtendedLifetime(object) {}
    }

    @Test(
        "a property that is declared as requested is announced by its name, without the value, and read when requested"
    )
    func property_requested_isAnnouncedByName() async throws {
        let list = BusInterface(
            Self.interface,
            properties: [
                BusProperty("List", .array(.string), .requested { .strings(["a", "b"]) }),
                BusProperty("Name", .string, .stored(.string("x"))),
            ])
        let object = try await server.export([list], at: Self.path)
        let signals = Reports<BusSignalEvent>()
        let watch = try client.watchSignals(from: server.uniqueName, name: "PropertiesChanged") { signals.add($0) }
        defer { watch.end() }
        #expect(
            try await property("Get", .string(Self.interface), .string("List")) == [.variant(.strings(["a", "b"]))])
        try object.invalidate(["List"], of: Self.interface)
        #expect(await signals.wait { !$0.isEmpty })
        #expect(
            signals.all.first?.arguments == [.string(Self.interface), .dictionary([:]), .strings(["List"])])
        #expect(throws: BusError.self) { try object.invalidate(["Name"], of: Self.interface) }
    }

    @Test("a caller that reads properties while they change never receives a value older than a signal before it")
    func properties_readWhileTheyChange_areInOrder() async throws {
        enum Message: Equatable { case signal(Int), reply(Int) }
        let counter = BusInterface(
            Self.interface, properties: [BusProperty("Count", .int32, .stored(.int32(0)))])
        let object = try await server.export([counter], at: Self.path)
        let messages = Reports<Message>()
        let watch = try client.watchSignals(from: server.uniqueName, name: "PropertiesChanged") { event in
            messages.add(.signal(event.arguments[1]["Count"]?.integerValue ?? -1))
        }
        defer { watch.end() }
        let (last, reads) = (3_000, 1_000)
        let writer = Task.detached {
            for count in 1...last { try object.set(["Count": .int32(Int32(count))], of: Self.interface) }
        }
        for _ in 0..<reads {
            try client.call(
                server.uniqueName, path: Self.path, interface: "org.freedesktop.DBus.Properties", method: "GetAll",
                arguments: [.string(Self.interface)]
            ) { reply in
                messages.add(.reply((try? reply.get().first?["Count"]?.integerValue) ?? -1))
            }
        }
        try await writer.value
        #expect(
            await messages.wait(within: .seconds(60)) { all in
                all.contains(.signal(last)) && all.count { if case .reply = $0 { true } else { false } } == reads
            })
        var newest = 0
        var older = 0
        for message in messages.all {
            switch message {
            case .signal(let count): newest = max(newest, count)
            case .reply(let count): if count < newest { older += 1 }
            }
        }
        #expect(older == 0, "of \(reads) replies")
    }

    @Test("errors of methods, unknown members and wrong arguments reach the caller by name")
    func method_failures_areNamed() async throws {
        let thrown = Reports<String>()
        let failing = BusInterface(
            Self.interface,
            methods: [
                BusMethod("Fail") { $0.fail("org.openavkit.Error.NotFound", "There is no such item.") },
                BusMethod("FailOddly") { $0.fail("not a name", "Odd.\u{0}") },
                BusMethod("Forget") { _ in },
                BusMethod("Mistype", results: [BusArgument("n", .int32)]) { call in
                    do throws(BusError) { try call.reply([.string("x")]) } catch { thrown.add(error.message) }
                },
                BusMethod("Twice", results: [BusArgument("n", .int32)]) { call in
                    try? call.reply([.int32(1)])
                    try? call.reply([.int32(2)])
                    call.fail("org.openavkit.Error.Late", "Late.")
                },
                BusMethod("One", arguments: [BusArgument("n", .int32)]) { try? $0.reply() },
            ])
        let object = try await server.export([failing], at: Self.path)
        func error(_ method: String, _ arguments: [Variant] = []) async -> BusError? {
            await #expect(throws: BusError.self) {
                try await client.call(
                    server.uniqueName, path: Self.path, interface: Self.interface, method: method,
                    arguments: arguments)
            }
        }
        let failed = await error("Fail")
        #expect(failed?.code == .remote)
        #expect(failed?.name == "org.openavkit.Error.NotFound")
        #expect(failed?.message == "There is no such item.")
        #expect(await error("FailOddly")?.name == "org.freedesktop.DBus.Error.Failed")
        #expect(await error("Forget")?.message.contains("sent no reply") == true)
        #expect(await error("Mistype")?.name == "org.freedesktop.DBus.Error.Failed")
        #expect(thrown.all.first?.contains("answers with 'i' and was given 's'") == true)
        #expect(try await call("Twice") == [.int32(1)])
        #expect(await error("None")?.name == "org.freedesktop.DBus.Error.UnknownMethod")
        #expect(await error("One", [.string("x")])?.name == "org.freedesktop.DBus.Error.InvalidArgs")
        withExtendedLifetime(object) {}
    }

    @Test("a call with a name, path or value that D-Bus does not permit is rejected before it is sent")
    func call_malformed_isRejected() async {
        func code(_ service: String, _ path: String, _ interface: String, _ method: String, _ value: Variant? = nil)
            async
            -> BusError.Code?
        {
            await #expect(throws: BusError.self) {
                try await client.call(
                    service, path: path, interface: interface, method: method, arguments: value.map { [$0] } ?? [])
            }?.code
        }
        #expect(await code("bad name", "/", "a.b", "M") == .invalidArgument)
        #expect(await code("a.b", "bad", "a.b", "M") == .invalidArgument)
        #expect(await code("a.b", "/", "bad", "M") == .invalidArgument)
        #expect(await code("a.b", "/", "a.b", "bad-name") == .invalidArgument)
        #expect(await code("a.b", "/", "a.b", "M", .maybe(of: .byte, nil)) == .invalidArgument)
        #expect(await code("a.b", "/", "a.b", "M", .variant(.maybe(of: .byte, nil))) == .invalidArgument)
        #expect(await code("a.b", "/", "a.b", "M", .tuple([])) == .invalidArgument)
        #expect(await code("a.b", "/", "a.b", "M") == .remote)
    }

    @Test("an unanswered call times out, and ends when its task is cancelled")
    func call_unanswered_ends() async throws {
        let held = Mutex<[MethodCall]>([])
        let silent = BusInterface(
            Self.interface, methods: [BusMethod("Wait") { call in held.withLock { $0.append(call) } }])
        let object = try await server.export([silent], at: Self.path)
        let client = client
        let name = server.uniqueName
        let late = await #expect(throws: BusError.self) {
            try await client.call(
                name, path: Self.path, interface: Self.interface, method: "Wait", timeout: .milliseconds(50))
        }
        #expect(late?.code == .timedOut)
        let task = Task {
            try await client.call(name, path: Self.path, interface: Self.interface, method: "Wait")
        }
        #expect(await eventually { held.withLock { $0.count } == 2 })
        task.cancel()
        let cancelled = await #expect(throws: BusError.self) { try await task.value }
        #expect(cancelled?.code == .cancelled)
        withExtendedLifetime(object) {}
    }

    @Test("properties are read, written and their changes reported; setting an equal value reports nothing")
    func properties_changes_areReported() async throws {
        let written = Reports<Variant>()
        let position = Mutex<Int64>(5)
        let player = BusInterface(
            Self.interface,
            properties: [
                BusProperty("Status", .string, .stored(.string("Paused"))),
                BusProperty("Metadata", .dictionary, .stored(.dictionary([:]))),
                BusProperty("Position", .int64, .computed { .int64(position.withLock { $0 }) }),
                BusProperty("Volume", .double, .stored(.double(1))) { value throws(BusError) in
                    guard (value.doubleValue ?? -1) >= 0 else {
                        throw .answer("org.openavkit.Error.Range", "The volume is negative.")
                    }
                    written.add(value)
                },
            ])
        let object = try await server.export([player], at: Self.path)
        let changes = Reports<[Variant]>()
        let watch = try client.watchSignals(
            from: server.uniqueName, path: Self.path, interface: "org.freedesktop.DBus.Properties",
            name: "PropertiesChanged"
        ) { changes.add($0.arguments) }
        let all = try await property("GetAll", .string(Self.interface))
        #expect(all.first?["Status"]?.stringValue == "Paused")
        #expect(all.first?["Position"]?.integerValue == 5)
        position.withLock { $0 = 6 }
        let read = try await property("Get", .string(Self.interface), .string("Position"))
        #expect(read.first?.integerValue == 6)

        try object.set(["Status": .string("Playing"), "Volume": .double(1)], of: Self.interface)
        try object.set(["Status": .string("Playing")], of: Self.interface)
        try object.set(["Metadata": .dictionary(["xesam:title": .string("T")])], of: Self.interface)
        #expect(await changes.wait { $0.count == 2 })
        #expect(changes.all[0][1] == .dictionary(["Status": .string("Playing")]))
        #expect(changes.all[1][1]["Metadata"]?["xesam:title"]?.stringValue == "T")
        #expect(object.value("Status", of: Self.interface) == .string("Playing"))

        _ = try await property("Set", .string(Self.interface), .string("Volume"), .variant(.double(0.5)))
        #expect(written.all == [.double(0.5)])
        let range = await #expect(throws: BusError.self) {
            try await property("Set", .string(Self.interface), .string("Volume"), .variant(.double(-1)))
        }
        #expect(range?.name == "org.openavkit.Error.Range")
        await #expect(throws: BusError.self) {
            try await property("Set", .string(Self.interface), .string("Status"), .variant(.string("x")))
        }
        for wrong: [String: Variant] in [
            ["Status": .int32(1)], ["Position": .int64(1)], ["None": .int32(1)], ["Status": .string("\u{0}")],
        ] {
            #expect(
                #expect(throws: BusError.self) { try object.set(wrong, of: Self.interface) }?.code == .invalidArgument)
        }
        withExtendedLifetime(watch) {}
    }

    @Test("a property whose computed value has another type than declared is an error only for its reader")
    func property_mistyped_isAnError() async throws {
        let odd = BusInterface(
            Self.interface, properties: [BusProperty("Odd", .int64, .computed { .string("x") })])
        let object = try await server.export([odd], at: Self.path)
        let error = await #expect(throws: BusError.self) {
            try await property("Get", .string(Self.interface), .string("Odd"))
        }
        #expect(error?.code == .remote)
        withExtendedLifetime(object) {}
    }

    @Test("signals reach the watches that match them and no other")
    func signals_matching_areReceived() async throws {
        let interface = BusInterface(
            Self.interface,
            signals: [BusSignal("Seeked", arguments: [BusArgument("position", .int64)]), BusSignal("Other")])
        let object = try await server.export([interface], at: Self.path)
        let received = Reports<BusSignalEvent>()
        let watch = try client.watchSignals(interface: Self.interface, name: "Seeked") { received.add($0) }
        // A reply on the same connection shows that the match rule has been added.
        _ = try await client.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", method: "GetId")
        try object.emit("Other", of: Self.interface)
        try object.emit("Seeked", of: Self.interface, arguments: [.int64(9)])
        #expect(await received.wait { !$0.isEmpty })
        #expect(
            received.all == [
                BusSignalEvent(
                    sender: server.uniqueName, path: Self.path, interface: Self.interface, name: "Seeked",
                    arguments: [.int64(9)])
            ])
        watch.end()
        // Signals arrive in their order: when the last one has arrived, the one before it has, too.
        let later = Reports<BusSignalEvent>()
        let other = try client.watchSignals(interface: Self.interface, name: "Other") { later.add($0) }
        _ = try await client.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", method: "GetId")
        try object.emit("Seeked", of: Self.interface, arguments: [.int64(10)])
        try object.emit("Other", of: Self.interface)
        #expect(await later.wait { !$0.isEmpty })
        #expect(received.all.count == 1)
        other.end()
        for (name, arguments) in [("Seeked", [Variant]()), ("Seeked", [.string("x")]), ("None", [])] {
            #expect(throws: BusError.self) { try object.emit(name, of: Self.interface, arguments: arguments) }
        }
        #expect(throws: BusError.self) { try client.watchSignals(name: "bad name") { _ in } }
    }

    @Test("a name is acquired and lost to a replacing owner, and its owners are observed")
    func names_ownership_isReported() async throws {
        let name = "org.openavkit.Name"
        let owners = Reports<String?>()
        let watch = try client.watch(name: name) { owners.add($0) }
        let first = Reports<NameOwnership>()
        let held = try server.own(name, permitsReplacement: true) { first.add($0) }
        #expect(await first.wait { $0 == [.acquired] })
        let second = Reports<NameOwnership>()
        var taken: BusRegistration? = try client.own(name, replacesOwner: true) { second.add($0) }
        #expect(await second.wait { $0 == [.acquired] })
        #expect(await first.wait { $0 == [.acquired, .lost] })
        let third = Reports<NameOwnership>()
        let refused = try server.own("org.openavkit.Other") { third.add($0) }
        #expect(await third.wait { $0 == [.acquired] })
        let loser = Reports<NameOwnership>()
        let late = try client.own("org.openavkit.Other") { loser.add($0) }
        #expect(await loser.wait { $0 == [.lost] })
        taken = nil
        #expect(taken == nil)
        #expect(await first.wait { $0 == [.acquired, .lost, .acquired] })
        held.end()
        #expect(await owners.wait { $0.last == .some(nil) && $0.contains(server.uniqueName) })
        for bad in ["", "noDot", ":1.5", "a b.c"] {
            #expect(throws: BusError.self) { try server.own(bad) { _ in } }
        }
        withExtendedLifetime((watch, refused, late)) {}
    }

    @Test("an object is exported once, and unexported with its last reference")
    func object_lifetime_isItsReference() async throws {
        final class Token: Sendable {}
        weak var kept: Token?
        let interface: BusInterface
        do {
            let token = Token()
            kept = token
            interface = BusInterface(
                Self.interface,
                methods: [BusMethod("Ping") { call in withExtendedLifetime(token) { try? call.reply() } }])
        }
        var object: ExportedObject? = try await server.export([interface], at: Self.path)
        _ = try await call("Ping")
        let twice = await #expect(throws: BusError.self) { try await server.export([interface], at: Self.path) }
        #expect(twice?.code == .alreadyExported)
        _ = try await call("Ping")
        object = nil
        #expect(object == nil)
        await #expect(throws: BusError.self) { try await call("Ping") }
        withExtendedLifetime(interface) {}
        #expect(kept != nil)
    }

    @Test("the references of an object's handlers are released with the object, also after a rejected export")
    func object_dropped_leaksNothing() async throws {
        final class Token: Sendable {}
        weak var kept: Token?
        func exportTwice() async throws {
            let token = Token()
            kept = token
            let interface = BusInterface(
                Self.interface,
                methods: [BusMethod("Ping") { call in withExtendedLifetime(token) { try? call.reply() } }])
            let object = try await server.export([interface], at: Self.path)
            await #expect(throws: BusError.self) { try await server.export([interface], at: Self.path) }
            withExtendedLifetime(object) {}
        }
        try await exportTwice()
        // The bus thread unregisters the object before it handles this call.
        await #expect(throws: BusError.self) { try await call("Ping") }
        #expect(await eventually { kept == nil })
    }

    @Test("a declaration that D-Bus does not permit is rejected")
    func export_malformed_isRejected() async {
        let interfaces = [
            BusInterface("bad"), BusInterface("a.b", methods: [BusMethod("bad-name") { _ in }]),
            BusInterface("a.b", methods: [BusMethod("M") { _ in }, BusMethod("M") { _ in }]),
            BusInterface("a.b", properties: [BusProperty("P", .string, .stored(.int32(1)))]),
            BusInterface("a.b", signals: [BusSignal("S", arguments: [BusArgument("x", .maybe(.byte))])]),
            BusInterface("a.b", signals: [BusSignal("S", arguments: [BusArgument("x", .tuple([]))])]),
        ]
        for interface in interfaces {
            let error = await #expect(throws: BusError.self) { try await server.export([interface], at: Self.path) }
            #expect(error?.code == .invalidArgument, "\(interface)")
        }
        await #expect(throws: BusError.self) { try await server.export([], at: "bad path") }
    }

    @Test(
        "other programs can introspect and call exported objects",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gdbus")))
    func object_introspection_isComplete() async throws {
        let interface = BusInterface(
            Self.interface,
            methods: [BusMethod("Seek", arguments: [BusArgument("offset", .int64)]) { try? $0.reply() }],
            properties: [BusProperty("Status", .string, .stored(.string("Paused")))],
            signals: [BusSignal("Seeked", arguments: [BusArgument("position", .int64)])])
        let object = try await server.export([interface], at: Self.path)
        let text = try await client.call(
            server.uniqueName, path: Self.path, interface: "org.freedesktop.DBus.Introspectable", method: "Introspect"
        ).first?.stringValue
        for part in ["<method name=\"Seek\">", "name=\"offset\"", "access=\"read\"", "<signal name=\"Seeked\">"] {
            #expect(text?.contains(part) == true, "\(part)")
        }
        withExtendedLifetime(object) {}
    }

    @Test("when the bus disconnects, calls fail, names are lost and the next session is a new connection")
    func bus_gone_isReported() async throws {
        let own = try #require(PrivateBus())
        let connection = try await BusConnection.session(environment: own.environment)
        #expect(try await BusConnection.session(environment: own.environment) === connection)
        let states = Reports<NameOwnership>()
        let name = try connection.own("org.openavkit.Gone") { states.add($0) }
        #expect(await states.wait { $0 == [.acquired] })
        own.stop()
        #expect(await states.wait { $0 == [.acquired, .lost] })
        #expect(connection.isClosed)
        let error = await #expect(throws: BusError.self) {
            try await connection.call(
                "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                method: "GetId")
        }
        #expect(error?.code == .disconnected)
        await #expect(throws: BusError.self) { try await BusConnection.session(environment: own.environment) }
        withExtendedLifetime(name) {}
    }

    @Test("calls keep their order, and a busy main thread does not delay them")
    func calls_order_isKept() async throws {
        let received = Reports<Int>()
        let interface = BusInterface(
            Self.interface,
            methods: [
                BusMethod("Count", arguments: [BusArgument("n", .int32)]) { call in
                    received.add(call.arguments.first?.integerValue ?? -1)
                    try? call.reply()
                }
            ])
        let object = try await server.export([interface], at: Self.path)
        let mayContinue = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { _ = mayContinue.wait(timeout: .now() + 20) }
        for number in 0..<50 { _ = try await call("Count", .int32(Int32(number))) }
        mayContinue.signal()
        #expect(received.all == Array(0..<50))
        withExtendedLifetime(object) {}
    }
}
