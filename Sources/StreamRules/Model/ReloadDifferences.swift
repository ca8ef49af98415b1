import CoreMedia
import Foundation
package import HLS

/// What differs between two loads of a live playlist although it must stay the same.
package struct ReloadDifferences: Sendable, Hashable {
    /// A value of a segment or part that changed.
    package struct Change: Sendable, Hashable {
        /// The number of the first segment that it concerns.
        package var number: UInt64
        /// In seconds; for dates, since 1970.
        package var before: Double
        package var now: Double
        /// How many segments or parts it concerns.
        package var count: Int

        package init(number: UInt64, before: Double, now: Double, count: Int) {
            self.number = number
            self.before = before
            self.now = now
            self.count = count
        }
    }

    /// A segment whose EXT-X-GAP was added or removed.
    package struct GapChange: Sendable, Hashable {
        package var number: UInt64
        package var isGap: Bool
    }

    /// EXTINF.
    package var durations: Change?
    /// EXT-X-PROGRAM-DATE-TIME.
    package var dates: Change?
    /// Dates of segments without EXT-X-PROGRAM-DATE-TIME, by that of another segment.
    package var impliedDates: Change?
    /// EXT-X-GAP: the number of the first segment, and whether it has the tag now.
    package var gap: GapChange?
    /// DURATION of EXT-X-PART.
    package var parts: Change?
    /// The number of the first segment whose query changed, where most others kept their URIs.
    package var query: UInt64?
    /// EXT-X-KEY or EXT-X-MAP: the number of the first segment.
    package var protection: UInt64?
    /// Tags of the whole playlist, such as "EXT-X-VERSION was 6, and is 3".
    package var headers: [String] = []
    /// Parts of the segment at the live edge that are no longer listed.
    package var lostPartCount = 0

    /// The identifier of a date range that is no longer listed although segments of its time are.
    package var lostRange: String?

    /// Segments that were added after EXT-X-ENDLIST.
    package var countAfterEnd: UInt64 = 0

    package init() {}

    /// In seconds; servers may write other decimals.
    private static let durationTolerance = 0.02
    private static let dateTolerance = 0.1

    package init(from last: MediaPlaylist, to newer: MediaPlaylist) {
        headers = Self.headers(from: last, to: newer)
        if last.hasEnded, newer.nextSequenceNumber > last.nextSequenceNumber {
            countAfterEnd = newer.nextSequenceNumber - last.nextSequenceNumber
        }
        guard newer.skip == nil, last.skip == nil else { return }
        var (kept, renamed): (Int, [UInt64]) = (0, [])
        for segment in newer.segments {
            guard let position = last.segments.position(ofSequenceNumber: segment.sequenceNumber) else { continue }
            let old = last.segments[position]
            // A segment that was replaced or renumbered is reported as such.
            guard Self.path(old.uri) == Self.path(segment.uri), old.byteRange == segment.byteRange else { return }
            compare(old, segment)
            if old.uri == segment.uri { kept += 1 } else { renamed.append(segment.sequenceNumber) }
        }
        // Servers that renew signatures renew those of all segments, or of the oldest.
        if kept >= Self.keptFactor * renamed.count, let first = renamed.first, first != newer.mediaSequence {
            query = first
        }
        if dates == nil { compareImpliedDates(last, newer) }
        compareParts(last, newer)
        lostRange = Self.lostRange(from: last, to: newer)
    }

    /// The number of segments with unchanged URIs for each one with another query.
    private static let keptFactor = 3

    private static func path(_ uri: String) -> Substring { uri.prefix { $0 != "?" } }

    private mutating func compare(_ old: MediaSegment, _ segment: MediaSegment) {
        let number = segment.sequenceNumber
        if abs(old.duration.seconds - segment.duration.seconds) > Self.durationTolerance {
            Self.note(&durations, number, old.duration.seconds, segment.duration.seconds)
        }
        if let before = old.programDateTime, let now = segment.programDateTime,
            abs(now.timeIntervalSince(before)) > Self.dateTolerance
        {
            Self.note(&dates, number, before.timeIntervalSince1970, now.timeIntervalSince1970)
        }
        if old.isGap != segment.isGap { gap = gap ?? GapChange(number: number, isGap: segment.isGap) }
        let isSameKey =
            old.keys.map(\.method) == segment.keys.map(\.method)
            && old.keys.map { $0.uri.map(Self.path) } == segment.keys.map { $0.uri.map(Self.path) }
            && old.keys.map(\.initializationVector) == segment.keys.map(\.initializationVector)
        let isSameSection =
            old.initialization.map { Self.path($0.uri) } == segment.initialization.map { Self.path($0.uri) }
        if !isSameKey || !isSameSection { protection = protection ?? number }
    }

    /// In seconds: dates and EXTINF drift apart by less between two dates.
    private static let impliedTolerance = 1.0

    /// Compares the date of the first segment in both loads, where another segment has the tag.
    private mutating func compareImpliedDates(_ last: MediaPlaylist, _ newer: MediaPlaylist) {
        guard let first = newer.segments.first,
            let position = last.segments.position(ofSequenceNumber: first.sequenceNumber),
            let before = Self.impliedDate(position, last), let now = Self.impliedDate(0, newer),
            abs(now - before) > min(Self.impliedTolerance, max(0.3, last.segments[position].start.seconds / 2))
        else { return }
        Self.note(&impliedDates, first.sequenceNumber, before, now)
    }

    /// Returns the date of a segment by the last one with a date before it, else by the first after it, in seconds since 1970.
    private static func impliedDate(_ position: Int, _ playlist: MediaPlaylist) -> Double? {
        let segments = playlist.segments
        func date(_ place: Int) -> Double? {
            segments[place].programDateTime.map {
                $0.timeIntervalSince1970 + segments[position].start.seconds - segments[place].start.seconds
            }
        }
        var place = position
        while place >= 0 {
            if let date = date(place) { return date }
            if segments[place].isDiscontinuity { break }
            place -= 1
        }
        place = position + 1
        while place < segments.count, !segments[place].isDiscontinuity {
            if let date = date(place) { return date }
            place += 1
        }
        return nil
    }

    private static func note(_ change: inout Change?, _ number: UInt64, _ before: Double, _ now: Double) {
        if change == nil {
            change = Change(number: number, before: before, now: now, count: 1)
        } else {
            change?.count += 1
        }
    }

    private mutating func compareParts(_ last: MediaPlaylist, _ newer: MediaPlaylist) {
        guard last.partTargetDuration != nil, newer.partTargetDuration != nil else { return }
        var known: [String: Double] = [:]
        for part in last.segments.flatMap(\.parts) + last.parts { known[Self.key(part)] = part.duration.seconds }
        let listed = newer.segments.flatMap { segment in segment.parts.map { (segment.sequenceNumber, $0) } }
        for (number, part) in listed + newer.parts.map({ (newer.nextSequenceNumber, $0) }) {
            guard let before = known[Self.key(part)], abs(before - part.duration.seconds) > Self.durationTolerance
            else {
                continue
            }
            Self.note(&parts, number, before, part.duration.seconds)
        }
        if last.nextSequenceNumber == newer.nextSequenceNumber, newer.parts.count < last.parts.count {
            lostPartCount = last.parts.count - newer.parts.count
        }
    }

    /// Seconds by which a range must reach into the first segment.
    private static let rangeTolerance = 1.0

    private static func lostRange(from last: MediaPlaylist, to newer: MediaPlaylist) -> String? {
        guard let dated = newer.segments.first(where: { $0.programDateTime != nil }), let date = dated.programDateTime
        else { return nil }
        let start = date.addingTimeInterval(-dated.start.seconds + rangeTolerance)
        let end = date.addingTimeInterval(newer.segments.duration.seconds - dated.start.seconds - rangeTolerance)
        let listed = Set(newer.dateRanges.map(\.id))
        return last.dateRanges.first { range in
            guard !listed.contains(range.id) else { return false }
            let length = range.duration ?? range.endDate?.timeIntervalSince(range.start) ?? 0
            return range.start < end && range.start.addingTimeInterval(length) > start
        }?.id
    }

    private static func key(_ part: PartialSegment) -> String {
        part.uri + (part.byteRange.map { "#\($0.offset)-\($0.length)" } ?? "")
    }

    private static func headers(from last: MediaPlaylist, to newer: MediaPlaylist) -> [String] {
        var found: [String] = []
        func compare(_ name: String, _ before: String, _ now: String) {
            if before != now { found.append("\(name) was \(before), and is \(now)") }
        }
        compare("EXT-X-VERSION", "\(last.version)", "\(newer.version)")
        // An event that ends may become a programme on demand.
        if !newer.hasEnded {
            compare("EXT-X-PLAYLIST-TYPE", last.kind?.rawValue ?? "absent", newer.kind?.rawValue ?? "absent")
        }
        compare("PART-TARGET", target(last), target(newer))
        return found
    }

    private static func target(_ playlist: MediaPlaylist) -> String {
        playlist.partTargetDuration.map { "\($0.seconds)" } ?? "absent"
    }
}
