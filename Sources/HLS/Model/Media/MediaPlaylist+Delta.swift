/// Why a delta update cannot be used. The remedy is always to reload without `_HLS_skip`.
public enum DeltaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The update has no EXT-X-SKIP, or the playlist to update is itself a delta update.
    case notAnUpdate
    /// The update skips a segment that the playlist does not have.
    case missingSegment(sequenceNumber: UInt64)
    /// The first byte range of the update continues a missing one.
    case missingRange
    /// The total duration overflows.
    case tooLong

    public var description: String {
        switch self {
        case .notAnUpdate:
            "The playlist is not a delta update, or the playlist to update is one itself. Reload the full playlist."
        case .missingSegment(let number):
            "The delta update skips segment \(number), which is not known. Reload the full playlist."
        case .missingRange: "The delta update continues an unknown byte range. Reload the full playlist."
        case .tooLong: "The durations add up to more than 292 years. Reload the full playlist."
        }
    }
}

extension MediaPlaylist {
    /// Applies a delta update to this playlist (bis section 6.3.7). Skipped segments keep their properties; everything else comes from the
    /// update. When it throws, the playlist is unchanged.
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

    /// Returns the full playlist that results from an older one and a delta update.
    public static func merge(_ old: MediaPlaylist, _ delta: MediaPlaylist) throws(DeltaError) -> MediaPlaylist {
        var result = old
        try result.apply(delta)
        return result
    }

    /// Returns the segments of an update with the properties that they inherit from the last skipped segment.
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

    /// Merges the date ranges of both where the update skips some; otherwise returns those of the update.
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
    /// Returns the range with the attributes of a later tag of the same ID. Present values are not replaced.
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
