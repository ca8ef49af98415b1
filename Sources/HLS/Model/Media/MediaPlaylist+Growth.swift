extension MediaPlaylist {
    /// Appends the segments of a later load, and takes over everything else from it: the result lists all segments since the first load, for
    /// tools that watch a live stream.
    /// - Returns: false where the later load does not continue this playlist; it then replaces it.
    public mutating func extend(with newer: MediaPlaylist) -> Bool {
        let next = segments.sequenceNumber(at: segments.count)
        let first = newer.segments.sequenceNumber(at: 0)
        guard newer.skip == nil, skip == nil, first <= next, mediaSequence <= newer.mediaSequence,
            next - first <= UInt64(newer.segments.count), let last = segments.records.last
        else {
            self = newer
            return false
        }
        var list = segments
        let known = Int(next - first)
        let origin = newer.discontinuitySequence &+ UInt64(newer.segments.records.first?.discontinuities ?? 0)
        let base = newer.segments.records.first.map(\.discontinuities) ?? 0
        // Both playlists number discontinuities alike, or the first common segment says how they differ.
        let number =
            segments.position(ofSequenceNumber: first).map { UInt64(segments.records[$0].discontinuities) }
            ?? (origin >= list.discontinuityOrigin ? origin - list.discontinuityOrigin : 0)
        var start = last.start &+ last.duration
        for record in newer.segments.records.dropFirst(known) {
            var record = record
            record.discontinuities = UInt32(truncatingIfNeeded: number &+ UInt64(record.discontinuities &- base))
            record.start = start
            start = start &+ record.duration
            list.records.append(record)
        }
        let sequence = mediaSequence
        let discontinuity = discontinuitySequence
        self = newer
        segments = list
        mediaSequence = sequence
        discontinuitySequence = discontinuity
        return true
    }
}
