import MediaEngine
import StreamRules

/// Checks the brands and the movie extends box of an initialization section (RFC 8216bis section 3.1.2).
enum HeaderStatements {
    /// Brands whose readers know the track fragment decode time box: editions of ISO 14496-12 from the sixth on, CMAF, DASH, and
    /// the brand of Apple's segmenter.
    private static let brands: Set<String> = [
        "iso6", "iso7", "iso8", "iso9", "isoa", "isob", "isoc", "cmfc", "cmf2", "cmff", "cmfl", "cmfs", "dash", "hlsf",
    ]
    private static let mostTracks = 16

    static func violations(_ bytes: [UInt8]) -> [StatementViolation] {
        guard let movie = BoxReader.find(["moov"], in: bytes) else { return [] }
        return [
            brandViolation(bytes), extendsViolation(bytes, movie), repeatedTrack(bytes, movie),
            disabledTracks(bytes, movie),
        ].compactMap { $0 } + trackViolations(bytes, movie)
    }

    private static func brandViolation(_ bytes: [UInt8]) -> StatementViolation? {
        guard let type = BoxReader.find(["ftyp"], in: bytes) else {
            return StatementViolation(.fileType, "The initialization section has no ftyp box.")
        }
        // The version of the major brand is between the brands.
        let places = stride(from: type.lowerBound, to: type.upperBound - 3, by: 4).filter { $0 != type.lowerBound + 4 }
        let stated = places.map { String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) }
        guard brands.isDisjoint(with: stated) else { return nil }
        let names = stated.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return StatementViolation(
            .fileType,
            "ftyp states the brands \(names.prefix(8).joined(separator: ", ")), and neither iso6 nor a later one.")
    }

    private static func extendsViolation(_ bytes: [UInt8], _ movie: Range<Int>) -> StatementViolation? {
        guard let extends = BoxReader.find(["mvex"], in: bytes, range: movie) else {
            return StatementViolation(.movieExtends, "The moov box of the initialization section has no mvex box.")
        }
        let known = numbers(bytes, extends, of: "trex") {
            bytes.number(at: $0.lowerBound + 4, count: 4, before: $0.upperBound)
        }
        let tracks = numbers(bytes, movie, of: "trak") { track in
            guard let header = BoxReader.find(["tkhd"], in: bytes, range: track), let version = bytes[header].first
            else {
                return nil
            }
            return bytes.number(at: header.lowerBound + (version == 1 ? 20 : 12), count: 4, before: header.upperBound)
        }
        guard let missing = tracks.first(where: { !known.contains($0) }) else { return nil }
        return StatementViolation(.movieExtends, "mvex has no trex box of the track \(missing).")
    }

    /// Finds movies of which no track is enabled.
    private static func disabledTracks(_ bytes: [UInt8], _ movie: Range<Int>) -> StatementViolation? {
        let flags = numbers(bytes, movie, of: "trak") { track in
            BoxReader.find(["tkhd"], in: bytes, range: track).flatMap {
                bytes.number(at: $0.lowerBound, count: 4, before: $0.upperBound)
            }
        }
        guard !flags.isEmpty, flags.allSatisfy({ $0 & 1 == 0 }) else { return nil }
        return StatementViolation(
            .disabledTrack, "tkhd marks \(flags.count == 1 ? "the track" : "all tracks") as disabled.")
    }

    /// Finds a second track of video or audio.
    private static func repeatedTrack(_ bytes: [UInt8], _ movie: Range<Int>) -> StatementViolation? {
        var reader = BoxReader(bytes, in: movie)
        var counts: [String: Int] = [:]
        var count = 0
        while let box = reader.next(), count < mostTracks {
            guard box.type == "trak" else { continue }
            count += 1
            guard let handler = BoxReader.find(["mdia", "hdlr"], in: bytes, range: box.content), handler.count >= 12
            else { continue }
            let place = handler.lowerBound + 8
            counts[String(decoding: bytes[place..<(place + 4)], as: UTF8.self), default: 0] += 1
        }
        for (handler, kind) in [("vide", "video"), ("soun", "audio")] {
            guard let count = counts[handler], count > 1 else { continue }
            return StatementViolation(
                .repeatedTrack, "The initialization section has \(count) tracks of \(kind).")
        }
        return nil
    }

    private static let videoEntries: Set<String> = [
        "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "av01", "vp09", "encv",
    ]
    private static let audioEntries: Set<String> = ["mp4a", "ac-3", "ec-3", "Opus", "fLaC", "alac", "enca"]
    /// In seconds. Priming samples and the delay of reordered frames are shorter.
    private static let longestEdit = 0.5
    private static let mostEdits = 16

    /// Checks the handler and the edit list of each track.
    private static func trackViolations(_ bytes: [UInt8], _ movie: Range<Int>) -> [StatementViolation] {
        let movieScale = BoxReader.find(["mvhd"], in: bytes, range: movie).flatMap { timescale(bytes, $0) }
        var reader = BoxReader(bytes, in: movie)
        var found: [StatementViolation] = []
        var count = 0
        while let box = reader.next(), count < mostTracks {
            guard box.type == "trak" else { continue }
            count += 1
            let scale = BoxReader.find(["mdia", "mdhd"], in: bytes, range: box.content).flatMap { timescale(bytes, $0) }
            for violation in [
                scale == 0 ? StatementViolation(.timescale, "mdhd states a timescale of 0 units per second.") : nil,
                handlerViolation(bytes, box.content), editViolation(bytes, box.content, scale, movieScale),
            ] {
                guard let violation, !found.contains(where: { $0.statement == violation.statement }) else { continue }
                found.append(violation)
            }
        }
        return found
    }

    /// Returns the units a second of a movie or media header.
    private static func timescale(_ bytes: [UInt8], _ header: Range<Int>) -> Int? {
        guard let version = bytes[header].first else { return nil }
        return bytes.number(at: header.lowerBound + (version == 1 ? 20 : 12), count: 4, before: header.upperBound)
    }

    private static func handlerViolation(_ bytes: [UInt8], _ track: Range<Int>) -> StatementViolation? {
        guard let handler = BoxReader.find(["mdia", "hdlr"], in: bytes, range: track), handler.count >= 12,
            let table = BoxReader.find(["mdia", "minf", "stbl", "stsd"], in: bytes, range: track), table.count > 8
        else { return nil }
        var entries = BoxReader(bytes, in: (table.lowerBound + 8)..<table.upperBound)
        guard let entry = entries.next() else { return nil }
        let place = handler.lowerBound + 8
        let kind = String(decoding: bytes[place..<(place + 4)], as: UTF8.self)
        let expected = videoEntries.contains(entry.type) ? "vide" : audioEntries.contains(entry.type) ? "soun" : nil
        // Auxiliary video and pictures have handlers of their own.
        guard let expected, kind != expected, ["vide", "soun"].contains(kind) else { return nil }
        return StatementViolation(
            .trackHandler, "hdlr states \(kind), and the sample entry \(entry.type) is that of \(expected).")
    }

    private static func editViolation(
        _ bytes: [UInt8], _ track: Range<Int>, _ scale: Int?, _ movieScale: Int?
    ) -> StatementViolation? {
        guard let list = BoxReader.find(["edts", "elst"], in: bytes, range: track), let scale, let movieScale,
            scale > 0,
            movieScale > 0, let version = bytes[list].first,
            let count = bytes.number(at: list.lowerBound + 4, count: 4, before: list.upperBound)
        else { return nil }
        let wide = version == 1 ? 8 : 4
        var empty = 0.0
        for index in 0..<min(count, mostEdits) {
            let place = list.lowerBound + 8 + index * (2 * wide + 4)
            guard let duration = bytes.number(at: place, count: wide, before: list.upperBound),
                let head = bytes.number(at: place + wide, count: 4, before: list.upperBound)
            else { return nil }
            // The time -1 stands for an empty edit.
            guard head == 0xffff_ffff else {
                guard head < 0x8000_0000,
                    let time = bytes.number(at: place + wide, count: wide, before: list.upperBound)
                else { break }
                let skipped = Double(time) / Double(scale)
                guard skipped > longestEdit else { break }
                return StatementViolation(.editList, "The edit list skips the first \(shown(skipped)) s of the track.")
            }
            empty += Double(duration) / Double(movieScale)
        }
        guard empty > longestEdit else { return nil }
        return StatementViolation(.editList, "The edit list delays the track by \(shown(empty)) s.")
    }

    private static func shown(_ seconds: Double) -> String {
        "\((min(seconds, 1e9) * 100).rounded() / 100)"
    }

    private static func numbers(
        _ bytes: [UInt8], _ range: Range<Int>, of type: String, _ number: (Range<Int>) -> Int?
    ) -> [Int] {
        var reader = BoxReader(bytes, in: range)
        var numbers: [Int] = []
        while let box = reader.next(), numbers.count < mostTracks {
            if box.type == type, let value = number(box.content) { numbers.append(value) }
        }
        return numbers
    }
}
