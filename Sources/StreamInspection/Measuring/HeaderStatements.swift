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
        return [brandViolation(bytes), extendsViolation(bytes, movie)].compactMap { $0 }
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
