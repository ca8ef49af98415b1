/// Something that an origin does wrong, or asks for, with certain requests.
public struct OriginFault: Sendable {
    /// Which requests it concerns.
    public enum Match: Sendable, Hashable {
        case every
        case path(String)
        case prefix(String)
        case suffix(String)

        public func contains(_ path: String) -> Bool {
            switch self {
            case .every: true
            case .path(let other): path == other
            case .prefix(let prefix): path.hasPrefix(prefix)
            case .suffix(let suffix): path.hasSuffix(suffix)
            }
        }
    }

    public enum Kind: Sendable, Hashable {
        /// Answered with this status and no body.
        case status(Int, retryAfter: Int? = nil)
        /// The connection closes after so many bytes of the body.
        case cut(after: Int)
        /// The connection is reset after so many bytes of the body.
        case reset(after: Int)
        /// After so many bytes of the body nothing more comes for so many seconds.
        case stall(after: Int, seconds: Double)
        /// So many seconds more before the first byte.
        case delay(seconds: Double)
        /// Never answered.
        case silence
        case contentType(String)
        /// Added to the true Content-Length.
        case lengthError(Int)
        /// The page of a captive portal, with status 200.
        case webPage
        /// 302 to this address.
        case redirect(String)
        /// No Content-Length: the body comes in chunks.
        case chunked
        /// Ranges are ignored.
        case wholeBody
        /// Other bytes in the middle of the body, by a seed.
        case noise(bytes: Int, seed: UInt64)
        /// The same within pictures and sound alone, by a seed: the boxes of fragments, and the packets of a transport stream, stay whole.
        case innerNoise(bytes: Int, seed: UInt64)
        /// 403 unless the request has this header field (lower-case name), and in it this text.
        case demand(header: String, text: String)
        /// A further header field: a cookie, Age, Cache-Control.
        case header(String, String)
    }

    public var match: Match
    public var kind: Kind
    /// So many matching requests are served well first.
    public var skipping: Int
    /// How often it happens after that.
    public var times: Int

    public init(_ kind: Kind, for match: Match, skipping: Int = 0, times: Int = .max) {
        self.match = match
        self.kind = kind
        self.skipping = skipping
        self.times = times
    }
}

/// The faults that concern one request, put together.
struct Mishap {
    var status: (Int, retryAfter: Int?)?
    var cut: (after: Int, isReset: Bool)?
    var stall: (after: Int, seconds: Double)?
    var delay = 0.0
    var isSilent = false
    var contentType: String?
    var lengthError = 0
    var isWebPage = false
    var location: String?
    var isChunked = false
    var ignoresRanges = false
    var noise: (bytes: Int, seed: UInt64)?
    var innerNoise: (bytes: Int, seed: UInt64)?
    var headers: [(name: String, value: String)] = []

    /// Whether the client gets less than, or something else than, what it asked for.
    var isBreaking: Bool {
        status != nil || cut != nil || stall != nil || isSilent || lengthError < 0 || isWebPage || location != nil
            || noise != nil || innerNoise != nil
    }

    mutating func add(_ kind: OriginFault.Kind, for request: OriginRequest) {
        switch kind {
        case .status(let code, let retryAfter): status = (code, retryAfter)
        case .cut(let after): cut = (after, false)
        case .reset(let after): cut = (after, true)
        case .stall(let after, let seconds): stall = (after, seconds)
        case .delay(let seconds): delay += seconds
        case .silence: isSilent = true
        case .contentType(let type): contentType = type
        case .lengthError(let error): lengthError = error
        case .webPage: isWebPage = true
        case .redirect(let target): location = target
        case .chunked: isChunked = true
        case .wholeBody: ignoresRanges = true
        case .noise(let bytes, let seed): noise = (bytes, seed)
        case .innerNoise(let bytes, let seed): innerNoise = (bytes, seed)
        case .demand(let header, let text):
            if request.headers[header]?.contains(text) != true { status = (403, nil) }
        case .header(let name, let value): headers.append((name, value))
        }
    }
}
