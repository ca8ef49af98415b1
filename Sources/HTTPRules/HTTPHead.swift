/// The status line and fields of an HTTP response.
///
/// A value that a transport fills line by line; the head of a redirect or of an interim response is replaced by the next one.
public struct HTTPHead: Sendable, Equatable {
    private static let longestJoined = 1_000
    /// Fields beyond this count are ignored, so that a server cannot fill the memory.
    public static let maximumFields = 200

    /// 0 before the status line.
    public var status = 0
    /// Values by field name in lower case; the last one where a name repeats, but all of Access-Control-Allow-Origin.
    public var fields: [String: String] = [:]
    /// Whether the empty line behind the fields has been read.
    public private(set) var isComplete = false

    public init(status: Int = 0, fields: [String: String] = [:]) {
        self.status = status
        self.fields = fields
    }

    /// Adds a line as it was received, its line break included.
    public mutating func append(_ line: some Sequence<UInt8>) {
        let text = Self.trimmed(String(decoding: Array(line), as: UTF8.self)[...])
        if text.hasPrefix("HTTP/") {
            self = HTTPHead(status: Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0)
        } else if let colon = text.firstIndex(of: ":") {
            guard fields.count < Self.maximumFields else { return }
            let name = text[..<colon].lowercased()
            let value = String(Self.trimmed(text[text.index(after: colon)...]))
            // Browsers take two lines of this field for one list, and reject it.
            if name == "access-control-allow-origin", let first = fields[name], first.utf8.count < Self.longestJoined {
                fields[name] = first + ", " + value
            } else {
                fields[name] = value
            }
        } else if text.isEmpty, status >= 200 {
            isComplete = true
        }
    }

    /// Whether the head belongs to the response that answers the request: complete, and no redirect.
    public var isFinal: Bool { isComplete && !isRedirect }

    /// Whether the response names another URL to request (RFC 9110, section 15.4).
    public var isRedirect: Bool {
        [300, 301, 302, 303, 307, 308].contains(status) && fields["location"] != nil
    }

    /// The body's length as sent; nil where the field is missing or invalid.
    public var contentLength: Int64? { fields["content-length"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil } }

    /// From `bytes 5-9/20`: 5 and 20; from `bytes */20`: nil and 20.
    public var contentRange: (start: Int64?, total: Int64?)? {
        guard let text = fields["content-range"], text.hasPrefix("bytes") else { return nil }
        let parts = Self.trimmed(text.dropFirst(5)).split(separator: "/")
        guard parts.count == 2 else { return nil }
        return (parts[0].split(separator: "-").first.flatMap { Int64($0) }, Int64(parts[1]))
    }

    /// Whether the body has a content encoding, so that lengths and offsets of the head do not count decoded bytes.
    public var isEncoded: Bool {
        fields["content-encoding"].map { !$0.isEmpty && $0.lowercased() != "identity" } ?? false
    }

    public var acceptsRanges: Bool { fields["accept-ranges"] == "bytes" }

    /// The media type in lower case, without parameters.
    public var mediaType: String? {
        fields["content-type"].map { Self.trimmed($0.prefix { $0 != ";" }).lowercased() }
    }

    /// The entity tag, where equal tags mean equal bytes; nil for a weak tag.
    public var strongEntityTag: String? { fields["etag"].flatMap { $0.hasPrefix("\"") ? $0 : nil } }

    /// Seconds since 1970 of the field with this name in lower case.
    public func date(_ name: String) -> Double? { fields[name].flatMap { HTTPDate.seconds($0) } }

    /// Seconds after which the server asks for the next attempt (RFC 9110, section 10.2.3).
    /// - Parameter now: seconds since 1970; a date is compared with the server's own clock where the response states it.
    public func retryAfter(now: Double) -> Double? {
        guard let text = fields["retry-after"] else { return nil }
        if let seconds = Double(text) { return seconds >= 0 && seconds.isFinite ? seconds : nil }
        guard let date = HTTPDate.seconds(text) else { return nil }
        return max(0, date - (self.date("date") ?? now))
    }

    private static func trimmed(_ text: Substring) -> Substring {
        func isSpace(_ character: Character) -> Bool { character.isWhitespace }
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
