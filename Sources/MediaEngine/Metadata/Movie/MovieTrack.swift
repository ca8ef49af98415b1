/// A sample of a track, at its times in the movie.
struct MovieSample {
    var offset: Int64
    var byteCount: Int
    var start: Nanoseconds
    var end: Nanoseconds
}

/// The headers of a track that concern chapters, and its list of samples.
struct MovieTrack {
    private(set) var id: UInt32 = 0
    /// The BCP 47 language tag; nil if unknown.
    private(set) var language: String?
    /// The tracks to which this track refers (`tref`), in the order of the file.
    private(set) var references: [TrackAssociation] = []
    /// The IDs of the tracks that store chapters for this track.
    var chapterTracks: [UInt32] {
        references.filter { $0.type == "chap" }.flatMap(\.trackIDs).map { UInt32(bitPattern: $0) }
    }
    /// Whether the samples are texts.
    private(set) var isText = false
    private var timescale = 0
    private var table: MovieBox?
    private var edits: [UInt8] = []

    /// The maximum size of a table of samples, and of an edit list.
    private static let maximumTableBytes = 4 << 20
    private static let maximumEditBytes = 64 << 10
    private static let maximumReferences = 64
    private static let maximumReferenceTypes = 64

    /// Nil if the track has no header.
    init?(_ track: MovieBox, bytes: ContainerBytes, isQuickTime: Bool) {
        for box in MovieBoxes(bytes, in: track.content) {
            switch box.type {
            case "tkhd":
                let head = bytes.prefix(at: box.content.lowerBound, count: 32)
                id = UInt32(
                    truncatingIfNeeded: head.number(at: head.first == 1 ? 20 : 12, count: 4, before: head.count) ?? 0)
            case "tref":
                for reference in MovieBoxes(bytes, in: box.content).prefix(Self.maximumReferenceTypes) {
                    let count = min(reference.byteCount / 4, Self.maximumReferences)
                    let list = bytes.prefix(at: reference.content.lowerBound, count: count * 4)
                    let ids = (0..<count).compactMap { index in
                        list.number(at: 4 * index, count: 4, before: list.count).map { Int32(truncatingIfNeeded: $0) }
                    }
                    references.append(TrackAssociation(type: reference.type, trackIDs: ids))
                }
            case "edts":
                for edit in MovieBoxes(bytes, in: box.content) where edit.type == "elst" {
                    edits = bytes.prefix(
                        at: edit.content.lowerBound, count: min(edit.byteCount, Self.maximumEditBytes))
                }
            case "mdia": readMedia(box, bytes, isQuickTime)
            default: break
            }
        }
        if id == 0 { return nil }
    }

    private mutating func readMedia(_ media: MovieBox, _ bytes: ContainerBytes, _ isQuickTime: Bool) {
        var extended: String?
        for box in MovieBoxes(bytes, in: media.content) {
            switch box.type {
            case "mdhd":
                let head = bytes.prefix(at: box.content.lowerBound, count: 40)
                let isLong = head.first == 1
                timescale = head.number(at: isLong ? 20 : 12, count: 4, before: head.count) ?? 0
                language = head.number(at: isLong ? 32 : 20, count: 2, before: head.count).flatMap {
                    MovieLanguage.tag($0, isQuickTime: isQuickTime)
                }
            case "hdlr":
                let head = bytes.prefix(at: box.content.lowerBound, count: 12)
                isText = head.count == 12 && ["text", "sbtl", "subt"].contains { head[8..<12].elementsEqual($0.utf8) }
            case "elng":
                let text = bytes.prefix(at: box.content.lowerBound + 4, count: min(max(0, box.byteCount - 4), 64))
                extended = LanguageTag.bcp47(StoredText.decode(StoredText.terminated(text[...])))
            case "minf":
                table = MovieBoxes(bytes, in: box.content).first { $0.type == "stbl" } ?? table
            default: break
            }
        }
        language = extended ?? language
    }

    // MARK: Samples

    /// Returns the samples in the order of the track, as far as its tables are complete.
    func samples(_ bytes: ContainerBytes, movieTimescale: Int) -> [MovieSample] {
        guard let table, timescale > 0 else { return [] }
        var tables: [String: [UInt8]] = [:]
        for box in MovieBoxes(bytes, in: table.content) where Self.tableNames.contains(box.type) {
            guard box.byteCount <= Self.maximumTableBytes else { return [] }
            tables[box.type] = bytes.bytes(in: box.content) ?? []
        }
        let sizes = Self.sizes(tables["stsz"] ?? [])
        let offsets = Self.offsets(tables, sizes: sizes)
        let times = Self.times(tables["stts"] ?? [], count: sizes.count)
        let shift = shift(movieTimescale: movieTimescale)
        return zip(zip(offsets, sizes), times).compactMap { place, time in
            guard let start = nanoseconds(time.lowerBound - shift), let end = nanoseconds(time.upperBound - shift)
            else {
                return nil
            }
            return MovieSample(offset: place.0, byteCount: place.1, start: start, end: end)
        }
    }

