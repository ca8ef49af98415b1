/// One attempt to get something that a stream is made of, as it went: what access logs are added up from.
public struct StreamTransfer: Sendable {
    public enum Content: String, Sendable {
        /// The address that was opened: the list of variants as a rule.
        case multivariant
        /// A list of segments.
        case playlist
        /// A segment, or a part of one.
        case media
        /// What a decoder needs before the first segment.
        case initSection
        case key
        case other
    }

    public enum Outcome: Sendable {
        case whole
        /// Given up for another variant, a seek or the end of playing.
        case cancelled
        case failed(MediaError)
    }

    public var content: Content
    /// What kind of stream it belongs to; nil where it serves all.
    public var kind: TrackInfo.Kind?
    /// Seconds of media that it brings.
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

    /// Nanoseconds of the machine's monotonic clock in which its bytes came, the wait for the first one left out.
    public var flow: Range<Int64>? {
        guard let first = record.firstByte, record.end > first else { return nil }
        return first..<record.end
    }
}
