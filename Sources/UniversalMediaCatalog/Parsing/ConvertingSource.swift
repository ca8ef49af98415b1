/// Converts a feed in Latin-1, Windows-1252 or UTF-16 to UTF-8; other data is passed through.
final class ConvertingSource: ByteSource {
    private enum Encoding { case latin, windows, utf16(isBigEndian: Bool) }

    private let source: any ByteSource
    private var encoding: Encoding?
    private var isDetected = false
    private var input = [UInt8](repeating: 0, count: 64 << 10)
    /// Number of bytes of a unit at the start of `input` that was read in part.
    private var rest = 0
    private var output: [UInt8] = []
    private var start = 0
    /// The first half of a surrogate pair.
    private var surrogate: UInt16?

    init(_ source: any ByteSource) { self.source = source }

    var name: String { source.name }
    var byteCount: Int? { source.byteCount }
    var bytesTaken: Int { source.bytesTaken }
    var isConverted: Bool { encoding != nil }
    func finish() throws(FeedInputError) { try source.finish() }

    func read(into target: UnsafeMutableRawBufferPointer) throws(FeedInputError) -> Int {
        guard !target.isEmpty else { return 0 }
        if !isDetected { try detect() }
        while start == output.count {
            guard encoding != nil else { return try source.read(into: target) }
            let count = try fill()
            output.removeAll(keepingCapacity: true)
            start = 0
            guard count > 0 else { return 0 }
            convert(count)
        }
        let count = min(target.count, output.count - start)
        output.withUnsafeBytes {
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
        }
        start += count
        return count
    }

    private func detect() throws(FeedInputError) {
        isDetected = true
        var count = 0
        while count < DocumentStart.length {
            rest = count
            let got = try fill()
            guard got > count else { break }
            count = got
        }
        rest = 0
        switch EncodingSniffer.foreignEncoding(Array(input.prefix(min(count, DocumentStart.length))))?.lowercased() {
        case "iso-8859-1", "latin1", "latin-1", "iso_8859-1": encoding = .latin
        case "windows-1252", "cp1252": encoding = .windows
        case "utf-16", "utf-16le", "utf-16be":
            encoding = .utf16(isBigEndian: input[0] == 0xFE || input[0] == 0)
        default:
            output = Array(input[..<count])
            return
        }
        convert(count)
    }

    /// Reads bytes behind the rest of the last unit.
    /// - Returns: the number of bytes in `input`; that of the rest at the end.
    private func fill() throws(FeedInputError) -> Int {
        var failure: FeedInputError?
        var count = 0
        input.withUnsafeMutableBytes { bytes in
            do throws(FeedInputError) {
                count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[rest...]))
            } catch { failure = error }
        }
        if let failure { throw failure }
        return count == 0 ? (encoding == nil ? rest : 0) : rest + count
    }

    private func convert(_ count: Int) {
        switch encoding {
        case .latin: for byte in input[..<count] { append(Unicode.Scalar(byte)) }
        case .windows: for byte in input[..<count] { append(Self.windows[Int(byte)]) }
        case .utf16(let isBigEndian):
            var index = 0
            while index + 1 < count {
                let (high, low) = isBigEndian ? (input[index], input[index + 1]) : (input[index + 1], input[index])
                append(UInt16(high) << 8 | UInt16(low))
                index += 2
            }
            rest = count - index
            if rest > 0 { input[0] = input[index] }
        case nil: break
        }
    }

    private func append(_ unit: UInt16) {
        if let first = surrogate {
            surrogate = nil
            if unit >> 10 == 0x37 {
                let value = 0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(unit) & 0x3FF
                return append(Unicode.Scalar(value) ?? "\u{FFFD}")
            }
            append("\u{FFFD}")
        }
        if unit >> 10 == 0x36 { surrogate = unit } else if unit != 0xFEFF { append(Unicode.Scalar(unit) ?? "\u{FFFD}") }
    }

    private func append(_ scalar: Unicode.Scalar) { output.append(contentsOf: String(scalar).utf8) }

    /// Windows-1252; bytes that it does not define are those of Latin-1.
    private static let windows: [Unicode.Scalar] = (0..<256).map { byte in
        byte & 0xE0 == 0x80 ? Array(signs.unicodeScalars)[byte - 0x80] : Unicode.Scalar(UInt8(byte))
    }
    private static let signs =
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}\u{2018}\u{2019}\u{201C}\u{201D}•–—˜™š›œ\u{9D}žŸ"
}
