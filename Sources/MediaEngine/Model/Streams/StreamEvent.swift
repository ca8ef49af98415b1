/// What a stream tells its session between packets.
enum StreamEvent: Sendable {
    case fault(StreamFault)
    /// An attempt to get something has ended.
    case transfer(StreamTransfer)
    /// Segments are loaded of this variant from now on.
    case variant(StreamVariant)
    /// The media say something of a moment, which is still to come as a rule.
    case timedMetadata(TimedMetadata)
    /// What may be sought has become another stretch.
    case seekableRangeChanged
    /// How far from a live stream's end it plays without stalls, in the engine's best knowledge; nil: it is not live.
    case recommendedDistance(Nanoseconds?)
}
