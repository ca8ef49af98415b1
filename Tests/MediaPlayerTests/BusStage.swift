import BusTestSupport
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import DBus
@testable import MediaPlayer
@testable import NowPlayingModel

/// An app's players on a private bus, and a client that follows them as a desktop does.
final class BusStage: Sendable {
    let bus: PrivateBus
    let client: BusConnection
    let service: NowPlayingService
    let program: NowPlayingProgram
    /// The signals of all players, in order.
    let signals = Reports<BusSignalEvent>()
    let cache: URL
    private let registrations = Mutex<[BusRegistration]>([])

    init() async throws {
        bus = try #require(PrivateBus())
        client = try await BusConnection.connect(to: bus.address)
        cache = FileManager.default.temporaryDirectory.appendingPathComponent("cache-\(UUID().uuidString)")
        let address = bus.address
        service = NowPlayingService(
            busAddress: { address },
            program: ProgramIdentity(identifier: "org.example.App", displayName: "Example", busElement: "example"),
            cacheFolder: cache)
        program = NowPlayingProgram(service)
        let signals = signals
        let registration = try client.watchSignals(path: NowPlayingNames.path) { signals.add($0) }
        registrations.withLock { $0.append(registration) }
        // The bus answers in order: the watch is known to it before anything is published.
        _ = try await client.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", method: "GetId")
    }

    deinit { try? FileManager.default.removeItem(at: cache) }

    var name: String { NowPlayingNames.busName(program: "example", process: getpid(), number: 1) }
    var info: MPNowPlayingInfoCenter { program.infoCenter }
    var commands: MPRemoteCommandCenter { program.commandCenter }

    /// A movie with a target for each of the usual commands.
    @discardableResult
    func playMovie(_ changes: [String: Any] = [:]) async throws -> CommandLog {
        let log = CommandLog(commands)
        info.nowPlayingInfo = Self.movie.merging(changes) { $1 }
        try await waitForPlayer()
        return log
    }

    static var movie: [String: Any] {
        [
            MPMediaItemPropertyTitle: "A Film", MPMediaItemPropertyPlaybackDuration: 600,
            MPNowPlayingInfoPropertyElapsedPlaybackTime: 100.0, MPNowPlayingInfoPropertyPlaybackRate: 1.0,
            MPNowPlayingInfoPropertyExternalContentIdentifier: "movie-1",
        ]
    }

    func waitForPlayer(_ name: String? = nil, isThere: Bool = true) async throws {
        let name = name ?? self.name
        try #require(
            await eventuallyAsync(within: .seconds(20)) { await self.hasOwner(name) == isThere },
            "the player \(name) \(isThere ? "does not appear on" : "stays on") the bus")
    }

    func hasOwner(_ name: String) async -> Bool {
        let answer = try? await client.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "NameHasOwner", arguments: [.string(name)])
        return answer?.first?.boolValue == true
    }

    func names() async throws -> [String] {
        let answer = try await client.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "ListNames")
        return (answer.first?.elements ?? []).compactMap(\.stringValue).filter { $0.hasPrefix(NowPlayingNames.root) }
    }

    // MARK: The desktop's calls

    func get(_ property: String, of interface: String = NowPlayingNames.player) async throws -> Variant {
        let answer = try await client.call(
            name, path: NowPlayingNames.path, interface: "org.freedesktop.DBus.Properties", method: "Get",
            arguments: [.string(interface), .string(property)])
        return try #require(answer.first).unwrapped
    }

    func set(_ property: String, _ value: Variant, of interface: String = NowPlayingNames.player) async throws {
        _ = try await client.call(
            name, path: NowPlayingNames.path, interface: "org.freedesktop.DBus.Properties", method: "Set",
            arguments: [.string(interface), .string(property), .variant(value)])
    }

    @discardableResult
    func call(
        _ method: String, _ arguments: [Variant] = [], of interface: String = NowPlayingNames.player
    ) async throws -> [Variant] {
        try await client.call(
            name, path: NowPlayingNames.path, interface: interface, method: method, arguments: arguments)
    }

    func perform(_ command: String, _ arguments: [String: Variant] = [:]) async throws -> Int? {
        try await call("Perform", [.string(command), .dictionary(arguments)], of: NowPlayingNames.extended)
            .first?.integerValue
    }

    /// The position in seconds.
    func position() async throws -> Double { Double(try #require(try await get("Position").integerValue)) / 1e6 }

    /// The values of a property in the signals so far.
    func reported(_ property: String, of interface: String = NowPlayingNames.player) -> [Variant] {
        signals.all.filter { $0.name == "PropertiesChanged" && $0.arguments.first?.stringValue == interface }
            .compactMap { $0.arguments[1][property] }
    }

}

/// Waits until a condition on another program's answers holds.
func eventuallyAsync(within limit: Duration = .seconds(30), _ condition: @Sendable () async -> Bool) async -> Bool {
    let end = ContinuousClock.now + limit
    while await !condition() {
        guard ContinuousClock.now < end else { return await condition() }
        await elapse(.milliseconds(5))
    }
    return true
}

/// The events that the handlers of an app's commands have received.
final class CommandLog: Sendable {
    let events = Reports<String>()
    private let status = Mutex(MPRemoteCommandHandlerStatus.success)

    /// Adds a target to each command.
    init(_ center: MPRemoteCommandCenter) {
        for command in center.all {
            let name = command.name.rawValue
            command.addTarget { [self] event in
                MainActor.preconditionIsolated("handlers run on the main actor")
                events.add(name + Self.detail(event))
                return status.withLock { $0 }
            }
        }
    }

    func answer(_ newStatus: MPRemoteCommandHandlerStatus) { status.withLock { $0 = newStatus } }

    private static func detail(_ event: MPRemoteCommandEvent) -> String {
        switch event {
        case let event as MPSkipIntervalCommandEvent: " \(event.interval)"
        case let event as MPSeekCommandEvent: event.type == .beginSeeking ? " begin" : " end"
        case let event as MPChangePlaybackPositionCommandEvent: " \((event.positionTime * 10).rounded() / 10)"
        case let event as MPChangePlaybackRateCommandEvent: " \(event.playbackRate)"
        case let event as MPChangeRepeatModeCommandEvent: " \(event.repeatType.rawValue)"
        case let event as MPChangeShuffleModeCommandEvent: " \(event.shuffleType.rawValue)"
        case let event as MPChangeLanguageOptionCommandEvent: " \(event.languageOption.identifier ?? "")"
        case let event as MPRatingCommandEvent: " \(event.rating)"
        case let event as MPFeedbackCommandEvent: " \(event.isNegative)"
        default: ""
        }
    }
}
