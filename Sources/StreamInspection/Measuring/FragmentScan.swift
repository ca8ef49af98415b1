import MediaEngine

/// The boxes of a fragmented MP4 segment (ISO 14496-12 section 8.8), without decoding: completeness, tracks, sequence numbers, sizes.
struct FragmentScan {
    private(set) var sequenceNumber: Int?
    /// The numbers of the tracks that have samples.
    private(set) var tracks: [Int] = []
    /// Whether each sample is marked as a sync sample, by the number of its track. Tracks that do not state it for all samples are
    /// left out.
    var syncMarks: [Int: [Bool]] { marks.filter { !unmarked.contains($0.key) } }
    private var marks: [Int: [Bool]] = [:]
    private var unmarked: Set<Int> = []
    /// The flags of samples by track, where fragments do not state them (`trex`).
    private let defaultFlags: [Int: Int]
    private(set) var hasMovie = false
    private(set) var hasFragment = false
    /// What is wrong with the boxes; nil where nothing is.
    private(set) var damage: String?
    /// Where the bytes end too early; nil where they do not.
    private(set) var cut: String?

    /// Types of boxes at the top of segments.
    private static let known: Set<String> = [
        "ftyp", "styp", "moov", "moof", "mdat", "sidx", "ssix", "emsg", "prft", "free", "skip", "uuid", "mfra", "meta",
        "wide", "pdin", "udta",
    ]
    private static let mostBoxes = 100_000

    /// Samples of the duration 0 that are followed by others of their track.
    private(set) var untimedCount = 0
    /// Bytes at the ends of `mdat` boxes that belong to no sample of the only fragment before them.
    private(set) var unusedCount = 0
    /// The tracks whose last sample has the duration 0.
    private var untimed: Set<Int> = []
    /// The places of the first and after the last sample from the start of the `moof` box; nil where they are not stated.
    private var extent: (track: Int, first: Int, end: Int)?

    static func isFragments(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 8 && known.contains(String(decoding: bytes[4..<8], as: UTF8.self))
    }

    /// - Parameter initialization: the initialization section; empty where there is none.
    init(_ bytes: [UInt8], initialization: [UInt8] = []) {
        defaultFlags = Self.defaultFlags(in: initialization)
        var reader = BoxReader(bytes)
        var expected: Int?
        var position = 0
        var fragment = 0
        var fragmentCount = 0
        for _ in 0..<Self.mostBoxes {
            position = bytes.count - reader.rest
            guard let box = reader.next() else { break }
            switch box.type {
            case "moov": hasMovie = true
            case "moof":
                hasFragment = true
                fragmentCount += 1
                fragment = box.start
                extent = nil
                expected = read(bytes, box.content)
            case "mdat":
                if let expected, let extent, fragmentCount == 1, expected < box.content.count,
                    extent.first == box.content.lowerBound - fragment
                {
                    unusedCount += box.content.count - expected
                }
                fragmentCount = 0
                if let expected, expected > box.content.count {
                    damage = "the samples have \(expected) bytes, and the mdat box \(box.content.count)"
                } else if let extent, expected != nil, damage == nil {
                    damage = Self.misplacement(
                        extent, from: box.content.lowerBound - fragment, to: box.content.upperBound - fragment,
                        isLast: reader.rest == 0 || bytes.holds("moof", at: box.content.upperBound + 4))
                }
                expected = nil
            default:
                if !Self.known.contains(box.type), damage == nil {
                    damage = "unknown box \(Self.shown(bytes[(box.start + 4)..<(box.start + 8)])) at byte \(box.start)"
                }
            }
        }
        if reader.rest > 0 {
            let size = bytes.number(at: position, count: 4, before: bytes.count)
            let type = position + 8 <= bytes.count ? Self.shown(bytes[(position + 4)..<(position + 8)]) : "?"
            if let size, size >= 8, position + 8 <= bytes.count, Self.known.contains(type) {
                cut = "the \(type) box at byte \(position) has \(size) bytes, of which \(reader.rest) are there"
            } else if reader.rest < 8 {
                cut = "\(reader.rest) bytes follow the last box"
            } else {
                damage = damage ?? "there is no box at byte \(position)"
            }
        } else if expected != nil {
            cut = "the mdat box is missing"
        }
    }

    /// Returns why samples are not within the `mdat` box after their fragment; nil where they are.
    private static func misplacement(
        _ extent: (track: Int, first: Int, end: Int), from start: Int, to end: Int, isLast: Bool
    ) -> String? {
        if extent.first < start {
            return "the data offset of track \(extent.track) is \(start - extent.first) bytes before the samples"
        }
        guard isLast, extent.end > end else { return nil }
        return "the data offset of track \(extent.track) leads \(extent.end - end) bytes beyond the mdat box"
    }

