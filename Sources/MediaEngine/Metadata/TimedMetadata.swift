public import CoreMedia

/// Something that a stream says about a moment of its media: ID3 tags between the samples, messages beside them.
public struct TimedMetadata: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case id3([ID3Frame])
        /// An `emsg` of another scheme.
        case message(scheme: String, value: String, data: [UInt8])

        var isEmpty: Bool { if case .id3(let frames) = self { frames.isEmpty } else { false } }
    }

    /// The duration is zero where nobody knows it.
    public var range: CMTimeRange
    public var content: Content

    public init(range: CMTimeRange, content: Content) {
        self.range = range
        self.content = content
    }

    /// Times that count from a segment's beginning differ between renditions, whose segments begin up to some frames apart.
    private static let rounding = CMTime(value: 100, timescale: 1000)

    /// Whether it is the other one, told again.
    public func repeats(_ other: TimedMetadata) -> Bool {
        content == other.content && CMTimeAbsoluteValue(range.start - other.range.start) <= Self.rounding
    }
}

/// Keeps what has been told, so that what stands in several segments and renditions is told once.
struct ToldMetadata {
    /// Enough for the segments that overlap in time.
    static let capacity = 512

    private var told: [TimedMetadata] = []

    /// - Returns: whether it is new.
    mutating func insert(_ metadata: TimedMetadata) -> Bool {
        guard !told.contains(where: metadata.repeats) else { return false }
        if told.count >= Self.capacity { told.removeFirst() }
        told.append(metadata)
        return true
    }

    mutating func removeAll() { told.removeAll() }
}
