/// Why a delta update cannot be used. The way out is always the same: ask again without `_HLS_skip`.
public enum DeltaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It has no EXT-X-SKIP, or the playlist it is for is itself an update.
    case notAnUpdate
    /// It leaves out a segment that we do not have.
    case missingSegment(sequenceNumber: UInt64)
    /// Its first byte range continues one that is not there.
    case missingRange
    /// The durations of both add up to more than can be counted.
    case tooLong

    public var description: String {
        switch self {
        case .notAnUpdate: "The playlist is no delta update of a whole one. Ask for the whole playlist."
        case .missingSegment(let number):
            "The update leaves out segment \(number), which is not here. Ask for the whole playlist."
        case .missingRange: "The update goes on from a byte range that is not here. Ask for the whole playlist."
        case .tooLong: "The durations add up to more than 292 years."
        }
    }
}

extension MediaPlaylist {
    /// Makes this playlist the one that a delta update describes (bis section 6.3.7): skipped segments stay with all that applies to them,
    /// everything else is the update's. Unchanged where it throws.
    public mutating func apply(_ delta: MediaPlaylist) throws(DeltaError) {
        guard let skip = delta.skip, self.skip == nil else { throw .notAnUpdate }
        let first = delta.mediaSequence
        var kept: Range<Int> = 0..<0
        if skip.count > 0 {
            guard let start = segments.position(ofSequenceNumber: first) else {
                throw .missingSegment(sequenceNumber: first)
            }
            guard skip.count <= UInt64(segments.count - start) else {
                throw .missingSegment(sequenceNumber: segments.sequenceNumber(at: segments.count))
            }
            kept = start..<start + Int(skip.count)
        }
        let last = kept.isEmpty ? nil : segments.records[kept.upperBound - 1]
        let additions = try Self.continued(delta.segments.records, after: last)

        var list = SegmentList()
        swap(&list, &segments)
        list.records.removeSubrange(kept.upperBound...)
        list.records.removeFirst(kept.lowerBound)
        list.records.append(contentsOf: additions)
        list.firstSequenceNumber = first
        if last == nil { list.discontinuityOrigin = delta.discontinuitySequence }
        let ranges = Self.merged(dateRanges, delta.dateRanges, removed: skip.recentlyRemovedDateRanges)

        self = delta
        self.skip = nil
        segments = list
        dateRanges = ranges
        for index in parts.indices { parts[index].inherit(from: last) }
    }

    /// The whole playlist that an update makes of an older one.
    public static func merge(_ old: MediaPlaylist, _ delta: MediaPlaylist) throws(DeltaError) -> MediaPlaylist {
        var result = old
        try result.apply(delta)
        return result
    }

    /// The segments of an update, with what the last skipped one hands on.
    private static func continued(
        _ records: [SegmentRecord], after last: SegmentRecord?
    ) throws(DeltaError) -> [SegmentRecord] {
        var result = records
        let (origin, overflowed) = (last?.start ?? 0).addingReportingOverflow(last?.duration ?? 0)
        guard !overflowed else { throw .tooLong }
        for index in result.indices {
            var record = result[index]
            let (start, early) = record.start.addingReportingOverflow(origin)
            guard !early, !start.addingReportingOverflow(record.duration).overflow else { throw .tooLong }
            record.start = start
            record.discontinuities &+= last?.discontinuities ?? 0
            if record.flags.contains(.continuesRange) {
                guard let last, let range = last.byteRange, last.uri == record.uri else { throw .missingRange }
                let (offset, far) = range.end.addingReportingOverflow(record.rangeOffset)
                guard !far, offset <= Int64.max else { throw .missingRange }
                record.rangeOffset = offset
            }
            if let last {
                if record.flags.contains(.inheritsKeys) { record.keys = inherited(last.keys, record.keys) }
                if record.flags.contains(.inheritsMap) { record.initialization = last.initialization }
                if record.flags.contains(.inheritsBitrate) { record.bitrate = last.bitrate }
            }
            if let rarities = record.rarities, !rarities.parts.isEmpty {
                var parts = rarities.parts
                for part in parts.indices { parts[part].inherit(from: last) }
                record.rarities = .init(title: rarities.title, parts: parts, tiles: rarities.tiles)
            }
            record.flags.subtract([.inheritsKeys, .inheritsMap, .inheritsBitrate, .continuesRange])
            result[index] = record
        }
        return result
    }

    fileprivate static func inherited(_ old: [EncryptionKey], _ new: [EncryptionKey]) -> [EncryptionKey] {
        new.isEmpty ? old : old.filter { key in !new.contains { $0.format == key.format } } + new
    }

    /// The date ranges of both where the update leaves some out, else the update's.
    private static func merged(_ old: [DateRange], _ new: [DateRange], removed: [String]?) -> [DateRange] {
        guard let removed else { return new }
        let gone = Set(removed)
        var result = old.filter { !gone.contains($0.id) }
        var index: [String: Int] = [:]
        for (position, range) in result.enumerated() { index[range.id] = position }
        for range in new {
            if let position = index[range.id] {
                result[position] = result[position].adding(range)
            } else {
                index[range.id] = result.count
                result.append(range)
            }
        }
        DateRange.resolveEnds(&result)
        return result
    }
}

extension PartialSegment {
    fileprivate mutating func inherit(from last: SegmentRecord?) {
        if let last {
            if inherited.contains(.inheritsKeys) { keys = MediaPlaylist.inherited(last.keys, keys) }
            if inherited.contains(.inheritsMap) { initialization = last.initialization?.section }
        }
        inherited = []
    }
}

extension DateRange {
    /// With what a later tag of the same ID adds. What is there already stays.
    func adding(_ other: DateRange) -> DateRange {
        var result = self
        result.category = category ?? other.category
        result.endDate = endDate ?? other.endDate
        result.duration = duration ?? other.duration
        result.plannedDuration = plannedDuration ?? other.plannedDuration
        if cues.isEmpty { result.cues = other.cues }
        result.endsOnNext = endsOnNext || other.endsOnNext
        result.spliceCommand = spliceCommand ?? other.spliceCommand
        result.spliceOut = spliceOut ?? other.spliceOut
        result.spliceIn = spliceIn ?? other.spliceIn
        result.attributes.merge(other.attributes) { first, _ in first }
        return result
    }
}
