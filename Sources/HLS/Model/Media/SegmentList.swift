public import CoreMedia
import Foundation

/// The segments of a playlist by position. Elements are created on access.
public struct SegmentList: RandomAccessCollection, Sendable, Hashable {
    var records: [SegmentRecord] = []
    /// The media sequence number of the first segment.
    var firstSequenceNumber: UInt64 = 0
    /// The discontinuity sequence number at which the records' counts start.
    var discontinuityOrigin: UInt64 = 0

    public var startIndex: Int { 0 }
    public var endIndex: Int { records.count }

    /// The start time stored in the first record. Records are not renumbered when segments leave the window.
    private var origin: Int64 { records.first?.start ?? 0 }

    public subscript(position: Int) -> MediaSegment {
        let record = records[position]
        return MediaSegment(
            uri: record.uri, sequenceNumber: sequenceNumber(at: position),
            discontinuitySequence: discontinuityOrigin &+ UInt64(record.discontinuities),
            start: .nanoseconds(record.start &- origin), duration: .nanoseconds(record.duration),
            title: record.rarities?.title, byteRange: record.byteRange,
            continuesSkippedRange: record.flags.contains(.continuesRange),
            isDiscontinuity: record.flags.contains(.discontinuity), isGap: record.flags.contains(.gap),
            programDateTime: record.flags.contains(.date) ? Date(timeIntervalSinceReferenceDate: record.date) : nil,
            keys: record.keys, initialization: record.initialization?.section,
            bitsPerSecond: record.bitrate == 0 || record.flags.contains(.byteRange) ? nil : Int(record.bitrate) * 1_000,
            parts: record.rarities?.parts ?? [], tiles: record.rarities?.tiles, line: Int(record.line))
    }

    public func sequenceNumber(at position: Int) -> UInt64 { firstSequenceNumber &+ UInt64(position) }

    /// Returns the position of a media sequence number; nil where the playlist has no such segment.
    public func position(ofSequenceNumber number: UInt64) -> Int? {
        guard number >= firstSequenceNumber, number - firstSequenceNumber < UInt64(records.count) else { return nil }
        return Int(number - firstSequenceNumber)
    }

    /// Time from the start of the first segment to the end of the last one.
    public var duration: CMTime { .nanoseconds(durationInNanoseconds) }

    var durationInNanoseconds: Int64 {
        guard let last = records.last else { return 0 }
        return last.start &+ last.duration &- origin
    }

    /// Returns the position of the segment at a time after the playlist's start: the last one that starts at or before the time.
    /// - Returns: nil for an empty list, and for times before its start or after its end.
    public func position(at time: CMTime) -> Int? {
        guard time.isNumeric, !records.isEmpty else { return nil }
        let wanted = time.convertScale(1_000_000_000, method: .default).value
        guard wanted >= 0, wanted <= durationInNanoseconds else { return nil }
        var (low, high) = (0, records.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if records[middle].start &- origin <= wanted { low = middle } else { high = middle }
        }
        return low
    }

    /// The number of alignments of two lists that are tried before they count as different.
    private static let maximumAlignments = 8

    /// Returns the last segment shared with a newer list, where that alignment makes all overlapping segments equal. Segments are compared
    /// by URI and byte range, not by number. Media that a list has twice is ignored.
    func common(with newer: SegmentList) -> PlaylistChange.CommonSegment? {
        var places: [SegmentRecord.Identity: Int?] = [:]
        places.reserveCapacity(newer.records.count)
        for (index, record) in newer.records.enumerated() {
            let identity = record.identity
            places[identity] = places[identity] == nil ? .some(index) : .some(nil)
        }
        var attempts = 0
        for here in records.indices.reversed() {
            guard case .some(.some(let there)) = places[records[here].identity] else { continue }
            let lead = Swift.min(here, there)
            let pairs = zip(records[(here - lead)...], newer.records[(there - lead)...])
            if pairs.allSatisfy({ $0.isSameMedia(as: $1) }) { return .init(old: here, new: there) }
            attempts += 1
            if attempts == Self.maximumAlignments { return nil }
        }
        return nil
    }

    public static func == (left: SegmentList, right: SegmentList) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0.ignoringLine == $1.ignoringLine }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(firstSequenceNumber)
        hasher.combine(records.count)
        hasher.combine(records.last?.uri)
    }
}

extension MediaSegment {
    fileprivate var ignoringLine: MediaSegment {
        var copy = self
        copy.line = 0
        for index in copy.parts.indices { copy.parts[index].line = 0 }
        return copy
    }
}

extension CMTime {
    static func nanoseconds(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1_000_000_000) }
}
