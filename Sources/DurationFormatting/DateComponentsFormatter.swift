public import Foundation

/// Formats durations, such as 1:05 or "1 hour, 5 minutes", in the language of the calendar's locale.
///
/// Foundation on Linux lacks this class. Not thread-safe: use a formatter on one thread at a time.
///
/// Apple: there are also years and months, fractions, and numbers that are spelled out. Here: the largest unit is the week, `spellOut` is as `full`,
/// and a part of the smallest unit is left out.
open class DateComponentsFormatter: Formatter {
    public enum UnitsStyle: Int, Sendable {
        /// 1:10:05, with days and weeks before it as `1d`.
        case positional
        /// 1h 10m
        case abbreviated
        /// 1 hr, 10 min
        case short
        /// 1 hour, 10 minutes
        case full
        /// As `full`.
        case spellOut
        /// 1 hr 10 min
        case brief
    }

    public struct ZeroFormattingBehavior: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// `dropLeading` for positions, `dropAll` for all other styles.
        public static let `default` = Self(rawValue: 1 << 0)
        public static let dropLeading = Self(rawValue: 1 << 1)
        public static let dropMiddle = Self(rawValue: 1 << 2)
        public static let dropTrailing = Self(rawValue: 1 << 3)
        public static let dropAll: Self = [.dropLeading, .dropMiddle, .dropTrailing]
        /// Shows all units.
        public static let pad = Self(rawValue: 1 << 16)
    }

    open var unitsStyle = UnitsStyle.positional
    /// Weeks, days, hours, minutes and seconds; others have no effect. Empty: all of these.
    open var allowedUnits: NSCalendar.Unit = []
    open var zeroFormattingBehavior = ZeroFormattingBehavior.default
    /// Its locale is that of the text; without a calendar, or a locale in it, that is the current locale.
    ///
    /// Apple: the calendar also says how long a day is. Here: a day has 24 hours.
    open var calendar: Calendar? = .autoupdatingCurrent
    /// The maximum number of units, from the first one that is not zero; 0: no limit. The rest is left out.
    open var maximumUnitCount = 0
    /// Whether a largest unit of 1 is added to the next one: 63 seconds in place of 1 minute and 3 seconds.
    open var collapsesLargestUnit = false

    public override init() { super.init() }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// - Parameter ti: in seconds; negative durations begin with a minus sign.
    /// - Returns: nil for a value that is not finite or too large.
    open func string(from ti: TimeInterval) -> String? {
        guard ti.isFinite, abs(ti) < Self.limit else { return nil }
        let parts = parts(Int(abs(ti)))
        let text = unitsStyle == .positional ? positions(parts) : words(parts)
        return ti <= -1 ? "-" + text : text
    }

    /// The time between two dates.
    open func string(from startDate: Date, to endDate: Date) -> String? {
        string(from: endDate.timeIntervalSince(startDate))
    }

    /// - Returns: nil for components with a year, a month, or a value that is too large.
    open func string(from components: DateComponents) -> String? {
        guard components.year == nil, components.month == nil else { return nil }
        var seconds = 0.0
        let values =
            [components.weekOfMonth ?? components.weekOfYear, components.day, components.hour]
            + [components.minute, components.second]
        for (unit, value) in zip(Unit.allCases, values) { seconds += Double(unit.rawValue) * Double(value ?? 0) }
        return string(from: seconds)
    }

    /// - Parameter obj: `DateComponents`, or a number of seconds.
    open override func string(for obj: Any?) -> String? {
        switch obj {
        case let components as DateComponents: string(from: components)
        case let seconds as NSNumber: string(from: seconds.doubleValue)
        default: nil
        }
    }

    open class func localizedString(from components: DateComponents, unitsStyle: UnitsStyle) -> String? {
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = unitsStyle
        return formatter.string(from: components)
    }

    // MARK: Units

    /// In seconds: this and longer durations have no text.
    private static let limit = 1e15

    /// From the largest, with the length in seconds.
    private enum Unit: Int, CaseIterable {
        case week = 604_800
        case day = 86_400
        case hour = 3_600
        case minute = 60
        case second = 1

        func isIn(_ units: NSCalendar.Unit) -> Bool {
            switch self {
            case .week: units.contains(.weekOfMonth) || units.contains(.weekOfYear)
            case .day: units.contains(.day)
            case .hour: units.contains(.hour)
            case .minute: units.contains(.minute)
            case .second: units.contains(.second)
            }
        }

        var durationUnit: Duration.UnitsFormatStyle.Unit {
            switch self {
            case .week: .weeks
            case .day: .days
            case .hour: .hours
            case .minute: .minutes
            case .second: .seconds
            }
        }
    }

    private typealias Part = (unit: Unit, value: Int)

    /// The values of the units that are shown; at least one.
    private func parts(_ seconds: Int) -> [Part] {
        let allowed = Unit.allCases.filter { $0.isIn(allowedUnits) }
        let units = allowed.isEmpty ? Unit.allCases : allowed
        var rest = seconds
        var parts: [Part] = units.map { unit in
            defer { rest %= unit.rawValue }
            return (unit, rest / unit.rawValue)
        }
        if collapsesLargestUnit, let first = parts.firstIndex(where: { $0.value != 0 }), parts[first].value == 1,
            first + 1 < parts.count
        {
            parts[first + 1].value += parts[first].unit.rawValue / parts[first + 1].unit.rawValue
            parts[first].value = 0
        }
        if maximumUnitCount > 0, let first = parts.firstIndex(where: { $0.value != 0 }) {
            parts = Array(parts.prefix(first + maximumUnitCount))
        }
        return shown(parts)
    }

    /// Leaves out the units that are zero, as `zeroFormattingBehavior` says.
    private func shown(_ parts: [Part]) -> [Part] {
        var behavior = zeroFormattingBehavior
        if behavior.contains(.default) { behavior.insert(unitsStyle == .positional ? .dropLeading : .dropAll) }
        guard let first = parts.firstIndex(where: { $0.value != 0 }),
            let last = parts.lastIndex(where: { $0.value != 0 })
        else {
            return behavior.isDisjoint(with: .dropAll) ? parts : parts.suffix(1)
        }
        return parts.indices.filter { index in
            if parts[index].value != 0 { return true }
            if index < first { return !behavior.contains(.dropLeading) }
            return !behavior.contains(index > last ? .dropTrailing : .dropMiddle)
        }.map { parts[$0] }
    }

    // MARK: Texts

    private var locale: Locale { calendar?.locale ?? .current }

    private func words(_ parts: [Part]) -> String {
        let width: Duration.UnitsFormatStyle.UnitWidth =
            switch unitsStyle {
            case .positional, .abbreviated: .narrow
            case .short: .abbreviated
            case .brief: .condensedAbbreviated
            case .full, .spellOut: .wide
            }
        let seconds = parts.reduce(0) { $0 + $1.value * $1.unit.rawValue }
        let style = Duration.UnitsFormatStyle(
            allowedUnits: Set(parts.map(\.unit.durationUnit)), width: width, zeroValueUnits: .show(length: 1))
        return Duration.seconds(seconds).formatted(style.locale(locale))
    }

    /// Hours, minutes and seconds between colons, of which the first has no leading zero; larger units before them.
    private func positions(_ parts: [Part]) -> String {
        let large = parts.filter { $0.unit.rawValue > Unit.hour.rawValue }
        let small = parts.filter { $0.unit.rawValue <= Unit.hour.rawValue }
        let positions = small.enumerated().map { index, part in
            part.value.formatted(
                .number.grouping(.never).precision(.integerLength((index == 0 ? 1 : 2)...)).locale(locale))
        }
        let texts = [large.isEmpty ? "" : words(large), positions.joined(separator: ":")]
        return texts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
