public import CoreMedia

/// The capabilities of a server for low-latency clients (EXT-X-SERVER-CONTROL, bis section 4.4.3.8).
public struct ServerControl: Sendable, Hashable {
    /// Segments further than this from the end can be skipped in a delta update.
    public var canSkipUntil: CMTime?
    public var canSkipDateRanges = false
    /// The distance from the end to keep. The parser raises it to the minimum allowed, with a fault.
    public var holdBack: CMTime?
    /// The same for players that use parts.
    public var partHoldBack: CMTime?
    /// Whether `_HLS_msn` and `_HLS_part` may name a segment or part that does not exist yet.
    public var canBlockReload = false
}

/// The preferred start (EXT-X-START, bis section 4.4.2.2).
public struct StartPoint: Sendable, Hashable, Codable {
    /// Seconds from the start, or if negative from the end of the last segment. Not clamped.
    public var timeOffset: Double
    /// Whether samples before the offset are not presented.
    public var precise: Bool { statedPrecise ?? false }
    /// As written, nil where the attribute is missing.
    public var statedPrecise: Bool?

    public init(timeOffset: Double, statedPrecise: Bool?) {
        self.timeOffset = timeOffset
        self.statedPrecise = statedPrecise
    }

    public init(timeOffset: Double, precise: Bool) { self.init(timeOffset: timeOffset, statedPrecise: precise) }

    /// Compares the meaning rather than the spelling.
    public static func == (left: StartPoint, right: StartPoint) -> Bool {
        left.timeOffset == right.timeOffset && left.precise == right.precise
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(timeOffset)
        hasher.combine(precise)
    }

    enum CodingKeys: String, CodingKey {
        case timeOffset
        case statedPrecise = "precise"
    }
}