    private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map { (0x20..<0x7f).contains($0) ? $0 : 0x3f }, as: UTF8.self)
    }

    /// Reads a `moof` box.
    /// - Returns: the bytes of its samples; nil where a track does not state them.
    private mutating func read(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        var reader = BoxReader(bytes, in: range)
        var total: Int? = 0
        while let box = reader.next() {
            if box.type == "mfhd" {
                sequenceNumber =
                    sequenceNumber
                    ?? bytes.number(at: box.content.lowerBound + 4, count: 4, before: box.content.upperBound)
            } else if box.type == "traf" {
                let size = readTrack(bytes, box.content)
                total = total.flatMap { sum in size.map { sum + $0 } }
            }
        }
        return total
    }

    private mutating func readTrack(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        var reader = BoxReader(bytes, in: range)
        var usual: Int?
        var usualFlags: Int?
        var number = 0
        var total: Int? = 0
        var isRelative = false
        while let box = reader.next() {
            let start = box.content.lowerBound
            let end = box.content.upperBound
            func word(_ offset: Int) -> Int? { bytes.number(at: start + offset, count: 4, before: end) }
            if box.type == "tfhd", let flags = word(0), let track = word(4) {
                (number, usualFlags) = (track, defaultFlags[track])
                if !tracks.contains(track), tracks.count < 64 { tracks.append(track) }
                var offset = 8
                isRelative = flags & 0x1 == 0 && flags & 0x2_0000 != 0
                if flags & 0x1 != 0 { offset += 8 }
                if flags & 0x2 != 0 { offset += 4 }
                if flags & 0x8 != 0 { offset += 4 }
                if flags & 0x10 != 0 {
                    usual = word(offset)
                    offset += 4
                }
                if flags & 0x20 != 0 { usualFlags = word(offset) }
            } else if box.type == "trun", let flags = word(0), let count = word(4) {
                var offset = 8 + (flags & 0x1 != 0 ? 4 : 0) + (flags & 0x4 != 0 ? 4 : 0)
                let step = [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 } * 4
                if step > 0, count <= (end - start) / step, marks[number] != nil || marks.count < 64 {
                    let place = offset + [0x100, 0x200].count { flags & $0 != 0 } * 4
                    for index in 0..<count {
                        var own = flags & 0x400 != 0 ? word(place + index * step) : usualFlags
                        if index == 0, flags & 0x404 == 0x4 { own = word(offset - 4) }
                        // Not a sync sample, or dependent on others.
                        if let own {
                            marks[number, default: []].append(own & 0x101_0000 == 0)
                        } else {
                            unmarked.insert(number)
                        }
                    }
                } else if unmarked.count < 64 {
                    unmarked.insert(number)
                }
                if flags & 0x100 != 0, step > 0, count <= (end - start) / step {
                    noteDurations(count, number) { word(offset + $0 * step) }
                }
                let before = total
                defer {
                    if isRelative, flags & 0x1 != 0, let place = word(8), let before, let total {
                        note(number, Int(Int32(truncatingIfNeeded: place)), total &- before)
                    }
                }
                if flags & 0x200 != 0 {
                    offset += flags & 0x100 != 0 ? 4 : 0
                    guard step > 0, count <= (end - start) / step else {
                        total = nil
                        continue
                    }
                    for index in 0..<count {
                        guard let size = word(offset + index * step) else { break }
                        total = total.map { $0 &+ size }
                    }
                } else if let usual {
                    let (size, overflowed) = usual.multipliedReportingOverflow(by: count)
                    total = overflowed ? nil : total.map { $0 &+ size }
                } else {
                    total = nil
                }
            }
        }
        return total
    }

    private mutating func noteDurations(_ count: Int, _ track: Int, _ duration: (Int) -> Int?) {
        guard untimed.count < 64 else { return }
        for index in 0..<count {
            if untimed.remove(track) != nil { untimedCount += 1 }
            if duration(index) == 0 { untimed.insert(track) }
        }
    }

    /// Extends the range of the samples of a fragment by a run of samples.
    private mutating func note(_ track: Int, _ place: Int, _ count: Int) {
        guard count >= 0, count < 1 << 32 else { return }
        let known = extent ?? (track, place, place)
        extent = (
            place < known.first || place + count > known.end ? track : known.track, min(known.first, place),
            max(known.end, place + count)
        )
    }

    private static func defaultFlags(in initialization: [UInt8]) -> [Int: Int] {
        guard let extends = BoxReader.find(["moov", "mvex"], in: initialization) else { return [:] }
        var reader = BoxReader(initialization, in: extends)
        var result: [Int: Int] = [:]
        while let box = reader.next(), result.count < 64 {
            func word(_ offset: Int) -> Int? {
                initialization.number(at: box.content.lowerBound + offset, count: 4, before: box.content.upperBound)
            }
            if box.type == "trex", let track = word(4), let flags = word(20) { result[track] = flags }
        }
        return result
    }

    /// Returns the numbers of the tracks in an initialization section.
    static func tracks(in initialization: [UInt8]) -> [Int] {
        guard let movie = BoxReader.find(["moov"], in: initialization) else { return [] }
        var reader = BoxReader(initialization, in: movie)
        var tracks: [Int] = []
        while let box = reader.next() {
            guard box.type == "trak", let header = BoxReader.find(["tkhd"], in: initialization, range: box.content),
                let version = initialization.number(at: header.lowerBound, count: 1, before: header.upperBound),
                let track = initialization.number(
                    at: header.lowerBound + (version == 1 ? 20 : 12), count: 4, before: header.upperBound)
            else { continue }
            tracks.append(track)
        }
        return tracks
    }
}

extension [UInt8] {
    /// Whether the bytes of a text are at a place.
    fileprivate func holds(_ text: StaticString, at place: Int) -> Bool {
        place >= 0 && place + text.utf8CodeUnitCount <= count
            && self[place..<place + text.utf8CodeUnitCount].elementsEqual(
                UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
