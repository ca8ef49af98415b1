/// The guide's event table: what the dictionary states at each event.
public enum EventTable {
    public struct Row: Sendable {
        public var event: String
        public var update: String
        public var rule: NowPlayingRule
    }

    public static let rows = [
        Row(
            event: "Video start",
            update: "`externalContentIdentifier` is the content identifier of the availability feed",
            rule: .np1),
        Row(event: "Video start", update: "`playbackDuration` is the net duration in seconds", rule: .np2),
        Row(event: "Video start", update: "`playbackRate` is 1.0", rule: .np6),
        Row(event: "Video start", update: "`elapsedPlaybackTime` is the playback offset in seconds", rule: .np2),
        Row(event: "Play", update: "`playbackRate` becomes 1.0", rule: .np7),
        Row(event: "Pause", update: "`playbackRate` becomes 0", rule: .np7),
        Row(event: "Pause", update: "`elapsedPlaybackTime` becomes the playback offset", rule: .np7),
        Row(event: "Seek", update: "`elapsedPlaybackTime` becomes the playback offset", rule: .np7),
        Row(event: "Completion or dismissal", update: "the dictionary becomes nil", rule: .np9),
        Row(event: "Never on a timer", update: "no update without one of these events", rule: .np8),
    ]
}
