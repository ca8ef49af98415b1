public import Foundation

/// A line of the log: something that a player has published, or that was done with it.
public struct NowPlayingRecord: Sendable, Hashable {
    public enum Event: String, Sendable, CaseIterable {
        /// The player is on the bus. Carries all that it publishes at that time.
        case appeared
        /// The dictionary was written.
        case info
        /// The playback state was set.
        case state
        /// The enabled commands have changed.
        case commands
        /// A remote command was sent, and answered with a status.
        case command
        /// The player has reported a jump of its position.
        case seeked
        /// The player has left the bus.
        case gone
    }

    public enum PlaybackState: String, Sendable, CaseIterable {
        case unknown = "Unknown"
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
        case interrupted = "Interrupted"
    }

    /// Seconds on a monotonic clock since the recording began.
    public var time: Double
    public var date: Date
    /// The bus name of the player.
    public var player: String
    public var event: Event
    /// The whole dictionary; nil after the app has set nil, and in events without a dictionary (`hasInfo`).
    public var info: NowPlayingInfo?
    /// Whether the record states a dictionary, be it nil.
    public var hasInfo = false
    public var state: PlaybackState?
    public var commands: [String]?
    public var command: String?
    public var arguments: [String: NowPlayingValue]?
    /// The answer to a command: 0 for success, else `MPRemoteCommandHandlerStatus`.
    public var status: Int?
    /// The position in seconds: the target of `seeked`, or the position that the player stated.
    public var position: Double?
    public var rate: Double?
    /// Of `appeared`: whether the player was on the bus before the recording began, so that its start was not seen.
    public var isEarlier = false
    /// Of `appeared`: whether the player publishes no Now Playing dictionary, but MPRIS properties alone.
    public var isPlain = false

    public init(time: Double, date: Date, player: String, event: Event) {
        self.time = time
        self.date = date
        self.player = player
        self.event = event
    }

    public static func info(
        _ info: NowPlayingInfo?, time: Double, date: Date, player: String
    ) -> NowPlayingRecord {
        var record = NowPlayingRecord(time: time, date: date, player: player, event: .info)
        record.info = info
        record.hasInfo = true
        return record
    }
}
