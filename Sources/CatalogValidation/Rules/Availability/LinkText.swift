import UniversalMediaCatalog

/// An absolute URL, split into its parts without decoding.
struct LinkText {
    let text: FeedText
    let scheme: FeedText
    /// The part between `//` and the path; nil if the URL has no `//`.
    let authority: FeedText?
    /// The part after `?`, up to the fragment.
    let query: FeedText?
    /// The part after `#`.
    let fragment: FeedText?

    /// Returns nil when the text is not an absolute URL.
    init?(_ text: FeedText) {
        let bytes = text.bytes
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 1, isLetter(bytes[0]),
            bytes[..<colon].allSatisfy({ isLetter($0) || isDigit($0) || $0 == 43 || $0 == 45 || $0 == 46 }),
            colon + 1 < bytes.count
        else { return nil }
        self.text = text
        scheme = text[0..<colon]
        var rest = colon + 1
        let hasSlashes =
            rest + 1 < bytes.count && bytes[rest] == UInt8(ascii: "/") && bytes[rest + 1] == UInt8(ascii: "/")
        if hasSlashes {
            rest += 2
            let first = rest
            while rest < bytes.count, ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains(bytes[rest]) {
                rest += 1
            }
            authority = text[first..<rest]
        } else {
            authority = nil
            // In `example.org:8080/path`, a port follows the colon: `example.org` is not a scheme.
            var end = rest
            while end < bytes.count, isDigit(bytes[end]) { end += 1 }
            if end > rest, end == bytes.count || bytes[end] == UInt8(ascii: "/") { return nil }
        }
        let hash = bytes[rest...].firstIndex(of: UInt8(ascii: "#"))
        let mark = bytes[rest..<(hash ?? bytes.count)].firstIndex(of: UInt8(ascii: "?"))
        query = mark.map { text[$0 + 1..<(hash ?? bytes.count)] }
        fragment = hash.map { text[$0 + 1..<bytes.count] }
    }

    var isHTTPS: Bool { scheme.isIgnoringCase("https") }
    var isHTTP: Bool { scheme.isIgnoringCase("http") }
    /// Whether the authority contains a user name or a password.
    var hasUserInfo: Bool { authority?.bytes.contains(UInt8(ascii: "@")) ?? false }
    var host: FeedText? {
        guard let authority else { return nil }
        let start = authority.bytes.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? 0
        let rest = authority[start..<authority.count]
        if rest.count > 0, rest[0] == UInt8(ascii: "["), let end = rest.bytes.firstIndex(of: UInt8(ascii: "]")) {
            return rest[0..<end + 1]
        }
        return rest[0..<(rest.bytes.firstIndex(of: UInt8(ascii: ":")) ?? rest.count)]
    }

    /// A description of the first character that is invalid or wrongly percent-encoded; nil if there is none.
    var badCharacter: String? {
        let bytes = text.bytes
        for index in bytes.indices {
            switch bytes[index] {
            case 0...32, 127: return bytes[index] == 32 ? "a space" : "a control character"
            case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
                UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                return "`\(Character(Unicode.Scalar(bytes[index])))`"
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.count, isHexadecimal(bytes[index + 1]), isHexadecimal(bytes[index + 2]) else {
                    return "a `%` that is not followed by two hexadecimal digits"
                }
            case 128...: return "a non-ASCII character"
            default: break
            }
        }
        return nil
    }

    /// Returns whether the query has a parameter of this name, in any letter case.
    func hasParameter(_ lower: StaticString) -> Bool {
        guard let query else { return false }
        var start = 0
        while start <= query.count {
            var end = start
            while end < query.count, query[end] != UInt8(ascii: "&"), query[end] != UInt8(ascii: ";") { end += 1 }
            var nameEnd = start
            while nameEnd < end, query[nameEnd] != UInt8(ascii: "=") { nameEnd += 1 }
            if query[start..<nameEnd].isIgnoringCase(lower) { return true }
            start = end + 1
        }
        return false
    }
}
