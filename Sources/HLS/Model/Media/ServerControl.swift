public import CoreMedia

/// What a server can do for clients that keep up with it (EXT-X-SERVER-CONTROL, bis section 4.4.3.8).
public struct ServerControl: Sendable, Hashable {
    /// Segments further than this from the end can be left out of a delta update.
    public var canSkipUntil: CMTime?
    public var canSkipDateRanges = false
    /// How far from the end a player should stay. Never below the least that is allowed: the parser raises it, with a fault.
    public var holdBack: CMTime?
    /// The same for players of parts.
    public var partHoldBack: CMTime?
    /// `_HLS_msn` and `_HLS_part` may be asked for before they exist.
    public var canBlockReload = false
}

/// Where to begin (EXT-X-START, bis section 4.4.2.2).
public struct StartPoint: Sendable, Hashable, Codable {
    /// Seconds from the beginning, or if negative from the end of the last segment. Not clamped.
    public var timeOffset: Double
    /// Samples before the offset are not shown.
    public var precise: Bool { statedPrecise ?? false }
    /// As written, nil where the attribute is missing.
    public var statedPrecise: Bool?

    public init(timeOffset: Double, statedPrecise: Bool?) {
        self.timeOffset = timeOffset
        self.statedPrecise = statedPrecise
    }

    public init(timeOffset: Double, precise: Bool) { self.init(timeOffset: timeOffset, statedPrecise: precise) }

    /// Compares what is meant, not how it is written.
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