    private static let tableNames: Set<String> = ["stts", "stsc", "stsz", "stco", "co64"]
    private static let maximumSamples = ContainerDescription.maximumChapters

    private func nanoseconds(_ ticks: Int64) -> Nanoseconds? {
        let (seconds, rest) = max(0, ticks).quotientAndRemainder(dividingBy: Int64(timescale))
        guard seconds < Int64(Nanoseconds.never) / 4_000_000_000 else { return nil }
        return Nanoseconds(seconds) &* 1_000_000_000 &+ Nanoseconds(Double(rest) / Double(timescale) * 1e9 + 0.5)
    }

    /// The time in the media at the start of the movie, in the track's timescale: negative if an empty edit delays the track.
    private func shift(movieTimescale: Int) -> Int64 {
        let isLong = edits.first == 1
        let (width, length) = isLong ? (8, 20) : (4, 12)
        guard let count = edits.number(at: 4, count: 4, before: edits.count), count > 0 else { return 0 }
        var delay: Int64 = 0
        for entry in 0..<min(count, 16) {
            let at = 8 + entry * length
            guard at + 2 * width <= edits.count else { break }
            func signed(_ at: Int) -> Int64 {
                let bits = edits[at..<at + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                return isLong ? Int64(bitPattern: bits) : Int64(Int32(truncatingIfNeeded: bits))
            }
            let (duration, start) = (signed(at), signed(at + width))
            if start >= 0 { return min(start, 1 << 50) - delay }
            guard movieTimescale > 0, duration >= 0, duration < 1 << 40 else { break }
            delay += Int64((Double(duration) / Double(movieTimescale) * Double(timescale)).clamped(0, 1e15))
        }
        return -delay
    }

    private static func sizes(_ table: [UInt8]) -> [Int] {
        guard let fixed = table.number(at: 4, count: 4, before: table.count),
            let count = table.number(at: 8, count: 4, before: table.count)
        else { return [] }
        let limited = min(count, maximumSamples)
        if fixed > 0 { return Array(repeating: fixed, count: limited) }
        return (0..<min(limited, (table.count - 12) / 4)).compactMap {
            table.number(at: 12 + 4 * $0, count: 4, before: table.count)
        }
    }

    private static func times(_ table: [UInt8], count: Int) -> [Range<Int64>] {
        var times: [Range<Int64>] = []
        var time: Int64 = 0
        let entries = table.number(at: 4, count: 4, before: table.count) ?? 0
        for entry in 0..<min(entries, max(0, table.count - 8) / 8) {
            guard let repeats = table.number(at: 8 + 8 * entry, count: 4, before: table.count),
                let length = table.number(at: 12 + 8 * entry, count: 4, before: table.count)
            else { break }
            for _ in 0..<min(repeats, count - times.count) {
                times.append(time..<time + Int64(length))
                time += Int64(length)
            }
        }
        return times
    }

    private static func offsets(_ tables: [String: [UInt8]], sizes: [Int]) -> [Int64] {
        let isLong = tables["stco"] == nil
        let (chunks, width) = isLong ? (tables["co64"] ?? [], 8) : (tables["stco"] ?? [], 4)
        let groups = tables["stsc"] ?? []
        let chunkCount = min(
            chunks.number(at: 4, count: 4, before: chunks.count) ?? 0, max(0, chunks.count - 8) / width)
        let groupCount = min(
            groups.number(at: 4, count: 4, before: groups.count) ?? 0, max(0, groups.count - 8) / 12)
        func group(_ index: Int, _ field: Int) -> Int {
            groups.number(at: 8 + 12 * index + 4 * field, count: 4, before: groups.count) ?? 0
        }
        var offsets: [Int64] = []
        var current = 0
        for chunk in 0..<chunkCount where offsets.count < sizes.count {
            while current + 1 < groupCount, group(current + 1, 0) <= chunk + 1 { current += 1 }
            guard current < groupCount,
                var offset = chunks.number(at: 8 + width * chunk, count: width, before: chunks.count)
            else { break }
            for _ in 0..<min(group(current, 1), sizes.count - offsets.count) {
                offsets.append(Int64(offset))
                let (next, overflowed) = offset.addingReportingOverflow(sizes[offsets.count - 1])
                if overflowed { return offsets }
                offset = next
            }
        }
        return offsets
    }
}
