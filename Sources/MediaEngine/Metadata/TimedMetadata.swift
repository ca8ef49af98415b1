public import CoreMedia

/// Timed metadata of a stream: ID3 tags between samples, or event messages of segments.
public struct TimedMetadata: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case id3([ID3Frame])
        /// An `emsg` box of another scheme.
        case message(scheme: String, value: String, data: [UInt8])

        var isEmpty: Bool { if case .id3(let frames) = self { frames.isEmpty } else { false } }
    }

    /// The time range; its duration is zero if unknown.
    public var range: CMTimeRange
    public var content: Content

    public init(range: CMTimeRange, content: Content) {
        self.range = range
        self.content = content
    }

    /// The tolerance of times relative to a segment, whose start differs by some frames between renditions.
    private static let rounding = CMTime(value: 100, timescale: 1000)

    /// Whether both are the same metadata.
    public func repeats(_ other: TimedMetadata) -> Bool {
        content == other.content && CMTimeAbsoluteValue(range.start - other.range.start) <= Self.rounding
    }
}

/// Stores the reported metadata, so that metadata that repeats in several segments and renditions is reported once.
struct ReportedMetadata {
    /// Sufficient for segments that overlap in time.
    static let capacity = 512

    private var reported: [TimedMetadata] = []

    /// Adds metadata.
    /// - Returns: whether the metadata is new.
    mutating func insert(_ metadata: TimedMetadata) -> Bool {
        guard !reported.contains(where: metadata.repeats) else { return false }
        if reported.count >= Self.capacity { reported.removeFirst() }
        reported.append(metadata)
        return true
    }

    mutating func removeAll() { reported.removeAll() }
}
