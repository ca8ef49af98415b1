/// An event that a stream's reader reports to its session.
enum StreamEvent: Sendable {
    case fault(StreamFault)
    /// A request has ended.
    case transfer(StreamTransfer)
    /// Segments are requested from this variant from now on.
    case variant(StreamVariant)
    /// Timed metadata, usually ahead of the play head.
    case timedMetadata(TimedMetadata)
    /// The seekable range has changed.
    case seekableRangeChanged
    /// The estimated distance from the live edge at which playback does not stall; nil if the stream is not live.
    case recommendedDistance(Nanoseconds?)
}
