package import Foundation
import MediaEngine
package import ReportText

/// A part of a fragmented MP4 stream that is inspected by itself: an initialization section or a media segment.
package struct SegmentFile: Sendable {
    package enum Kind: String, Sendable {
        case initialization = "initialization section"
        case media = "media segment"
    }

    package struct Track: Sendable {
        package var number: Int
        /// "video", "audio", …; nil in a media segment, which does not state it.
        package var handler: String?
        /// The four-character codes of its sample entries.
        package var entries: [String] = []
        package var timescale: Int?
        package var width: Int?
        package var height: Int?
        package var samples = 0
        package var bytes = 0
        /// Units of the track's timescale.
        package var baseDecodeTime: Int?
        package var duration = 0
        /// Whether the first sample is marked as a key frame; nil where it is not marked at all.
        package var startsWithKey: Bool?
        package var isEncrypted = false
    }

    package var kind: Kind
    package var brands: [String] = []
    package var tracks: [Track] = []
    package var fragments = 0
    package var firstSequenceNumber: Int?
    package var byteCount: Int
    /// What is wrong with the boxes.
    package var problem: String?

    private static let mostTracks = 64

    /// Returns nil where the bytes are neither: a whole file has both.
    package init?(_ bytes: [UInt8]) {
        guard FragmentScan.isFragments(bytes) else { return nil }
        byteCount = bytes.count
        var hasMovie = false
        var hasMedia = false
        var reader = BoxReader(bytes)
        var tracks: [Track] = []
        while let box = reader.next() {
            switch box.type {
            case "ftyp", "styp": brands = brands.isEmpty ? Self.brands(bytes, box.content) : brands
            case "moov":
                hasMovie = true
                tracks = Self.movieTracks(bytes, box.content)
            case "moof":
                hasMedia = true
                fragments += 1
                firstSequenceNumber =
                    firstSequenceNumber ?? FragmentScan(Array(bytes[box.start..<box.content.upperBound])).sequenceNumber
                Self.add(bytes, box.content, to: &tracks)
            case "mdat": hasMedia = true
            default: break
            }
        }
        if hasMovie {
            // A movie without fragments is a segment's head only where it says that fragments follow.
            guard !hasMedia, BoxReader.find(["moov", "mvex"], in: bytes) != nil else { return nil }
            kind = .initialization
        } else {
            guard fragments > 0 else { return nil }
            kind = .media
            let scan = FragmentScan(bytes)
            problem = scan.cut ?? scan.damage
        }
        self.tracks = tracks
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map { (0x20..<0x7f).contains($0) ? $0 : 0x3f }, as: UTF8.self)
    }

    private static func brands(_ bytes: [UInt8], _ range: Range<Int>) -> [String] {
        var result: [String] = []
        var at = range.lowerBound
        while at + 4 <= range.upperBound, result.count < 16 {
            // The second word is the version of the first brand.
            if at != range.lowerBound + 4 {
                let brand = text(bytes[at..<at + 4])
                if !result.contains(brand) { result.append(brand) }
            }
            at += 4
        }
        return result
    }

    private static func movieTracks(_ bytes: [UInt8], _ movie: Range<Int>) -> [Track] {
        var result: [Track] = []
        var reader = BoxReader(bytes, in: movie)
        while let box = reader.next(), result.count < mostTracks {
            guard box.type == "trak", let header = BoxReader.find(["tkhd"], in: bytes, range: box.content) else {
                continue
            }
            func number(_ range: Range<Int>, _ at: Int, _ count: Int = 4) -> Int? {
                bytes.number(at: range.lowerBound + at, count: count, before: range.upperBound)
            }
            let isLong = number(header, 0, 1) == 1
            var track = Track(number: number(header, isLong ? 20 : 12) ?? 0)
            let size = isLong ? 88 : 76
            if let width = number(header, size), let height = number(header, size + 4), width > 0, height > 0 {
                (track.width, track.height) = (width >> 16, height >> 16)
            }
            if let media = BoxReader.find(["mdia", "mdhd"], in: bytes, range: box.content) {
                track.timescale = number(media, number(media, 0, 1) == 1 ? 20 : 12)
            }
            if let handler = BoxReader.find(["mdia", "hdlr"], in: bytes, range: box.content), handler.count >= 12 {
                track.handler =
                    ["vide": "video", "soun": "audio", "text": "text", "subt": "subtitles"][
                        text(bytes[(handler.lowerBound + 8)..<(handler.lowerBound + 12)])]
            }
            if let table = BoxReader.find(["mdia", "minf", "stbl", "stsd"], in: bytes, range: box.content),
                table.count > 8
            {
                var entries = BoxReader(bytes, in: table.lowerBound + 8..<table.upperBound)
                while let entry = entries.next(), track.entries.count < 8 {
                    track.entries.append(entry.type)
                    if ["encv", "enca"].contains(entry.type) { track.isEncrypted = true }
                }
            }
            result.append(track)
        }
        return result
    }

    /// Adds the samples of a `moof` box.
    private static func add(_ bytes: [UInt8], _ fragment: Range<Int>, to tracks: inout [Track]) {
        var reader = BoxReader(bytes, in: fragment)
        while let box = reader.next() {
            guard box.type == "traf" else { continue }
            var inner = BoxReader(bytes, in: box.content)
            var usual = (duration: 0, size: 0, flags: nil as Int?)
            var index: Int?
            while let part = inner.next() {
                func number(_ at: Int, _ count: Int = 4) -> Int? {
                    bytes.number(at: part.content.lowerBound + at, count: count, before: part.content.upperBound)
                }
                guard let head = number(0) else { continue }
                let flags = head & 0xff_ffff
                switch part.type {
                case "tfhd":
                    guard let track = number(4) else { continue }
                    index = tracks.firstIndex { $0.number == track }
                    if index == nil, tracks.count < mostTracks {
                        tracks.append(Track(number: track))
                        index = tracks.count - 1
                    }
                    var at = 8 + (flags & 1 != 0 ? 8 : 0) + (flags & 2 != 0 ? 4 : 0)
                    if flags & 8 != 0 {
                        usual.duration = number(at) ?? 0
                        at += 4
                    }
                    if flags & 0x10 != 0 {
                        usual.size = number(at) ?? 0
                        at += 4
                    }
                    if flags & 0x20 != 0 { usual.flags = number(at) }
                case "tfdt":
                    guard let index else { continue }
                    let time = number(4, head >> 24 == 1 ? 8 : 4)
                    tracks[index].baseDecodeTime = tracks[index].baseDecodeTime ?? time
                case "trun":
                    guard let index, let count = number(4) else { continue }
                    var at = 8 + (flags & 1 != 0 ? 4 : 0)
                    var first = usual.flags
                    if flags & 4 != 0 {
                        first = number(at)
                        at += 4
                    }
                    let step = [0x100, 0x200, 0x400, 0x800].count { flags & $0 != 0 } * 4
                    guard step == 0 || count <= part.content.count / step else { continue }
                    for sample in 0..<(step == 0 ? 1 : count) {
                        var place = at + sample * step
                        var (duration, size) = (usual.duration, usual.size)
                        if flags & 0x100 != 0 {
                            duration = number(place) ?? 0
                            place += 4
                        }
                        if flags & 0x200 != 0 {
                            size = number(place) ?? 0
                            place += 4
                        }
                        if sample == 0, flags & 0x400 != 0 { first = number(place) }
                        let times = step == 0 ? count : 1
                        tracks[index].duration &+= duration &* times
                        tracks[index].bytes &+= size &* times
                    }
                    if tracks[index].samples == 0, let first { tracks[index].startsWithKey = first & 0x1_0000 == 0 }
                    tracks[index].samples &+= count
                case "senc": if let index { tracks[index].isEncrypted = true }
                default: break
                }
            }
        }
    }

    // MARK: - Reports

    package var text: String {
        var lines: [String] = []
        func add(_ name: String, _ value: String) { lines.append("  " + DisplayText.padded(name, 16) + value) }
        add("kind", "\(kind.rawValue) of fragmented MP4")
        if !brands.isEmpty { add("brands", brands.joined(separator: ", ")) }
        add("size", "\(byteCount) bytes")
        if kind == .media {
            add("fragments", "\(fragments)" + (firstSequenceNumber.map { " from number \($0)" } ?? ""))
        }
        for track in tracks { add("track \(track.number)", describe(track)) }
        if let problem { add("error", problem) }
        add(
            "note",
            kind == .media
                ? "Without its initialization section, codecs and seconds are unknown. Inspect the playlist with --deep."
                : "It has no samples. Inspect the playlist with --deep.")
        return lines.joined(separator: "\n")
    }

    private func describe(_ track: Track) -> String {
        var parts: [String] = []
        if let handler = track.handler { parts.append(handler) }
        if !track.entries.isEmpty { parts.append(track.entries.joined(separator: ", ")) }
        if let width = track.width, let height = track.height { parts.append("\(width)x\(height)") }
        if let timescale = track.timescale { parts.append("\(timescale) units a second") }
        if kind == .media {
            parts.append("\(DisplayText.count(track.samples, "sample")), \(track.bytes) bytes")
            if let start = track.baseDecodeTime { parts.append("decode time \(start)") }
            parts.append("duration \(track.duration) units")
            if let key = track.startsWithKey {
                parts.append(key ? "starts with a key frame" : "does not start with a key frame")
            }
        }
        if track.isEncrypted { parts.append("encrypted") }
        return parts.joined(separator: ", ")
    }

    package func json(url: String) -> JSONText {
        JSONText.compact([
            ("kind", .text(kind == .media ? "mediaSegment" : "initializationSection")), ("url", .text(url)),
            ("brands", .list(brands.map(JSONText.text))), ("byteCount", .integer(byteCount)),
            ("fragments", kind == .media ? .integer(fragments) : .null),
            ("firstSequenceNumber", JSONText(firstSequenceNumber)), ("problem", JSONText(problem)),
            (
                "tracks",
                .list(
                    tracks.map { track in
                        JSONText.compact([
                            ("number", .integer(track.number)), ("kind", JSONText(track.handler)),
                            ("sampleEntries", .list(track.entries.map(JSONText.text))),
                            ("timescale", JSONText(track.timescale)),
                            ("width", JSONText(track.width)), ("height", JSONText(track.height)),
                            ("samples", kind == .media ? .integer(track.samples) : .null),
                            ("bytes", kind == .media ? .integer(track.bytes) : .null),
                            ("baseDecodeTime", JSONText(track.baseDecodeTime)),
                            ("duration", kind == .media ? .integer(track.duration) : .null),
                            ("startsWithKeyFrame", track.startsWithKey.map { .boolean($0) } ?? .null),
                            ("encrypted", .boolean(track.isEncrypted)),
                        ])
                    })
            ),
        ])
    }

    /// Loads a resource and describes it; nil where it is neither an initialization section nor a media segment. Blocks.
    /// - Parameter allowsPrivateAddresses: whether a public server may redirect into private networks.
    package static func load(_ url: URL, allowsPrivateAddresses: Bool = false) -> SegmentFile? {
        let locator = MediaLocator.named(url, allowsPrivateAddresses: allowsPrivateAddresses)
        guard let response = try? StreamFetcher(locator).fetch(url, .segment) else { return nil }
        return SegmentFile(response.bytes)
    }
}
