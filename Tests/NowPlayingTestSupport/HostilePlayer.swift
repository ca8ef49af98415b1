import DBus
import Synchronization

/// A program that sends messages of wrong types under a player's name.
public final class HostilePlayer: Sendable {
    public static let busName = "org.mpris.MediaPlayer2.Hostile"

    private let connection: BusConnection
    private let object: ExportedObject
    private let forged: ExportedObject
    private let name: BusRegistration
    /// A program that is no player, with the properties of one.
    private let stranger: ExportedObject

    public init(bus address: String) async throws {
        connection = try await BusConnection.connect(to: address)
        object = try await connection.export(
            [
                BusInterface(
                    "org.openavkit.NowPlaying1",
                    properties: [
                        BusProperty("Info", .string, .stored(.string("no dictionary"))),
                        BusProperty("PlaybackState", .int32, .stored(.int32(7))),
                        BusProperty("Commands", .array(.int32), .stored(.array(of: .int32, [.int32(1)]))),
                    ])
            ], at: "/org/mpris/MediaPlayer2")
        // The signals of a player, with arguments that no player sends, from an object of the same path.
        forged = try await connection.export(
            [
                BusInterface(
                    "org.mpris.MediaPlayer2.Player",
                    signals: [BusSignal("Seeked", arguments: [BusArgument("Position", .string)])]),
                BusInterface(
                    "org.example.Forged",
                    signals: [BusSignal("PropertiesChanged", arguments: [BusArgument("x", .string)])]),
            ], at: "/org/mpris/MediaPlayer2")
        stranger = try await BusConnection.connect(to: address).export(
            [
                BusInterface(
                    "org.openavkit.NowPlaying1",
                    properties: [
                        BusProperty("Info", .dictionary, .stored(.dictionary([:]))),
                        BusProperty("Commands", .array(.string), .stored(.strings([]))),
                    ])
            ], at: "/org/mpris/MediaPlayer2")
        let (acquired, continuation) = AsyncStream.makeStream(of: Void.self)
        name = try connection.own(Self.busName) { if $0 == .acquired { continuation.yield() } }
        for await _ in acquired { break }
    }

    public func send() throws {
        for _ in 0..<100 {
            try forged.emit("Seeked", of: "org.mpris.MediaPlayer2.Player", arguments: [.string("far")])
            try forged.emit("PropertiesChanged", of: "org.example.Forged", arguments: [.string("y")])
        }
        try stranger.set(
            ["Info": .dictionary(["title": .string("forged")]), "Commands": .strings(["play"])],
            of: "org.openavkit.NowPlaying1")
        try object.set(
            ["Info": .string("still none"), "PlaybackState": .int32(8)], of: "org.openavkit.NowPlaying1")
    }
}
