/// Faults of live playlists that occur on real servers.
public enum LiveFault: Sendable, Hashable {
    /// The playlist stops growing.
    case stale
    /// Every other response is from a server that is this many segments behind.
    case behind(segments: Int)
    /// This many segments at the end are removed.
    case shrinking(segments: Int)
    /// Media sequence numbers restart: they become lower by this amount.
    case sequenceReset(by: Int)
    /// The same sequence numbers have different URLs in each response.
    case contradicting
    /// Dates jump by this many seconds, without a discontinuity.
    case dateJump(seconds: Double)
    /// A different target duration.
    case targetDuration(Int)
    /// No segments.
    case empty
    /// A response that is not a playlist.
    case garbage
}
