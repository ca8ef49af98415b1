/// A link split into its parts, each percent-decoded once.
///
/// Links come from other programs, so that everything ambiguous is rejected: characters that a URL does not permit, broken percent-encoding,
/// path segments that lead upward, encoded separators and control characters, names of users, and scripts.
public struct LinkText: Sendable, Hashable {
    public struct Parameter: Sendable, Hashable {
        public var name: String
        /// Empty where the parameter has no value.
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// In lower case.
    public let scheme: String
    /// Nil where the link has no authority (`app:play/1`). In lower case for a web link.
    public let host: String?
    public let port: Int?
    /// The segments of the path, without empty segments at its ends.
    public let segments: [String]
    public let parameters: [Parameter]
    public let fragment: String?

    /// The largest accepted link in bytes.
    public static let maximumLength = 4096
    public static let maximumSegments = 32
    public static let maximumParameters = 64
    /// The largest accepted segment, parameter name or value in bytes.
    public static let maximumPartLength = 1024

    /// Schemes that run a script or show content of the link itself, or of the caller's choice, in the receiver.
    public static let scriptSchemes: Set<String> = [
        "javascript", "vbscript", "data", "blob", "about", "view-source", "file", "filesystem", "jar", "livescript",
    ]

    /// Whether the link is http or https.
    public var isWebLink: Bool { scheme == "https" || scheme == "http" }

    public init(_ text: String) throws(DeepLinkError) {
        guard !text.isEmpty else { throw DeepLinkError(.empty, link: text) }
        guard text.utf8.count <= Self.maximumLength else { throw DeepLinkError(.tooLong(text.utf8.count), link: text) }
        for byte in text.utf8 where !Self.isPermitted(byte) {
            throw DeepLinkError(.character(byte), link: text)
        }
        guard let colon = text.firstIndex(of: ":"), Self.isScheme(text[..<colon]) else {
            throw DeepLinkError(.noScheme, link: text)
        }
        scheme = text[..<colon].lowercased()
        guard !Self.scriptSchemes.contains(scheme) else { throw DeepLinkError(.scriptScheme(scheme), link: text) }
        var rest = text[text.index(after: colon)...]
        fragment = try Self.cut(&rest, at: "#").map { part throws(DeepLinkError) in try Self.decoded(part, link: text) }
        let query = Self.cut(&rest, at: "?")
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let path = rest.firstIndex(of: "/") ?? rest.endIndex
            let (place, port) = try Self.authority(rest[..<path], link: text)
            let isWeb = scheme == "https" || scheme == "http"
            host = isWeb ? place?.lowercased() : place
            self.port = port
            rest = rest[path...]
        } else {
            (host, port) = (nil, nil)
        }
        segments = try Self.segments(rest, link: text)
        parameters = try Self.parameters(query, link: text)
    }

    // MARK: Parts

    /// Removes the part behind the first separator.
    private static func cut(_ text: inout Substring, at separator: Character) -> Substring? {
        guard let index = text.firstIndex(of: separator) else { return nil }
        defer { text = text[..<index] }
        return text[text.index(after: index)...]
    }

    private static func authority(
        _ text: Substring, link: String
    ) throws(DeepLinkError) -> (host: String?, port: Int?) {
        guard !text.contains("@") else { throw DeepLinkError(.userName, link: link) }
        guard !text.contains("%") else { throw DeepLinkError(.host, link: link) }
        // An IPv6 address is in brackets, and its colons are no port.
        let end =
            text.hasPrefix("[") ? text.firstIndex(of: "]").map { text.index(after: $0) } : text.firstIndex(of: ":")
        let host = String(text[..<(end ?? text.endIndex)])
        let tail = end.map { text[$0...] } ?? ""
        guard host.utf8.count <= 253 else { throw DeepLinkError(.host, link: link) }
        if tail.isEmpty { return (host.isEmpty ? nil : host, nil) }
        guard tail.hasPrefix(":"), let port = Int(tail.dropFirst()), (1...65_535).contains(port), !host.isEmpty else {
            throw DeepLinkError(.host, link: link)
        }
        return (host, port)
    }

    private static func segments(_ path: Substring, link: String) throws(DeepLinkError) -> [String] {
        var segments: [String] = []
        var parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if parts.first?.isEmpty == true { parts.removeFirst() }
        if parts.last?.isEmpty == true { parts.removeLast() }
        guard parts.count <= maximumSegments else { throw DeepLinkError(.tooManyParts, link: link) }
        for part in parts {
            let segment = try decoded(part, link: link)
            guard !leadsElsewhere(segment) else { throw DeepLinkError(.traversal, link: link) }
            segments.append(segment)
        }
        return segments
    }

    private static func parameters(_ query: Substring?, link: String) throws(DeepLinkError) -> [Parameter] {
        guard let query else { return [] }
        let parts = query.split(separator: "&", omittingEmptySubsequences: true)
        guard parts.count <= maximumParameters else { throw DeepLinkError(.tooManyParts, link: link) }
        var parameters: [Parameter] = []
        for part in parts {
            let equal = part.firstIndex(of: "=")
            let name = try decoded(part[..<(equal ?? part.endIndex)], link: link)
            let value = try equal.map { index throws(DeepLinkError) in
                try decoded(part[part.index(after: index)...], link: link)
            }
            parameters.append(Parameter(name, value ?? ""))
        }
        return parameters
    }

    /// Whether a decoded segment is one of `.` and `..`, or contains a separator, at once or after being decoded again.
    private static func leadsElsewhere(_ segment: String) -> Bool {
        var text = segment
        for _ in 0..<3 {
            if text == "." || text == ".." || text.contains("/") || text.contains("\\") { return true }
            guard text.contains("%"), let again = percentDecoded(text.utf8), again != text else { return false }
            text = again
        }
        return true
    }

    // MARK: Percent-encoding

    private static func decoded(_ part: Substring, link: String) throws(DeepLinkError) -> String {
        guard part.utf8.count <= maximumPartLength else { throw DeepLinkError(.partTooLong, link: link) }
        guard let text = percentDecoded(part.utf8) else { throw DeepLinkError(.percentEncoding, link: link) }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw DeepLinkError(.controlCharacter, link: link)
        }
        return text
    }

    /// Decodes percent-encoded UTF-8; nil for an incomplete escape or bytes that are not UTF-8.
    static func percentDecoded(_ text: some Sequence<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = iterator.next().flatMap(hexadecimal), let low = iterator.next().flatMap(hexadecimal) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    // MARK: Characters

    /// Whether RFC 3986 permits the byte in a URL.
    private static func isPermitted(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
        }
    }

    /// Whether a text is a scheme by RFC 3986: a letter, then letters, digits, `+`, `-` and `.`.
    public static func isScheme(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 64, isLetter(first) else { return false }
        return text.utf8.allSatisfy {
            isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
