import Foundation

/// The start and the end of a live programme, as far as the client has declared them.
struct ProgrammeDates: Equatable, Sendable {
    struct Bound: Equatable, Sendable {
        var date: Date
        /// Whether the date is displayed as a clock time.
        var isExact: Bool
    }

    var start: Bound?
    var end: Bound?

    var isEmpty: Bool { start == nil && end == nil }
}

/// The times between which the scrubber of a live programme extends: its start, and its end, which may be in the future.
///
/// Times are seconds of the item.
struct ProgrammeTimeline: Equatable, Sendable {
    let start: Double
    let end: Double
    /// The clock time to display at the start; nil for an approximate or unknown start.
    let startClock: Date?
    let endClock: Date?

    /// Creates the time line of a programme that is on at `time`. A bound without a date is that of the seekable range.
    /// - Parameters:
    ///   - seekable: the seekable range.
    ///   - date: the date of the frame at `time`.
    /// - Returns: nil without dates, and while another part of the stream plays than the programme.
    init?(_ dates: ProgrammeDates, seekable: Range<Double>, time: Double, date: Date) {
        guard !dates.isEmpty, time.isFinite else { return nil }
        // In tenths of a second, so that the time line does not tremble with the precision of the clock.
        let offset = ((time - date.timeIntervalSinceReferenceDate) * 10).rounded() / 10
        func place(_ bound: ProgrammeDates.Bound?) -> Double? {
            bound.map { $0.date.timeIntervalSinceReferenceDate + offset }
        }
        let start = place(dates.start) ?? seekable.lowerBound
        let end = place(dates.end) ?? seekable.upperBound
        // A seek to the start may land a segment before it.
        let slack = LiveTimeline.edgeSlack
        guard start.isFinite, end.isFinite, start < end, start - slack <= time, time <= end + slack else { return nil }
        self.start = start
        self.end = end
        startClock = dates.start.flatMap { $0.isExact ? $0.date : nil }
        endClock = dates.end.flatMap { $0.isExact ? $0.date : nil }
    }
}
