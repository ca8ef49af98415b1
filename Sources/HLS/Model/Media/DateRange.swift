public import Foundation

/// A time range with attributes, such as an advertisement, a programme or a chapter (EXT-X-DATERANGE, bis section 4.4.5.1).
public struct DateRange: Sendable, Hashable {
    /// The value of an attribute whose name begins with X-.
    public enum Value: Sendable, Hashable {
        case text(String)
        case bytes([UInt8])
        case number(Double)

        public var text: String? { if case .text(let text) = self { text } else { nil } }
        public var number: Double? { if case .number(let number) = self { number } else { nil } }
    }

    public struct Cues: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Before the primary starts.
        public static let pre = Cues(rawValue: 1)
        /// After the primary ends.
        public static let post = Cues(rawValue: 2)
        /// At most once.
        public static let once = Cues(rawValue: 4)
    }

    public var id: String
    /// CLASS.
    public var category: String?
    public var start: Date
    /// END-DATE as written; `end` is the effective end.
    public var endDate: Date?
    /// Seconds, as written.
    public var duration: Double?
    /// PLANNED-DURATION in seconds; informative only.
    public var plannedDuration: Double?
    public var cues: Cues = []
    public var endsOnNext = false
    /// The start of the next range of the class, for END-ON-NEXT.
    var nextStart: Date?
    public var spliceCommand: [UInt8]?
    public var spliceOut: [UInt8]?
    public var spliceIn: [UInt8]?
    /// Custom attributes by their full names: `X-ASSET-URI`.
    public var attributes: [String: Value] = [:]
    public var line: Int

    /// The effective end; nil for a range that is still open.
    public var end: Date? { endDate ?? duration.map { start + $0 } ?? nextStart }

    /// Compares the attributes, ignoring the line number.
    public static func == (left: DateRange, right: DateRange) -> Bool {
        left.id == right.id && left.category == right.category && left.start == right.start
            && left.endDate == right.endDate
            && left.duration == right.duration && left.plannedDuration == right.plannedDuration
            && left.cues == right.cues
            && left.endsOnNext == right.endsOnNext && left.nextStart == right.nextStart
            && left.spliceCommand == right.spliceCommand && left.spliceOut == right.spliceOut
            && left.spliceIn == right.spliceIn && left.attributes == right.attributes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(start)
    }

    /// Sets the end of each range with END-ON-NEXT to the earliest later start in its class.
    static func resolveEnds(_ ranges: inout [DateRange]) {
        guard ranges.contains(where: \.endsOnNext) else { return }
        var starts: [String: [Date]] = [:]
        for range in ranges { if let category = range.category { starts[category, default: []].append(range.start) } }
        for category in starts.keys { starts[category]?.sort() }
        for index in ranges.indices where ranges[index].endsOnNext {
            guard let category = ranges[index].category, let sorted = starts[category] else { continue }
            var (low, high) = (0, sorted.count)
            while low < high {
                let middle = (low + high) / 2
                if sorted[middle] > ranges[index].start { high = middle } else { low = middle + 1 }
            }
            ranges[index].nextStart = low < sorted.count ? sorted[low] : nil
        }
    }
}
