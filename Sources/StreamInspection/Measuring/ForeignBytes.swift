import Foundation

/// What bytes are that are no media segment.
enum ForeignBytes {
    /// Signatures at the beginning of files.
    private static let signatures: [(bytes: [UInt8], kind: String)] = [
        ([0x1f, 0x8b], "data compressed with gzip"), ([0x28, 0xb5, 0x2f, 0xfd], "data compressed with Zstandard"),
        ([0x50, 0x4b, 0x03, 0x04], "a ZIP archive"), ([0xff, 0xd8, 0xff], "a JPEG image"),
        ([0x89, 0x50, 0x4e, 0x47], "a PNG image"), (Array("GIF8".utf8), "a GIF image"),
        (Array("RIFF".utf8), "a RIFF file, such as WAVE or WebP"), (Array("%PDF".utf8), "a PDF document"),
        ([0x1a, 0x45, 0xdf, 0xa3], "Matroska or WebM"), (Array("OggS".utf8), "Ogg"), (Array("FLV".utf8), "Flash Video"),
        (Array("fLaC".utf8), "FLAC without fragmented MP4"),
        ([0, 0, 1, 0xba], "an MPEG program stream"), ([0, 0, 0, 1], "an elementary stream without a container"),
        ([0xff, 0xfe], "text in UTF-16"), ([0xfe, 0xff], "text in UTF-16"),
    ]
    /// Bytes of noise, which encrypted and compressed data has, have this entropy at least, in bits.
    private static let noisyEntropy = 7.9
    private static let fewestNoisyBytes = 4_096

    /// Returns the format of a file that no player reads as a segment, in words; nil where it is unknown.
    static func kind(_ bytes: [UInt8]) -> String? {
        signatures.first { bytes.starts(with: $0.bytes) }?.kind
    }

    /// Returns what bytes without a known format look like, in words; nil where they look like nothing known.
    static func pattern(_ bytes: [UInt8]) -> String? {
        if let first = bytes.first, bytes.allSatisfy({ $0 == first }) {
            return first == 0 ? "zeros only" : "one byte repeated"
        }
        if bytes.starts(with: [0, 0, 0, 0]), bytes.prefix(188).allSatisfy({ $0 == 0 }) {
            return "zeros at the beginning"
        }
        guard bytes.count >= fewestNoisyBytes, entropy(bytes.prefix(65_536)) >= noisyEntropy else { return nil }
        return "noise, as encrypted or compressed data are"
    }

    /// Returns the kind of a text, in words.
    static func textKind(_ bytes: [UInt8]) -> String {
        let start = String(decoding: bytes.prefix(400), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{feff}" }
        let lower = start.lowercased()
        if lower.hasPrefix("<!doctype html") || lower.contains("<html") { return "a web page (HTML)" }
        if lower.hasPrefix("<tt") || lower.contains("<tt ") || lower.contains("/ttml") { return "TTML (XML)" }
        if lower.hasPrefix("<") { return "an XML text" }
        if lower.hasPrefix("{") || lower.hasPrefix("[") { return "a JSON text" }
        if lower.hasPrefix("#extm3u") { return "a playlist" }
        if lower.hasPrefix("webvtt") { return "WebVTT" }
        return "a text"
    }

    /// Returns the kind of a text that is not plain, in words.
    static func markupKind(_ bytes: [UInt8]) -> String? {
        let kind = textKind(bytes)
        return kind == "a text" ? nil : kind
    }

    /// The entropy of the frequencies of bytes, in bits.
    private static func entropy(_ bytes: ArraySlice<UInt8>) -> Double {
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes { counts[Int(byte)] += 1 }
        let total = Double(bytes.count)
        return counts.reduce(0) { sum, count in
            count == 0 ? sum : sum - Double(count) / total * log2(Double(count) / total)
        }
    }
}
