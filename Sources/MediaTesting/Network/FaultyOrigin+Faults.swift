extension FaultyOrigin {
    /// What the server does wrong with one resource.
    public struct Faults: Sendable {
        /// Seconds before each answer.
        public var delay = 0.0
        public var bytesPerSecond: Int?
        /// Seconds after each byte of a body, which comes one byte at a time.
        public var secondsPerByte: Double?
        /// Seconds before each byte of an answer's head.
        public var secondsPerHeadByte: Double?
        /// The connection is closed after so many bytes of a body, `cutCount` times.
        public var cutAfter: Int?
        /// Whether a connection that is cut is reset instead of closed.
        public var cutsWithReset = false
        /// After so many bytes of a body nothing more comes and the connection stays open, `cutCount` times.
        public var stallAfter: Int?
        public var cutCount = Int.max
        /// Answered with this status, `statusCount` times.
        public var status: Int?
        public var statusCount = Int.max
        /// Added to the true Content-Length, and to the total of a Content-Range.
        public var lengthError = 0
        /// Added to the first byte that a Content-Range names.
        public var rangeError = 0
        public var ignoresRanges = false
        /// Whether bodies are packed with gzip, asked or not; ranges count packed bytes.
        public var compresses = false
        public var redirectsTo: String?
        /// Further header lines of every answer, as `Name: value`.
        public var headers: [String] = []
        public var contentType = "video/mp4"
        public var entityTag: String?
        /// From the second request on, the entity tag is another.
        public var changesEntityTag = false
        /// Accepts and never answers.
        public var staysSilent = false
        public init() {}
    }
}
