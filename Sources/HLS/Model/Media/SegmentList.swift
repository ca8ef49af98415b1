public import CoreMedia
import Foundation

/// The segments of a playlist, numbered by position. Elements are made when they are asked for.
public struct SegmentList: RandomAccessCollection, Sendable, Hashable {
    var records: [SegmentRecord] = []
    /// The media sequence number of the first.
    var firstSequenceNumber: UInt64 = 0
    /// The discontinuity sequence number that a record's count starts from.
    var discontinuityOrigin: UInt64 = 0

    public var startIndex: Int { 0 }
    public var endIndex: Int { records.count }

    /// Where the first record's clock stands: segments that left the window do not renumber the rest.
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

    /// The position of a media sequence number; nil where the playlist has no such segment.
    public func position(ofSequenceNumber number: UInt64) -> Int? {
        guard number >= firstSequenceNumber, number - firstSequenceNumber < UInt64(records.count) else { return nil }
        return Int(number - firstSequenceNumber)
    }

    /// From the first segment's beginning to the last one's end.
    public var duration: CMTime { .nanoseconds(durationInNanoseconds) }

    var durationInNanoseconds: Int64 {
        guard let last = records.last else { return 0 }
        return last.start &+ last.duration &- origin
    }

    /// The segment that plays at a time after the playlist's beginning: the one that starts last at or before it.
    /// - Returns: nil for an empty list, and for times before its beginning or after its end.
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

    /// Places at which two lists may lie beside each other, before they are taken for different ones.
    private static let maximumAlignments = 8

    /// The last segment that a newer list has in common with this one, where all that lies beside each other then is the same; by what the
    /// segments are, not by their numbers. Media that a list has twice say nothing.
    func common(with newer: SegmentList) -> PlaylistChange.CommonSegment? {
        var places: [SegmentRecord.Identity: Int?] = [:]
        places.reserveCapacity(newer.records.count)
        for (index, record) in newer.records.enumerated() {
            let identity = record.identity
            places[identity] = places[identity] == nil ? .some(index) : .some(nil)
        }
        var tries = 0
        for here in records.indices.reversed() {
            guard case .some(.some(let there)) = places[records[here].identity] else { continue }
            let lead = Swift.min(here, there)
            let pairs = zip(records[(here - lead)...], newer.records[(there - lead)...])
            if pairs.allSatisfy({ $0.isSameMedia(as: $1) }) { return .init(old: here, new: there) }
            tries += 1
            if tries == Self.maximumAlignments { return nil }
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
