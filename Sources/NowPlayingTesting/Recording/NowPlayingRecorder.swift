import DBus
import Foundation
public import NowPlayingValidation
import Synchronization

/// Records what MPRIS players publish on a session bus.
///
/// The recorder receives the players' signals and polls nothing. A player of OpenAVKit is recorded with its Now Playing dictionary as the app
/// wrote it; another player, such as VLC or mpv, as far as its MPRIS properties go.
public final class NowPlayingRecorder: Sendable {
    /// The reason why nothing can be recorded, or a command cannot be sent.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        public let description: String
    }

    private let watch: PlayerWatch
    private let store: RecordStore

    /// Begins to record. When the initialiser has returned, the players that are on the bus are recorded.
    /// - Parameters:
    ///   - address: the address of the bus; nil: the session bus of the environment.
    ///   - player: the player to record: its bus name, or the name without `org.mpris.MediaPlayer2.` and instance; nil: all.
    ///   - limit: the maximum number of records that are kept, the newest; 0 keeps none, for a recorder with a handler.
    ///   - handler: receives each record, in order, on a thread of the recorder.
    /// - Throws: `Failure` if there is no bus, or it cannot be reached.
    public init(
        bus address: String? = nil, player: String? = nil, limit: Int = 100_000,
        handler: (@Sendable (NowPlayingRecord) -> Void)? = nil
    ) async throws(Failure) {
        let store = RecordStore(player: player, limit: limit, handler: handler)
        self.store = store
        do throws(BusError) {
            let connection: BusConnection
            if let address {
                connection = try await BusConnection.connect(to: address)
            } else {
                connection = try await BusConnection.session()
            }
            watch = PlayerWatch(connection) { store.add($0) }
            try await watch.begin()
        } catch {
            throw Failure(description: error.description)
        }
    }

    deinit { watch.end() }

    /// Ends the recording.
    public func stop() { watch.end() }

    /// Whether the bus has gone, so that nothing is recorded any more.
    public var isDisconnected: Bool { watch.isClosed }

    /// Seconds since the recording began, on the clock of the records.
    public var time: Double { watch.time }

    /// All records so far, in order.
    public var records: [NowPlayingRecord] { store.records }

    /// The records of one player.
    /// - Parameter player: as for `init(bus:player:limit:handler:)`; nil: the only player, or all of them.
    public func recording(of player: String? = nil) -> NowPlayingRecording {
        NowPlayingRecording(records.filter { NowPlayingValidator.matches($0.player, player) })
    }

    /// Waits until a condition on the recording holds.
    /// - Returns: whether it holds; false when the time limit was reached first.
    @discardableResult
    public func wait(
        within limit: Duration = .seconds(10), until condition: @Sendable (NowPlayingRecording) -> Bool
    ) async -> Bool {
        let end = ContinuousClock.now + limit
        while !condition(recording()) {
            guard ContinuousClock.now < end, !Task.isCancelled else { return condition(recording()) }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    /// Sends a remote command to the recorded player and records it with its answer.
    /// - Parameters:
    ///   - command: a name such as `pause` or `changePlaybackPosition`.
    ///   - arguments: numbers and texts such as `positionTime`.
    ///   - player: the bus name of the player; nil: the player that appeared last.
    /// - Returns: 0 for success, else `MPRemoteCommandHandlerStatus`.
    @discardableResult
    public func perform(
        _ command: String, arguments: [String: NowPlayingValue] = [:], player: String? = nil
    ) async throws(Failure) -> Int {
        guard let name = player ?? records.last(where: { $0.event == .appeared })?.player else {
            throw Failure(description: "No player is on the bus that could perform '\(command)'.")
        }
        var values: [String: Variant] = [:]
        for (key, value) in arguments {
            switch value {
            case .number(let number): values[key] = .double(number)
            case .text(let text): values[key] = .string(text)
            case .boolean(let flag): values[key] = .boolean(flag)
            default: throw Failure(description: "The argument '\(key)' must be a number, a text or a Boolean.")
            }
        }
        do throws(BusError) { return try await watch.perform(command, arguments: values, player: name) } catch {
            throw Failure(description: error.description)
        }
    }
}

/// The records, and the handler that receives them.
private final class RecordStore: Sendable {
    private let player: String?
    private let limit: Int
    private let handler: (@Sendable (NowPlayingRecord) -> Void)?
    private let kept = Mutex<[NowPlayingRecord]>([])

    init(player: String?, limit: Int, handler: (@Sendable (NowPlayingRecord) -> Void)?) {
        self.player = player
        self.limit = limit
        self.handler = handler
    }

    var records: [NowPlayingRecord] { kept.withLock { $0 } }

    func add(_ record: NowPlayingRecord) {
        guard NowPlayingValidator.matches(record.player, player) else { return }
        if limit > 0 {
            kept.withLock { records in
                // Removing a tenth at a time keeps the cost of a record constant.
                if records.count >= limit { records.removeFirst(max(1, limit / 10)) }
                records.append(record)
            }
        }
        handler?(record)
    }
}
