extension FaultyOrigin {
    /// The faults of one resource.
    public struct Faults: Sendable {
        /// Seconds before each response.
        public var delay = 0.0
        public var bytesPerSecond: Int?
        /// Seconds after each byte of a body, which is then sent one byte at a time.
        public var secondsPerByte: Double?
        /// Seconds before each byte of a response head.
        public var secondsPerHeadByte: Double?
        /// The number of body bytes after which the connection is closed, `cutCount` times.
        public var cutAfter: Int?
        /// Whether the connection is reset instead of closed then.
        public var cutsWithReset = false
        /// The number of body bytes after which nothing more is sent while the connection stays open, `cutCount` times.
        public var stallAfter: Int?
        public var cutCount = Int.max
        /// The status of responses, `statusCount` times.
        public var status: Int?
        public var statusCount = Int.max
        /// The difference of Content-Length, and of the total in Content-Range, from the true values.
        public var lengthError = 0
        /// The difference of the first byte in Content-Range from the true value.
        public var rangeError = 0
        public var ignoresRanges = false
        /// Whether bodies are compressed with gzip regardless of Accept-Encoding; ranges count compressed bytes.
        public var compresses = false
        public var redirectsTo: String?
        /// Additional header lines of every response, as `Name: value`.
        public var headers: [String] = []
        public var contentType = "video/mp4"
        public var entityTag: String?
        /// Whether the entity tag changes from the second request on.
        public var changesEntityTag = false
        /// Whether requests are accepted but never answered.
        public var staysSilent = false
        public init() {}
    }
}
