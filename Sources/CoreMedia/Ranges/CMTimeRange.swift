/// A time range from `start` up to, but excluding, `start + duration`.
public struct CMTimeRange: Sendable {
    public var start: CMTime
    public var duration: CMTime

    /// Creates the invalid range.
    public init() {
        self.init(start: .invalid, duration: .invalid)
    }

    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// Creates a range from `start` to `end`; invalid where the end is before the start.
    public init(start: CMTime, end: CMTime) {
        self.init(start: start, duration: end - start)
    }

    /// The empty range at 0.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    public static let invalid = CMTimeRange()

    /// The first time after the range.
    public var end: CMTime { start + duration }

    /// Whether both parts are valid, and the duration is not negative and of epoch 0.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0 && !(duration < .zero)
    }

    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

    /// Whether the range is valid with a duration of 0.
    public var isEmpty: Bool { isValid && duration == .zero }

    /// Returns whether a numeric time is inside. The end is outside.
    public func containsTime(_ time: CMTime) -> Bool {
        isValid && time.isNumeric && start <= time && time < end
    }

    /// Returns whether the other range is completely inside.
    public func containsTimeRange(_ otherRange: CMTimeRange) -> Bool {
        isValid && otherRange.isValid && start <= otherRange.start && otherRange.end <= end
    }

    /// Returns the shortest range that covers both, including the gap between them; invalid where one is invalid.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        return CMTimeRange(start: min(start, otherRange.start), end: max(end, otherRange.end))
    }

    /// Returns the common part of both: `zero` where there is none, invalid where one is invalid.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        let start = max(start, otherRange.start)
        let end = min(end, otherRange.end)
        return start < end ? CMTimeRange(start: start, end: end) : .zero
    }
}

extension CMTimeRange: Hashable {}
