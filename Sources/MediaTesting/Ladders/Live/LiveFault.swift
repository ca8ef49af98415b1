/// What a live playlist does wrong: servers in the field do all of it.
public enum LiveFault: Sendable, Hashable {
    /// It does not grow any more.
    case stale
    /// Every other answer comes from a server that is so many segments behind.
    case behind(segments: Int)
    /// So many segments at the end are taken back.
    case shrinking(segments: Int)
    /// Media sequence numbers begin again: they are so much lower than those of the segments.
    case sequenceReset(by: Int)
    /// The same numbers name other addresses in each answer.
    case contradicting
    /// Dates jump by so many seconds, without a discontinuity.
    case dateJump(seconds: Double)
    /// Another target duration than before.
    case targetDuration(Int)
    /// No segments at all.
    case empty
    /// Not a playlist.
    case garbage
}
