/// Detects content that is not XML from a document's first bytes, for a better message than that of the XML parser.
enum ForeignContent {
    struct Guess: Equatable {
        var name: String
        var remedy: String
    }

    /// Returns nil when the content may be XML.
    static func guess(_ bytes: [UInt8]) -> Guess? {
        let packers: [(name: String, first: [UInt8])] = [
            ("a ZIP archive", [0x50, 0x4B, 3, 4]), ("compressed by bzip2", Array("BZh".utf8)),
            ("compressed by xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A]), ("compressed by zstd", [0x28, 0xB5, 0x2F, 0xFD]),
        ]
        if let packer = packers.first(where: { bytes.starts(with: $0.first) }) {
            return Guess(name: packer.name, remedy: "decompress it first; only gzip is read directly")
        }
        if bytes.starts(with: Array("%PDF".utf8)) {
            return Guess(name: "a PDF document", remedy: "pass the feed itself")
        }
        let text = bytes.dropFirst(EncodingSniffer.hasByteOrderMark(bytes) ? 3 : 0).drop(while: isXMLSpace)
        if text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") {
            return Guess(name: "JSON, not XML", remedy: "pass the feed itself; feeds are XML")
        }
        let start = String(decoding: text.prefix(15), as: UTF8.self).lowercased()
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
            return Guess(
                name: "an HTML page, not a feed",
                remedy: "open it in a browser: it may be an error page or a sign-in page")
        }
        // Non-ASCII bytes may be anything; the parser reports what it cannot read.
        if let first = text.first, first > 0x20, first < 0x7F, first != UInt8(ascii: "<") {
            return Guess(
                name: "text that does not begin with `<` and therefore is not XML", remedy: "pass the feed itself")
        }
        return nil
    }
}
