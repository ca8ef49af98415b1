import MediaEngine
import StreamRules

/// Checks the boxes of a fragmented segment against statements of their specifications.
struct FragmentStatements {
    private let bytes: [UInt8]
    private(set) var violations: [StatementViolation] = []

    private let start: Double?
    private let vectorSizes: [Int: Int]

    private static let mostBoxes = 1_000
    /// Seconds by which timed metadata may be away from its segment.
    private static let farthest = 60.0
    /// The longest distance that messages state, in seconds.
    private static let mostStated = 1e12

    /// - Parameters:
    ///   - hasMap: whether the playlist names an initialization section.
    ///   - unitLengths: the declared size of the lengths of NAL units, by track.
    ///   - vectorSizes: the bytes of the vector of each sample in encrypted video tracks.
    ///   - start: the decode time of the first sample, in seconds; nil where it is unknown.
    init(
        _ bytes: [UInt8], hasMap: Bool, unitLengths: [Int: Int], vectorSizes: [Int: Int] = [:], start: Double? = nil
    ) {
        self.bytes = bytes
        self.vectorSizes = vectorSizes
        self.start = start
        var reader = BoxReader(bytes)
        var isFirst = true
        for _ in 0..<Self.mostBoxes {
            guard let box = reader.next() else { break }
            switch box.type {
            case "moov" where hasMap: add(.movieInSegment, "The segment has a moov box.")
            case "sidx": checkIndex(box)
            case "emsg": checkEvent(box.content)
            case "moof":
                readFragment(box, isFirst ? unitLengths : [:])
                isFirst = false
            default: break
            }
        }
    }

    private mutating func add(_ statement: Statement, _ message: String) {
        guard !violations.contains(where: { $0.statement == statement }) else { return }
        violations.append(StatementViolation(statement, message))
    }

    private func word(_ range: Range<Int>, _ offset: Int, _ count: Int = 4) -> Int? {
        bytes.number(at: range.lowerBound + offset, count: count, before: range.upperBound)
    }

    private mutating func checkIndex(_ box: BoxReader.Box) {
        let range = box.content
        guard let version = word(range, 0, 1) else { return }
        let wide = version == 0 ? 4 : 8
        let offset = word(range, 12 + wide, wide) ?? 0
        let place = 12 + 2 * wide
        guard let count = word(range, place + 2, 2), count > 0, count < 10_000 else { return }
        var total = 0
        for index in 0..<count {
            guard let reference = word(range, place + 4 + 12 * index) else { return }
            total += reference & 0x7fff_ffff
        }
        let rest = bytes.count - range.upperBound - offset
        // A resource with several segments has one index for all of them, or one for each.
        guard total > rest || count == 1 && total * 2 < rest else { return }
        add(.segmentIndex, "sidx states \(total) bytes, and \(rest) follow it.")
    }

