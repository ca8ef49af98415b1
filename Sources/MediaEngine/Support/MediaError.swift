public import Foundation

/// An error of opening, reading, decoding or playing media.
///
/// `code` is stable and grouped in ranges: 1000 general, 2000 network and files, 3000 parsing, 4000 decoding, 5000 output, 6000 protection.
/// `message` states what is wrong and what to do.
public struct MediaError: Error, Sendable, CustomStringConvertible {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let unknown = Code(rawValue: 1000)
        public static let cancelled = Code(rawValue: 1001)
        public static let outOfMemory = Code(rawValue: 1002)
        public static let timedOut = Code(rawValue: 1003)
        public static let unsupported = Code(rawValue: 1004)

        public static let fileNotFound = Code(rawValue: 2000)
        public static let isDirectory = Code(rawValue: 2001)
        public static let noPermission = Code(rawValue: 2002)
        public static let readFailed = Code(rawValue: 2003)
        public static let badURL = Code(rawValue: 2004)
        public static let unsupportedScheme = Code(rawValue: 2005)
        public static let cannotFindHost = Code(rawValue: 2006)
        public static let cannotConnect = Code(rawValue: 2007)
        public static let connectionLost = Code(rawValue: 2008)
        public static let httpStatus = Code(rawValue: 2009)
        public static let tooManyRedirects = Code(rawValue: 2010)
        public static let secureConnectionFailed = Code(rawValue: 2011)
        public static let networkTimedOut = Code(rawValue: 2012)
        public static let wrongLength = Code(rawValue: 2013)
        public static let contentChanged = Code(rawValue: 2014)
        public static let rangesNotSupported = Code(rawValue: 2015)
        public static let resourceTooLarge = Code(rawValue: 2016)
        /// The app's resource loader did not load the resource.
        public static let refusedByClient = Code(rawValue: 2017)
        /// The next media of a live stream is no longer available.
        public static let behindLiveWindow = Code(rawValue: 2018)
        /// There is not enough space on the disk.
        public static let diskFull = Code(rawValue: 2019)

        public static let formatNotRecognized = Code(rawValue: 3000)
        public static let malformed = Code(rawValue: 3001)
        public static let empty = Code(rawValue: 3002)
        public static let noPlayableTracks = Code(rawValue: 3003)
        public static let truncated = Code(rawValue: 3004)

        public static let decoderNotFound = Code(rawValue: 4000)
        public static let decodingFailed = Code(rawValue: 4001)
        public static let noImageAtTime = Code(rawValue: 4002)

        public static let audioOutputFailed = Code(rawValue: 5000)

        public static let contentIsProtected = Code(rawValue: 6000)
        /// A key that does not decrypt the content.
        public static let wrongKey = Code(rawValue: 6001)
        /// The app's key delegate rejected a key request.
        public static let keyRefused = Code(rawValue: 6002)
    }

    public var code: Code
    /// One sentence for the user: what is wrong and what to do about it.
    public var message: String
    /// Details for bug reports, such as the library call that failed and its error.
    public var detail: String?
    public var url: URL?
    /// The byte offset in the source at which the error occurred.
    public var byteOffset: Int64?
    /// The HTTP status, if a server responded.
    public var httpStatus: Int?
    /// The headers of that response, with lower-case names.
    public var httpHeaders: [String: String]?
    public var serverAddress: String?
    public var cause: (any Error)?

    public init(
        _ code: Code, _ message: String, detail: String? = nil, url: URL? = nil, byteOffset: Int64? = nil,
        httpStatus: Int? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.detail = detail
        self.url = url
        self.byteOffset = byteOffset
        self.httpStatus = httpStatus
        self.cause = cause
    }

    /// Whether a later attempt with the same URL may succeed.
    var isOfNetwork: Bool {
        let kinds: [Code] = [
            .cannotFindHost, .cannotConnect, .connectionLost, .httpStatus, .networkTimedOut, .wrongLength, .timedOut,
        ]
        return kinds.contains(code)
    }

    public var description: String {
        var line = message
        if let detail { line += " (\(detail))" }
        return line
    }
}
