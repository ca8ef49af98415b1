/// A fault or requirement that an origin applies to certain requests.
public struct OriginFault: Sendable {
    /// The requests that a fault applies to.
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
        /// A response with this status and no body.
        case status(Int, retryAfter: Int? = nil)
        /// The connection is closed after so many bytes of the body.
        case cut(after: Int)
        /// The connection is reset after so many bytes of the body.
        case reset(after: Int)
        /// After so many bytes of the body, no bytes are sent for so many seconds.
        case stall(after: Int, seconds: Double)
        /// Additional seconds before the first byte.
        case delay(seconds: Double)
        /// No response.
        case silence
        case contentType(String)
        /// The difference of Content-Length from the true value.
        case lengthError(Int)
        /// The page of a captive portal, with status 200.
        case webPage
        /// A 302 response to this URL.
        case redirect(String)
        /// No Content-Length: the body is chunked.
        case chunked
        /// Range headers are ignored.
        case wholeBody
        /// Corrupted bytes in the body, determined by a seed.
        case noise(bytes: Int, seed: UInt64)
        /// Corrupted bytes in audio and video data only, determined by a seed: boxes of fragments and packets of a transport stream stay
        /// intact.
        case innerNoise(bytes: Int, seed: UInt64)
        /// 403 unless the request has this header field (lowercase name) and its value contains this text.
        case demand(header: String, text: String)
        /// An additional header field: a cookie, Age, Cache-Control.
        case header(String, String)
    }

    public var match: Match
    public var kind: Kind
    /// The number of matching requests that are served correctly first.
    public var skipping: Int
    /// The number of times that the fault occurs after that.
    public var times: Int

    public init(_ kind: Kind, for match: Match, skipping: Int = 0, times: Int = .max) {
        self.match = match
        self.kind = kind
        self.skipping = skipping
        self.times = times
    }
}

/// The combined faults of one request.
struct RequestFaults {
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

    /// Whether the client receives less than, or something other than, the requested resource.
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
