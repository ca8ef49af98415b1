/// The exact end of audio tracks (ISO 14496-12 sections 8.4.2, 8.6.5 and 8.6.6).
///
/// Encoders fill the last packet with silence, which must not be played. The media header states the number of samples without it; the edit
/// list states the same end in the coarser units of the movie, which libavformat uses.
extension BoxWalk {
    /// Returns the time at which the presentation of an audio track ends, in ticks of its timescale on libavformat's timeline; nil where the
    /// boxes do not state it exactly.
    /// - Parameter timescale: the ticks per second of libavformat's stream.
    func audioEnd(trackID: Int32, timescale: Int32) -> Int64? {
        guard !isFragmented, let track = tracks.first(where: { $0.trackID == UInt32(bitPattern: trackID) }),
            let media = Self.length(track.mediaHeader), media.timescale == Int64(timescale), media.duration > 0
        else { return nil }
        guard !track.edits.isEmpty else { return media.duration }
        guard let movie = Self.length(movieHeader), movie.timescale > 0, let edits = track.editList else { return nil }
        var lead: Int64 = 0
        var rest = edits[...]
        while let first = rest.first, first.start < 0 {
            lead += first.duration * media.timescale / movie.timescale
            rest = rest.dropFirst()
        }
        guard rest.count == 1, let edit = rest.first, edit.start < media.duration else { return nil }
        // Half a unit of the movie is the rounding of writers, a whole one is allowed.
        let unit = max(1, (media.timescale + movie.timescale - 1) / movie.timescale)
        let stated = edit.duration * media.timescale / movie.timescale
        let whole = media.duration - edit.start
        let length = edit.duration == 0 || abs(stated - whole) <= unit ? whole : min(stated, whole)
        return lead + length
    }

    /// Returns the timescale and the duration in a header of a movie or of media.
    private static func length(_ box: [UInt8]) -> (timescale: Int64, duration: Int64)? {
        let isLong = box.first == 1
        guard let timescale = box.number(at: isLong ? 20 : 12), let low = box.number(at: isLong ? 28 : 16) else {
            return nil
        }
        let high = isLong ? box.number(at: 24) ?? 0 : 0
        guard timescale > 0, high < 1 << 20, low != .max else { return nil }
        return (Int64(timescale), Int64(high) << 32 | Int64(low))
    }
}

extension BoxWalk.Track {
    fileprivate struct Edit {
        /// In units of the movie.
        var duration: Int64
        /// In ticks of the media; negative: nothing is played.
        var start: Int64
    }

    /// The maximum number of entries that are parsed; other lists are left to libavformat.
    private static let maximumEdits = 4

    /// The entries of the edit list; nil if one is not played at the normal rate.
    fileprivate var editList: [Edit]? {
        guard let count = edits.number(at: 4), count > 0, count <= Self.maximumEdits else { return nil }
        let isLong = edits.first == 1
        var list: [Edit] = []
        for index in 0..<Int(count) {
            let at = 8 + index * (isLong ? 20 : 12)
            let edit: Edit
            if isLong {
                guard let high = edits.number(at: at), high < 1 << 20, let low = edits.number(at: at + 4),
                    let top = edits.number(at: at + 8), let bottom = edits.number(at: at + 12)
                else { return nil }
                edit = Edit(
                    duration: Int64(high) << 32 | Int64(low),
                    start: Int64(bitPattern: UInt64(top) << 32 | UInt64(bottom)))
            } else {
                guard let duration = edits.number(at: at), let start = edits.number(at: at + 4) else { return nil }
                edit = Edit(duration: Int64(duration), start: Int64(Int32(bitPattern: start)))
            }
            guard edits.number(at: at + (isLong ? 16 : 8)) == 0x10000 || edit.start < 0 else { return nil }
            list.append(edit)
        }
        return list
    }
}
