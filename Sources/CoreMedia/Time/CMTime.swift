/// The numerator of a `CMTime`.
public typealias CMTimeValue = Int64

/// The denominator of a `CMTime`: units per second. Only values above 0 are valid.
public typealias CMTimeScale = Int32

/// Distinguishes unrelated timelines, such as the passes of a loop.
public typealias CMTimeEpoch = Int64

/// The largest timescale.
public let kCMTimeMaxTimescale: CMTimeScale = 0x7fff_ffff

/// Properties of a time in addition to its fraction.
public struct CMTimeFlags: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Set for every valid time.
    public static let valid = CMTimeFlags(rawValue: 1)
    /// The value is not exact: it, or a value it was computed from, was rounded.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
    public static let positiveInfinity = CMTimeFlags(rawValue: 4)
    public static let negativeInfinity = CMTimeFlags(rawValue: 8)
    /// The time is not known yet.
    public static let indefinite = CMTimeFlags(rawValue: 16)
    /// The flags that replace a numeric value.
    public static let impliedValueFlagsMask = CMTimeFlags(rawValue: 4 + 8 + 16)
}

/// A time or duration as an exact fraction of a second, or a value that is not numeric.
///
/// Arithmetic follows semantics section 1: exact where the result has a timescale of at most 31 bits, otherwise rounded once and flagged.
/// No operation traps: overflows become infinite, undefined results become invalid.
public struct CMTime: Sendable {
    /// The numerator: `value / timescale` seconds.
    public var value: CMTimeValue
    /// The denominator, in units per second.
    public var timescale: CMTimeScale
    public var flags: CMTimeFlags
    public var epoch: CMTimeEpoch

    /// Creates the invalid time.
    public init() {
        self.init(value: 0, timescale: 0, flags: [], epoch: 0)
    }

    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// Creates a time of `value / timescale` seconds; invalid where the timescale is 0 or less.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Creates a time at the tick of `preferredTimescale` nearest to a number of seconds.
    ///
    /// NaN and timescales of 0 or less give an invalid time, infinities an infinite one. Where the value overflows, the timescale is halved
    /// until the value fits. `hasBeenRounded` is set where the seconds are not a whole number of ticks.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else {
            self = .invalid
            return
        }
        var timescale = preferredTimescale
        while true {
            let exact = seconds * Double(timescale)
            let ticks = exact.rounded(.toNearestOrAwayFromZero)
            if let value = Int64(exactly: ticks) {
                let inexact = ticks != exact || timescale != preferredTimescale
                self.init(
                    value: value, timescale: timescale, flags: inexact ? [.valid, .hasBeenRounded] : .valid, epoch: 0)
                return
            }
            guard timescale > 1, seconds.isFinite else {
                self = seconds > 0 ? .positiveInfinity : .negativeInfinity
                return
            }
            timescale /= 2
        }
    }

    public static let zero = CMTime(value: 0, timescale: 1)
    public static let invalid = CMTime()
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

    /// The time in seconds; NaN for invalid and indefinite times, an infinity for infinite ones.
    public var seconds: Double {
        switch kind {
        case .numeric: Double(value) / Double(timescale)
        case .positiveInfinity: .infinity
        case .negativeInfinity: -.infinity
        case .indefinite, .invalid: .nan
        }
    }

    public var isValid: Bool { flags.contains(.valid) }
    /// Whether the time is valid, and neither infinite nor indefinite.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }
}

extension CMTime {
    /// The kinds of times in sort order.
    enum Kind: Int, Comparable {
        case negativeInfinity, numeric, indefinite, positiveInfinity, invalid
        static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
    }

    /// The kind of the time. A time without a flag but with an unusable timescale is invalid.
    var kind: Kind {
        guard flags.contains(.valid) else { return .invalid }
        if flags.contains(.positiveInfinity) { return .positiveInfinity }
        if flags.contains(.negativeInfinity) { return .negativeInfinity }
        if flags.contains(.indefinite) { return .indefinite }
        return timescale > 0 ? .numeric : .invalid
    }
}

extension CMTime: Comparable {
    /// Compares two times: numeric times by epoch and then by value, whatever the timescale.
    ///
    /// Negative infinity < every number < indefinite < positive infinity < invalid.
    static func order(_ a: CMTime, _ b: CMTime) -> Int {
        let (kindA, kindB) = (a.kind, b.kind)
        guard kindA == .numeric, kindB == .numeric else {
            return kindA == kindB ? 0 : kindA < kindB ? -1 : 1
        }
        if a.epoch != b.epoch { return a.epoch < b.epoch ? -1 : 1 }
        if a.timescale == b.timescale { return a.value == b.value ? 0 : a.value < b.value ? -1 : 1 }
        // A 63-bit and a 31-bit number: the product never exceeds 128 bits.
        let left = Int128(a.value) * Int128(b.timescale)
        let right = Int128(b.value) * Int128(a.timescale)
        return left == right ? 0 : left < right ? -1 : 1
    }

    public static func == (a: CMTime, b: CMTime) -> Bool { order(a, b) == 0 }
    public static func < (a: CMTime, b: CMTime) -> Bool { order(a, b) < 0 }
    public static func <= (a: CMTime, b: CMTime) -> Bool { order(a, b) <= 0 }
    public static func > (a: CMTime, b: CMTime) -> Bool { order(a, b) > 0 }
    public static func >= (a: CMTime, b: CMTime) -> Bool { order(a, b) >= 0 }
}

extension CMTime: Hashable {
    /// Equal times have the same hash: 1/2 and 300/600.
    public func hash(into hasher: inout Hasher) {
        let kind = kind
        hasher.combine(kind.rawValue)
        guard kind == .numeric else { return }
        let divisor = greatestCommonDivisor(value.magnitude, UInt64(timescale))
        hasher.combine(value.magnitude / divisor)
        hasher.combine(value.signum())
        hasher.combine(UInt64(timescale) / divisor)
        hasher.combine(epoch)
    }
}

/// Returns the greatest common divisor by Euclid's algorithm; the greater number where one is 0, 1 where both are.
func greatestCommonDivisor<T: UnsignedInteger>(_ a: T, _ b: T) -> T {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a == 0 ? 1 : a
}