    private mutating func checkEvent(_ range: Range<Int>) {
        guard let version = word(range, 0, 1), version <= 1 else {
            return add(.eventMessage, "An emsg box has an unknown version.")
        }
        var place = range.lowerBound + (version == 1 ? 4 + 4 + 8 + 4 + 4 : 4)
        func text() -> String? {
            guard place < range.upperBound,
                let end = bytes[place..<range.upperBound].firstIndex(of: 0)
            else { return nil }
            defer { place = end + 1 }
            return String(decoding: bytes[place..<end], as: UTF8.self)
        }
        guard let scheme = text(), text() != nil else {
            return add(.eventMessage, "The texts of an emsg box do not end.")
        }
        let scale = version == 1 ? word(range, 4) : bytes.number(at: place, count: 4, before: range.upperBound)
        if scale == 0 { return add(.eventMessage, "The timescale of an emsg box is 0.") }
        if let scale { checkTime(range, version, scale, place) }
        if version == 0 { place += 16 }
        guard scheme == "https://aomedia.org/emsg/ID3" || scheme == "https://developer.apple.com/streaming/emsg-id3",
            place <= range.upperBound
        else { return }
        let message = Array(bytes[place..<range.upperBound])
        guard message.starts(with: "ID3".utf8), message.count >= 10 else {
            return add(.eventMessage, "An emsg box of the scheme \(scheme) has no ID3 tag.")
        }
        let size = message[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7f) }
        if size + 10 > message.count {
            add(
                .eventMessage, "The ID3 tag of an emsg box has \(size + 10) bytes, of which \(message.count) are there."
            )
        }
    }

    /// Compares the time of an event message with that of the fragment after it.
    private mutating func checkTime(_ range: Range<Int>, _ version: Int, _ scale: Int, _ place: Int) {
        if version == 0 {
            // A distance from the start of the segment.
            guard let distance = bytes.number(at: place + 4, count: 4, before: range.upperBound) else { return }
            let seconds = Double(distance) / Double(scale)
            if seconds > Self.farthest {
                add(.eventMessage, "An emsg box is for \(Int(seconds)) s after the start of its segment.")
            }
            return
        }
        guard let time = word(range, 8, 8), let start else { return }
        let distance = Double(time) / Double(scale) - start
        guard abs(distance) > Self.farthest else { return }
        add(
            .eventMessage,
            "An emsg box is for \(Int(min(abs(distance), Self.mostStated))) s \(distance < 0 ? "before" : "after") the start of its segment."
        )
    }

    private mutating func readFragment(_ box: BoxReader.Box, _ unitLengths: [Int: Int]) {
        var reader = BoxReader(bytes, in: box.content)
        while let child = reader.next() {
            guard child.type == "traf", let header = BoxReader.find(["tfhd"], in: bytes, range: child.content),
                let flags = word(header, 0), let track = word(header, 4)
            else { continue }
            // Other sample entries may be those of clear samples.
            let entry = flags & 2 != 0 ? word(header, flags & 1 != 0 ? 16 : 8) : 1
            if let size = vectorSizes[track], entry == 1 {
                checkProtection(box.start, child.content, header, flags, size)
            }
            if flags & 1 != 0 {
                add(.dataOffset, "tfhd of track \(track) has a base data offset.")
            } else if flags & 0x2_0000 == 0 {
                add(.dataOffset, "tfhd of track \(track) has no default-base-is-moof.")
            } else if let length = unitLengths[track] {
                checkUnits(box.start, child.content, header, flags, length)
            }
        }
    }

    private static let mostSamples = 100_000

    /// Checks the tables of the encrypted samples of a track fragment.
    private mutating func checkProtection(
        _ start: Int, _ fragment: Range<Int>, _ header: Range<Int>, _ flags: Int, _ vectorSize: Int
    ) {
        // Sample groups may exempt samples from encryption.
        guard BoxReader.find(["sbgp"], in: bytes, range: fragment) == nil else { return }
        let sizes = sampleSizes(fragment, header, flags)
        guard let table = BoxReader.find(["senc"], in: bytes, range: fragment) else {
            if BoxReader.find(["saio"], in: bytes, range: fragment) == nil {
                add(.sampleProtection, "A fragment of an encrypted video track has no senc, and no saio.")
            }
            return
        }
        guard let form = word(table, 1, 3), let count = word(table, 4) else { return }
        if let sizes, count != sizes.count {
            return add(
                .sampleProtection, "senc has \(count) entries, and the fragment has \(sizes.count) samples.")
        }
        if let offsets = BoxReader.find(["saio"], in: bytes, range: fragment), word(offsets, 0) == 0,
            word(offsets, 4) == 1, flags & 1 == 0, flags & 0x2_0000 != 0, let offset = word(offsets, 8),
            start + offset != table.lowerBound + 8
        {
            return add(
                .sampleProtection,
                "saio leads to byte \(offset) of the fragment, and the entries of senc begin at byte "
                    + "\(table.lowerBound + 8 - start).")
        }
        guard form & 2 != 0, let sizes, count <= Self.mostSamples else { return }
        var place = vectorSize
        for (index, size) in sizes.enumerated() {
            guard let parts = word(table, 8 + place, 2) else { return }
            place += 2
            var total = 0
            for _ in 0..<parts {
                guard let clear = word(table, 8 + place, 2), let covered = word(table, 8 + place + 2) else { return }
                total += clear + covered
                place += 6
            }
            if total != size {
                return add(
                    .sampleProtection,
                    "The subsamples of sample \(index) in senc have \(total) bytes, and the sample \(size)."
                )
            }
            place += vectorSize
        }
    }

    /// Returns the size of each sample of a track fragment; nil where they are not all stated.
    private func sampleSizes(_ fragment: Range<Int>, _ header: Range<Int>, _ flags: Int) -> [Int]? {
        let usual = flags & 0x10 != 0 ? word(header, 8 + [0x2, 0x8].count { flags & $0 != 0 } * 4) : nil
        var reader = BoxReader(bytes, in: fragment)
        var sizes: [Int] = []
        while let box = reader.next() {
            guard box.type == "trun" else { continue }
            guard let runFlags = word(box.content, 0), let count = word(box.content, 4) else { return nil }
            let step = [0x100, 0x200, 0x400, 0x800].count { runFlags & $0 != 0 } * 4
            let first = 8 + [0x1, 0x4].count { runFlags & $0 != 0 } * 4 + (runFlags & 0x100 != 0 ? 4 : 0)
            guard count <= Self.mostSamples - sizes.count else { return nil }
            for index in 0..<count {
                guard let size = runFlags & 0x200 != 0 ? word(box.content, first + index * step) : usual else {
                    return nil
                }
                sizes.append(size)
            }
        }
        return sizes
    }

    /// Checks that NAL units with lengths of the declared size fill the first sample, where those of another size do.
    private mutating func checkUnits(
        _ start: Int, _ fragment: Range<Int>, _ header: Range<Int>, _ flags: Int, _ length: Int
    ) {
        guard let run = BoxReader.find(["trun"], in: bytes, range: fragment), let runFlags = word(run, 0),
            runFlags & 1 != 0, let offset = word(run, 8)
        else { return }
        var size: Int?
        if runFlags & 0x200 != 0 {
            let place = 12 + (runFlags & 0x4 != 0 ? 4 : 0) + (runFlags & 0x100 != 0 ? 4 : 0)
            size = word(run, place)
        } else if flags & 0x10 != 0 {
            size = word(header, 8 + [0x2, 0x8].count { flags & $0 != 0 } * 4)
        }
        let place = start + offset
        guard let size, size > 8, place >= 0, place + size <= bytes.count, !fills(place, size, length) else { return }
        guard let other = [4, 2, 1].first(where: { $0 != length && fills(place, size, $0) }) else { return }
        add(
            .unitLength,
            "The decoder configuration declares lengths of NAL units with \(length) bytes; the samples have \(other).")
    }

    private func fills(_ start: Int, _ size: Int, _ length: Int) -> Bool {
        var place = start
        var count = 0
        while place < start + size {
            guard let unit = bytes.number(at: place, count: length, before: start + size), unit > 0, count < 1_000
            else {
                return false
            }
            place += length + unit
            count += 1
        }
        return place == start + size
    }
}
