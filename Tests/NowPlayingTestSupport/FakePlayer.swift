import DBus
public import NowPlayingValidation
import Synchronization

/// A player on a bus that publishes what a test tells it to, as an app of OpenAVKit does.
public final class FakePlayer: Sendable {
    static let path = "/org/mpris/MediaPlayer2"
    static let nowPlaying = "org.openavkit.NowPlaying1"

    private let connection: BusConnection
    private let object: ExportedObject
    private let name: Mutex<BusRegistration?>
    private let performed: Performed
    public let busName: String

    private final class Performed: Sendable {
        let commands = Mutex<[String]>([])
        let status = Mutex(0)
        let effect = Mutex<(@Sendable (String) -> Void)?>(nil)
    }

    /// Appears on a bus, with a connection of its own.
    public init(bus address: String, busName: String = SampleSession.player) async throws {
        self.busName = busName
        let connection = try await BusConnection.connect(to: address)
        let performed = Performed()
        let perform = BusMethod(
            "Perform", arguments: [BusArgument("command", .string), BusArgument("arguments", .dictionary)],
            results: [BusArgument("status", .int32)]
        ) { call in
            let command = call.arguments[0].stringValue ?? ""
            performed.commands.withLock { $0.append(command) }
            performed.effect.withLock { $0 }?(command)
            try? call.reply([.int32(Int32(performed.status.withLock { $0 }))])
        }
        object = try await connection.export(
            [
                BusInterface(
                    Self.nowPlaying, methods: [perform],
                    properties: [
                        BusProperty("Info", .dictionary, .stored(.dictionary([:]))),
                        BusProperty("PlaybackState", .string, .stored(.string("Unknown"))),
                        BusProperty("Commands", .array(.string), .stored(.strings([]))),
                    ]),
                BusInterface(
                    "org.mpris.MediaPlayer2.Player",
                    signals: [BusSignal("Seeked", arguments: [BusArgument("Position", .int64)])]),
            ], at: Self.path)
        self.connection = connection
        self.performed = performed
        name = Mutex(nil)
        let (acquired, continuation) = AsyncStream.makeStream(of: Void.self)
        let registration = try connection.own(busName) { ownership in
            if ownership == .acquired { continuation.yield() }
        }
        for await _ in acquired { break }
        name.withLock { $0 = registration }
    }

    public var commands: [String] { performed.commands.withLock { $0 } }

    /// Sets the answer to commands, and what happens before it.
    public func answer(_ status: Int, effect: (@Sendable (String) -> Void)? = nil) {
        performed.status.withLock { $0 = status }
        performed.effect.withLock { $0 = effect }
    }

    public func publish(_ info: NowPlayingInfo?) throws {
        try object.set(["Info": .dictionary((info?.values ?? [:]).mapValues(Self.variant))], of: Self.nowPlaying)
    }

    public func setState(_ state: NowPlayingRecord.PlaybackState) throws {
        try object.set(["PlaybackState": .string(state.rawValue)], of: Self.nowPlaying)
    }

    public func enable(_ commands: [String]) throws {
        try object.set(["Commands": .strings(commands)], of: Self.nowPlaying)
    }

    public func seeked(to position: Double) throws {
        try object.emit("Seeked", of: "org.mpris.MediaPlayer2.Player", arguments: [.int64(Int64(position * 1e6))])
    }

    /// Leaves the bus.
    public func leave() { name.withLock { $0.take() }?.end() }

    /// Publishes what a record states.
    public func replay(_ record: NowPlayingRecord) throws {
        switch record.event {
        case .info: try publish(record.info)
        case .state: if let state = record.state { try setState(state) }
        case .commands: try enable(record.commands ?? [])
        case .seeked: try seeked(to: record.position ?? 0)
        case .gone: leave()
        case .appeared, .command: break
        }
    }

    private static func variant(_ value: NowPlayingValue) -> Variant {
        switch value {
        case .null: .string("")
        case .boolean(let value): .boolean(value)
        case .number(let value): .double(value)
        case .text(let value): .string(value)
        case .list(let values): .array(of: .variant, values.map { .variant(variant($0)) })
        case .object(let values): .dictionary(values.mapValues(variant))
        }
    }
}

/// A player that publishes MPRIS properties alone, as VLC and mpv do.
public final class PlainPlayer: Sendable {
    static let interface = "org.mpris.MediaPlayer2.Player"

    private let connection: BusConnection
    private let object: ExportedObject
    private let name: BusRegistration
    private let position: Position

    private final class Position: Sendable { let microseconds = Mutex<Int64>(0) }

    public init(bus address: String, busName: String, title: String, duration: Double) async throws {
        let connection = try await BusConnection.connect(to: address)
        let position = Position()
        let metadata: [String: Variant] = [
            "xesam:title": .string(title), "xesam:artist": .strings(["One", "Two"]),
            "mpris:length": .int64(Int64(duration * 1e6)), "mpris:trackid": .objectPath("/track/1"),
        ]
        let setPosition = BusMethod(
            "SetPosition", arguments: [BusArgument("track", .objectPath), BusArgument("position", .int64)]
        ) { call in
            position.microseconds.withLock { $0 = Int64(call.arguments[1].integerValue ?? 0) }
            try? call.reply()
        }
        object = try await connection.export(
            [
                BusInterface(
                    Self.interface, methods: [setPosition],
                    properties: [
                        BusProperty("Metadata", .dictionary, .stored(.dictionary(metadata))),
                        BusProperty("PlaybackStatus", .string, .stored(.string("Stopped"))),
                        BusProperty("Rate", .double, .stored(.double(1))),
                        BusProperty("Volume", .double, .stored(.double(1))),
                        BusProperty("CanControl", .boolean, .stored(.boolean(true))),
                        BusProperty("CanPlay", .boolean, .stored(.boolean(true))),
                        BusProperty("CanPause", .boolean, .stored(.boolean(true))),
                        BusProperty("CanSeek", .boolean, .stored(.boolean(true))),
                        BusProperty("Position", .int64, .computed { .int64(position.microseconds.withLock { $0 }) }),
                    ], signals: [BusSignal("Seeked", arguments: [BusArgument("Position", .int64)])])
            ], at: FakePlayer.path)
        self.connection = connection
        self.position = position
        name = try connection.own(busName) { _ in }
    }

    public func set(status: String, at seconds: Double) throws {
        position.microseconds.withLock { $0 = Int64(seconds * 1e6) }
        try object.set(["PlaybackStatus": .string(status)], of: Self.interface)
    }

    public func setVolume(_ volume: Double) throws { try object.set(["Volume": .double(volume)], of: Self.interface) }

    public func seek(to seconds: Double) throws {
        position.microseconds.withLock { $0 = Int64(seconds * 1e6) }
        try object.emit("Seeked", of: Self.interface, arguments: [.int64(Int64(seconds * 1e6))])
    }

    public func leave() { name.end() }
}
