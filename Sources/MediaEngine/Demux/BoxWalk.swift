/// Parses the boxes of an MP4 file from the bytes that libavformat reads, for information that libavformat does not report: where the index
/// should end (libavformat accepts a truncated index), and the tracks' sample descriptions.
///
/// libavformat reads the headers of all top-level boxes up to the last one that it needs, and the whole index, so no additional reads are
/// necessary.
struct BoxWalk {
    /// The boxes of a track, as stored in the file.
    struct Track {
        /// The contents of the track header (`tkhd`).
        fileprivate(set) var header: [UInt8] = []
        /// The contents of the sample descriptions (`stsd`).
        fileprivate(set) var descriptions: [UInt8] = []
        /// The contents of the media header (`mdhd`).
        fileprivate(set) var mediaHeader: [UInt8] = []
        /// The contents of the edit list (`elst`).
        fileprivate(set) var edits: [UInt8] = []
    }

    /// The end of the `moov` box or of the last `moof` box according to its size field; nil before one was found.
    private(set) var endOfIndex: UInt64?
    private(set) var tracks: [Track] = []
    /// The contents of the movie header (`mvhd`).
    private(set) var movieHeader: [UInt8] = []
    /// Whether the samples are in fragments, so that headers do not state the duration.
    private(set) var isFragmented = false
    /// Whether the file starts with the `ftyp` box of a movie.
    private(set) var isMovie = false
    /// The offset of the next box header; nil if the file is not a sequence of boxes, or ends with a box of unknown size.
    private var next: UInt64? = 0
    /// The bytes of the next box header that have been read.
    private var head: [UInt8] = []
    /// The box whose contents are being copied.
    private var kept: (part: WritableKeyPath<BoxWalk, [UInt8]>, start: UInt64, count: Int)?

    private static let headBytes = 16
    /// The maximum number of bytes copied from one box; headers and video sample descriptions are shorter.
    private static let mostKept = 16 << 10
    private static let mostTracks = Demuxer.maximumStreams
    private static let parents = Set(["moov", "trak", "edts", "mdia", "minf", "stbl"].map(Self.number))

    /// Parses bytes that were read. Must be called with all reads, in order.
    mutating func look(at bytes: UnsafeRawBufferPointer, offset: UInt64) {
        let end = offset &+ UInt64(bytes.count)
        while true {
            keep(bytes, offset: offset)
            guard let next else { return }
            let wanted = next &+ UInt64(head.count)
            guard wanted >= offset, wanted < end else { return }
            let from = Int(wanted - offset)
            head += bytes[from..<min(bytes.count, from + Self.headBytes - head.count)]
            guard head.count >= 8 else { return }
            let isLong = head[..<4].elementsEqual([0, 0, 0, 1])
            guard !isLong || head.count == Self.headBytes else { return }
            take(at: next, headBytes: isLong ? 16 : 8)
        }
    }

    private mutating func take(at start: UInt64, headBytes: Int) {
        let size = Self.number(headBytes == 16 ? head[8..<16] : head[..<4])
        let kind = Self.number(head[4..<8])
        let isName = head[4..<8].allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0xA9 }
        let brand = head.count >= 12 ? Self.number(head[8..<12]) : 0
        head.removeAll(keepingCapacity: true)
        let (end, isTooFar) = start.addingReportingOverflow(size)
        guard size >= UInt64(headBytes), !isTooFar, isName else {
            next = nil
            return
        }
        let inside = start + UInt64(headBytes)
        next = Self.parents.contains(kind) ? inside : end
        if start == 0, kind == Self.ftyp { isMovie = !Self.stillBrands.contains(brand) }
        switch kind {
        case Self.moov, Self.moof: endOfIndex = end
        case Self.trak: if tracks.count < Self.mostTracks { tracks.append(Track()) }
        case Self.mvex: isFragmented = true
        case Self.mvhd: keep(\.movieHeader, from: inside, to: end)
        case Self.tkhd: keepOfTrack(\.header, from: inside, to: end)
        case Self.stsd: keepOfTrack(\.descriptions, from: inside, to: end)
        case Self.mdhd: keepOfTrack(\.mediaHeader, from: inside, to: end)
        case Self.elst: keepOfTrack(\.edits, from: inside, to: end)
        default: break
        }
    }

    private mutating func keepOfTrack(_ part: WritableKeyPath<Track, [UInt8]>, from start: UInt64, to end: UInt64) {
        guard let last = tracks.indices.last else { return }
        let track: WritableKeyPath<BoxWalk, Track> = \.tracks[last]
        keep(track.appending(path: part), from: start, to: end)
    }

    private mutating func keep(_ part: WritableKeyPath<BoxWalk, [UInt8]>, from start: UInt64, to end: UInt64) {
        guard self[keyPath: part].isEmpty else { return }
        kept = (part, start, Int(clamping: min(end - start, UInt64(Self.mostKept))))
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer, offset: UInt64) {
        guard let kept else { return }
        let have = self[keyPath: kept.part].count
        let wanted = kept.start &+ UInt64(have)
        guard wanted >= offset, wanted < offset &+ UInt64(bytes.count) else { return }
        let from = Int(wanted - offset)
        self[keyPath: kept.part] += bytes[from..<min(bytes.count, from + kept.count - have)]
        if self[keyPath: kept.part].count == kept.count { self.kept = nil }
    }

    /// The brands of still images in the same container format.
    private static let stillBrands = Set(["heic", "heix", "mif1", "msf1", "avif"].map(number))
    private static let ftyp = number("ftyp")
    private static let moov = number("moov")
    private static let moof = number("moof")
    private static let trak = number("trak")
    private static let tkhd = number("tkhd")
    private static let stsd = number("stsd")
    private static let mvhd = number("mvhd")
    private static let mvex = number("mvex")
    private static let mdhd = number("mdhd")
    private static let elst = number("elst")

    private static func number(_ name: String) -> UInt64 { number(Array(name.utf8)) }

    private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
