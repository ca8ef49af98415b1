/// What the reader of a stream reports to its session.
enum StreamEvent: Sendable {
    case fault(StreamFault)
    /// A request has ended.
    case transfer(StreamTransfer)
    /// Segments are requested from this variant from now on.
    case variant(StreamVariant)
    /// Metadata of a time, which is usually ahead of the play head.
    case timedMetadata(TimedMetadata)
    /// The seekable range has changed.
    case seekableRangeChanged
    /// The estimated distance from the end at which a live stream plays without stalls; nil where the stream is not live.
    case recommendedDistance(Nanoseconds?)
}
