/// A request of a stream with its outcome, from which access logs are computed.
public struct StreamTransfer: Sendable {
    public enum Content: String, Sendable {
        /// The URL that was opened, usually a multivariant playlist.
        case multivariant
        /// A media playlist.
        case playlist
        /// A segment or partial segment.
        case media
        /// An initialization section.
        case initSection
        case key
        case other
    }

    public enum Outcome: Sendable {
        case whole
        /// Cancelled for another variant, a seek or the end of playback.
        case cancelled
        case failed(MediaError)
    }

    public var content: Content
    /// The kind of track that the resource belongs to; nil if it is not specific to one.
    public var kind: TrackInfo.Kind?
    /// The duration of the requested media in seconds.
    public var mediaSeconds: Double?
    public var outcome: Outcome
    public var record: TransferRecord

    public init(
        content: Content, kind: TrackInfo.Kind? = nil, mediaSeconds: Double? = nil, outcome: Outcome,
        record: TransferRecord
    ) {
        self.content = content
        self.kind = kind
        self.mediaSeconds = mediaSeconds
        self.outcome = outcome
        self.record = record
    }

    /// The time range in which the body was received, in nanoseconds of the monotonic clock; excludes the wait for the first byte.
    public var flow: Range<Int64>? {
        guard let first = record.firstByte, record.end > first else { return nil }
        return first..<record.end
    }
}
