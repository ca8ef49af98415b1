/// Splits the text of a cue into text and tags (W3C WebVTT section 6.5).
struct WebVTTTokenizer {
    enum Token: Equatable {
        case text(String)
        case start(String, classes: [String], annotation: String)
        case end(String)
        case timestamp(String)
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns the next token; nil at the end.
    mutating func next() -> Token? {
        guard position < bytes.count else { return nil }
        guard bytes[position] == 0x3c else { return .text(text(until: { $0 == 0x3c })) }
        position += 1
        guard let byte = peek() else { return .start("", classes: [], annotation: "") }
        switch byte {
        case 0x2f:
            position += 1
            let name = plain(until: { $0 == 0x3e })
            skipTagEnd()
            return .end(name)
        case 0x30...0x39:
            let time = plain(until: { $0 == 0x3e })
            skipTagEnd()
            return .timestamp(time)
        default: return startTag()
        }
    }

    private mutating func startTag() -> Token {
        let name = plain(until: Self.endsName)
        var classes: [String] = []
        while peek() == 0x2e {
            position += 1
            classes.append(plain(until: Self.endsName))
        }
        // A line feed belongs to the annotation, where white space at its ends is removed.
        let annotation = peek().map { $0 != 0x3e } == true ? text(until: { $0 == 0x3e }) : ""
        skipTagEnd()
        return .start(name, classes: classes, annotation: Self.collapsed(annotation))
    }

    private static func endsName(_ byte: UInt8) -> Bool { byte == 0x2e || byte == 0x3e || byte.isWebVTTSpace }

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Passes the `>` at the end of a tag, which may be absent at the end of the text.
    private mutating func skipTagEnd() {
        if position < bytes.count { position += 1 }
    }

    private mutating func plain(until ends: (UInt8) -> Bool) -> String {
        let start = position
        while position < bytes.count, !ends(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Reads text with character references.
    private mutating func text(until ends: (UInt8) -> Bool) -> String {
        var result = plain(until: { ends($0) || $0 == 0x26 })
        while peek() == 0x26 {
            if let (characters, end) = CharacterReference.read(bytes, at: position) {
                result += characters
                position = end
            } else {
                result += "&"
                position += 1
            }
            result += plain(until: { ends($0) || $0 == 0x26 })
        }
        return result
    }

    /// Removes white space at both ends, and replaces it elsewhere by one blank.
    private static func collapsed(_ text: String) -> String {
        text.utf8.split(whereSeparator: \.isWebVTTSpace).map { String(Substring($0)) }.joined(separator: " ")
    }
}
