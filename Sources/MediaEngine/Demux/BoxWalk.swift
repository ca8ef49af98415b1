/// Follows the boxes of an MP4 through the bytes that libavformat reads, for what it does not tell: where the index ought to end (one
/// that is cut off it calls whole), and how the tracks describe their samples.
///
/// libavformat looks at every outer box up to the last that it needs, and at all of the index, so that watching costs no reading of our own.
struct BoxWalk {
    /// What a track says of itself, as it stands in the file.
    struct Track {
        /// The contents of its header (`tkhd`).
        fileprivate(set) var header: [UInt8] = []
        /// The contents of its sample descriptions (`stsd`).
        fileprivate(set) var descriptions: [UInt8] = []
    }

    /// Where the index, or the last fragment's, ends by its own word; nil before one was seen.
    private(set) var endOfIndex: UInt64?
    private(set) var tracks: [Track] = []
    /// Whether the bytes begin as an MP4's do.
    private(set) var isMovie = false
    /// Where the next head begins; nil once the file turned out to be no chain of boxes, or to end with an open box.
    private var next: UInt64? = 0
    /// What has been seen of the next head.
    private var head: [UInt8] = []
    /// The box whose contents are being kept.
    private var kept: (part: WritableKeyPath<Track, [UInt8]>, start: UInt64, count: Int)?

    private static let headBytes = 16
    /// Of one box; no header and no description of a picture is longer.
    private static let mostKept = 16 << 10
    private static let mostTracks = Demuxer.maximumStreams
    private static let parents = Set(["moov", "trak", "mdia", "minf", "stbl"].map(Self.number))

    /// To be called with all that is read, in the order in which it is read.
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
        case Self.tkhd: keep(\.header, from: inside, to: end)
        case Self.stsd: keep(\.descriptions, from: inside, to: end)
        default: break
        }
    }

    private mutating func keep(_ part: WritableKeyPath<Track, [UInt8]>, from start: UInt64, to end: UInt64) {
        guard let last = tracks.indices.last, tracks[last][keyPath: part].isEmpty else { return }
        kept = (part, start, Int(clamping: min(end - start, UInt64(Self.mostKept))))
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer, offset: UInt64) {
        guard let kept, let last = tracks.indices.last else { return }
        let have = tracks[last][keyPath: kept.part].count
        let wanted = kept.start &+ UInt64(have)
        guard wanted >= offset, wanted < offset &+ UInt64(bytes.count) else { return }
        let from = Int(wanted - offset)
        tracks[last][keyPath: kept.part] += bytes[from..<min(bytes.count, from + kept.count - have)]
        if tracks[last][keyPath: kept.part].count == kept.count { self.kept = nil }
    }

    /// Photographs in the same boxes.
    private static let stillBrands = Set(["heic", "heix", "mif1", "msf1", "avif"].map(number))
    private static let ftyp = number("ftyp")
    private static let moov = number("moov")
    private static let moof = number("moof")
    private static let trak = number("trak")
    private static let tkhd = number("tkhd")
    private static let stsd = number("stsd")

    private static func number(_ name: String) -> UInt64 { number(Array(name.utf8)) }

    private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
