public import CoreMedia
import Foundation

/// Maps between dates and times of a playlist (spec/hls.md section 7): each EXT-X-PROGRAM-DATE-TIME applies from its segment to the next
/// tag. Times are relative to the start of the playlist's first segment.
public struct ProgramDateMap: Sendable, Hashable {
    private struct Anchor: Sendable, Hashable {
        /// Nanoseconds.
        var start: Int64
        var end: Int64
        var date: Date

        var endDate: Date { date + Double(end - start) / 1e9 }
    }

    private var anchors: [Anchor] = []

    /// - Returns: nil for a playlist without dates.
    public init?(_ playlist: MediaPlaylist) {
        let records = playlist.segments.records
        guard let origin = records.first?.start else { return nil }
        for record in records where record.flags.contains(.date) {
            let start = record.start - origin
            if let last = anchors.indices.last { anchors[last].end = start }
            anchors.append(Anchor(start: start, end: start, date: Date(timeIntervalSinceReferenceDate: record.date)))
        }
        guard let first = anchors.first, let last = anchors.indices.last else { return nil }
        anchors[last].end = playlist.segments.durationInNanoseconds
        // Dates before the first tag are extrapolated backwards from it.
        anchors[0].date = first.date - Double(first.start) / 1e9
        anchors[0].start = 0
    }

    /// The date of the start of the playlist.
    public var startDate: Date { anchors[0].date }
    /// The date of the end of the playlist.
    public var endDate: Date { anchors[anchors.count - 1].endDate }

    /// Returns the date of a time, extrapolated beyond the ends.
    public func date(at time: CMTime) -> Date? {
        guard time.isNumeric else { return nil }
        let wanted = time.convertScale(1_000_000_000, method: .default).value
        var (low, high) = (0, anchors.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if anchors[middle].start <= wanted { low = middle } else { high = middle }
        }
        return anchors[low].date + Double(wanted &- anchors[low].start) / 1e9
    }

    /// Returns the time of a date. Where dates overlap the later segment is used; a date in a gap gives the start of the segment after the
    /// gap.
    /// - Returns: nil before the first date and after the last.
    public func time(of date: Date) -> CMTime? {
        if let anchor = anchors.last(where: { $0.date <= date && date < $0.endDate }) {
            return .nanoseconds(anchor.start + Int64((date.timeIntervalSince(anchor.date) * 1e9).rounded()))
        }
        guard date >= anchors[0].date else { return nil }
        if let next = anchors.filter({ $0.date > date }).min(by: { $0.date < $1.date }) {
            return .nanoseconds(next.start)
        }
        return date == endDate ? .nanoseconds(anchors[anchors.count - 1].end) : nil
    }

    /// Returns the time of a date, extrapolated beyond the ends: for events announced before their segments exist.
    public func extendedTime(of date: Date) -> CMTime? {
        if let time = time(of: date) { return time }
        let (anchor, isBefore) = date < anchors[0].date ? (anchors[0], true) : (anchors[anchors.count - 1], false)
        let offset = date.timeIntervalSince(isBefore ? anchor.date : anchor.endDate) * 1e9
        guard abs(offset) < 4e18 else { return nil }
        let (value, overflowed) = (isBefore ? anchor.start : anchor.end).addingReportingOverflow(
            Int64(offset.rounded()))
        return overflowed ? nil : .nanoseconds(value)
    }
}
