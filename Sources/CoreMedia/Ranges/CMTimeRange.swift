/// A stretch of time: from `start` up to, and without, `start + duration`.
public struct CMTimeRange: Sendable {
    public var start: CMTime
    public var duration: CMTime

    /// The invalid range.
    public init() {
        self.init(start: .invalid, duration: .invalid)
    }

    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// From `start` to `end`; not valid where the end comes first.
    public init(start: CMTime, end: CMTime) {
        self.init(start: start, duration: end - start)
    }

    /// The empty range at 0.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    public static let invalid = CMTimeRange()

    /// The first time that is no longer inside.
    public var end: CMTime { start + duration }

    /// Both parts are valid, and the duration is an epoch-0 time that is not negative.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0 && !(duration < .zero)
    }

    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }

    /// Valid, but of no length.
    public var isEmpty: Bool { isValid && duration == .zero }

    /// Whether a numeric time is inside. The end is not.
    public func containsTime(_ time: CMTime) -> Bool {
        isValid && time.isNumeric && start <= time && time < end
    }

    /// Whether nothing of the other range is outside.
    public func containsTimeRange(_ otherRange: CMTimeRange) -> Bool {
        isValid && otherRange.isValid && start <= otherRange.start && otherRange.end <= end
    }

    /// The shortest range that covers both, the gap between them too; invalid where one is.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        return CMTimeRange(start: min(start, otherRange.start), end: max(end, otherRange.end))
    }

    /// What both have in common: `zero` where that is nothing, invalid where one range is.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        let start = max(start, otherRange.start)
        let end = min(end, otherRange.end)
        return start < end ? CMTimeRange(start: start, end: end) : .zero
    }
}

extension CMTimeRange: Hashable {}
