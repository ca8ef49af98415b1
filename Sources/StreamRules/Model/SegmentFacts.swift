import HLS

/// What was measured in one segment. Times are nanoseconds of the stream's own clock.
package struct SegmentFacts: Sendable, Hashable, Codable {
    package enum Container: String, Sendable, Hashable, Codable {
        case fragments, transportStream, packedAudio, webVTT, other
    }

    /// Something wrong with the bytes.
    package enum Problem: Sendable, Hashable, Codable {
        case empty
        /// A web page or another text: its first characters, and what it is, in words.
        case text(String, kind: String)
        /// Something that no player reads, such as an image, in words.
        case foreign(String)
        case truncated(String)
        /// Bytes that the container does not allow.
        case damaged(String)
        /// The container cannot be opened, for this reason.
        case unreadable(String)
        case noSamples
        /// fMP4 fragments without an initialization section.
        case noInitialization
        /// The initialization section could not be loaded or read.
        case badInitialization(String)
        case keyMissing(String)
        case keyLength(Int)
        case wrongKey(String)
        /// Encrypted in a way that the engine cannot decrypt.
        case protected(String)
        case unknownTrack(Int)
        case missingTables
        case severalPrograms(Int)
        /// The number of packets with a wrong continuity counter.
        case continuity(Int)
        /// The transport stream has no program clock reference.
        case noClock
        /// Frames whose decode time is before the clock of the transport stream, and by how many seconds at most.
        case lateFrames(Int, Double)
        /// By how many seconds at least the decode times of all frames are after the clock of the transport stream.
        case earlyClock(Double)
        /// Packet identifiers with media that the program map table does not name.
        case undeclaredStreams([Int])
    }

    package var byteCount = 0
    package var response: ResponseFacts?
    package var failure: LoadFailure?
    package var container: Container?
    package var problems: [Problem] = []
    package var tracks: [TrackFacts] = []
    /// One for each track with samples.
    package var spans: [TrackSpan] = []
    /// The sequence number of the first fragment.
    package var fragmentNumber: Int?
    package var text: TextFacts?
    /// The boxes of a fragmented MP4 segment.
    package var fragments: FragmentFacts?
    /// Caption channels in the video frames, by INSTREAM-ID; nil where they were not searched.
    package var captions: [String]?
    package var decoding: DecodingFacts?
    /// Seconds from the request to the last byte.
    package var loadSeconds = 0.0
    /// A hash of the bytes; nil where they were not hashed.
    package var digest: UInt64?
    /// Width and height of an image in pixels.
    package var imageSize: [Int]?
    /// The brightness of the first key frame in cells, row by row; nil where it was not decoded.
    package var picture: [UInt8]?
    /// The presentation time of `picture`.
    package var pictureTime: Int64 = 0
    /// The frames after `picture`, where they were decoded, too.
    package var sequence: [PictureCells] = []
    /// The sound of the first audio track; nil where it was not decoded.
    package var sound: SoundFacts?
    /// The number of bytes of a second request, where they differ from those of the first.
    package var changedByteCount: Int?
    /// Whether a second request got the same bytes with another ETag; nil where there was none.
    package var hasOtherTag: Bool?
    /// Seconds from the request to the first byte of the response; nil where they are unknown.
    package var firstByteSeconds: Double?
    /// Statements that the bytes violate.
    package var violations: [StatementViolation] = []
    /// The types and identifiers of the streams in a transport stream, in words; nil for other containers.
    package var streamTable: String?
    /// The means of Cb and Cr of `picture`, and of their distances from gray; then the means of Cb and Cr in three
    /// parts of the upper half, and three of the lower half; nil where they are unknown.
    package var colors: [UInt8]?
    /// Whether packed audio begins with a timestamp.
    package var hasTimestamp = true

    package init() {}

    package func span(_ kind: TrackFacts.Kind) -> TrackSpan? {
        spans.first { tracks.indices.contains($0.track) && tracks[$0.track].kind == kind }
    }

    package func track(_ kind: TrackFacts.Kind) -> TrackFacts? { tracks.first { $0.kind == kind } }
}

/// The brightness of a frame in cells, row by row.
package struct PictureCells: Sendable, Hashable, Codable {
    /// The presentation time in nanoseconds.
    package var time: Int64
    package var cells: [UInt8]

    package init(time: Int64, cells: [UInt8]) {
        self.time = time
        self.cells = cells
    }
}

/// The sound of a segment in windows of equal length.
package struct SoundFacts: Sendable, Hashable, Codable {
    /// Nanoseconds.
    package static let windowLength: Int64 = 50_000_000

    /// The presentation time of the first window, as a multiple of the length.
    package var firstWindow: Int64
    /// The level of each window in decibels above -100 dB of full scale.
    package var levels: [UInt8]
    /// How often the signal crosses zero in each window.
    package var crossings: [UInt8]

    package init(firstWindow: Int64, levels: [UInt8], crossings: [UInt8]) {
        self.firstWindow = firstWindow
        self.levels = levels
        self.crossings = crossings
    }
}

/// A track as its container and codec headers describe it.
package struct TrackFacts: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable { case video, audio, text, data }

    package var kind: Kind
    /// FFmpeg's name.
    package var codec: String
    /// The entry of CODECS that describes the track.
    package var codecParameter: String?
    package var profile: String?
    package var level: Int?
    package var language: String?
    package var width = 0
    package var height = 0
    package var displayWidth = 0
    package var displayHeight = 0
    package var framesPerSecond: Double?
    package var isInterlaced = false
    package var bitsPerComponent = 8
    /// FFmpeg's names.
    package var pixelFormat: String?
    package var transfer: String?
    package var primaries: String?
    package var matrix: String?
    package var isFullRange = false
    package var sampleRate = 0
    package var channels = 0
    package var channelLayout: String?

    package init(kind: Kind, codec: String) {
        self.kind = kind
        self.codec = codec
    }
}

/// The samples of one track in one segment.
package struct TrackSpan: Sendable, Hashable, Codable {
    package var track: Int
    package var sampleCount = 0
    package var byteCount = 0
    /// Samples after the first, and their bytes, where one sample is expected.
    package var followingCount = 0
    package var followingByteCount = 0
    /// The earliest presentation time.
    package var start: Int64 = 0
    /// The latest end of a sample.
    package var end: Int64 = 0
    package var firstDecodeTime: Int64 = 0
    /// The decode time of the last sample plus its duration.
    package var decodeEnd: Int64 = 0
    /// The usual duration of a sample.
    package var sampleDuration: Int64 = 0
    /// The presentation times of key frames.
    package var keyTimes: [Int64] = []
    package var startsWithKey = true
    /// Whether decoding can start at the first sample according to its bytes; nil where that is unknown.
    package var startsWithRandomAccess: Bool?
    /// Samples that are marked as key frames although decoding cannot start there.
    package var falseKeyCount = 0
    package var damagedCount = 0
    /// The largest distance between the end of a sample and the decode time of the next one, and its time.
    package var largestGap: Int64 = 0
    package var largestGapTime: Int64 = 0
    /// Samples whose decode time is not later than that of the sample before.
    package var backwardCount = 0
    /// Video samples that are B-frames.
    package var bidirectionalCount = 0
    /// Video samples whose presentation time differs from their decode time.
    package var delayedCount = 0
    /// A hash of each audio frame, to find frames that are repeated.
    package var digests: [UInt16] = []

    package init(track: Int) { self.track = track }
}

/// The boxes of a fragmented MP4 segment and its initialization section.
package struct FragmentFacts: Sendable, Hashable, Codable {
    /// "video", "audio", …, for each track of the initialization section.
    package var handlers: [String] = []
    /// The sample entry of the first video track.
    package var entry: String?
    /// Units a second of the first video track.
    package var timescale: Int?
    /// The protection scheme, such as cbcs; nil where nothing is encrypted.
    package var scheme: String?
    /// The constant initialization vector of the first encrypted track; nil where samples have their own.
    package var vector: [UInt8]?
    /// Whether the video has the configuration of Dolby Vision.
    package var hasDolbyVision = false
    /// Whether Enhanced AC-3 has joint object coding; nil without such a track.
    package var hasJointObjects: Bool?
    /// Whether each track fragment has a decode time.
    package var hasDecodeTimes = true
    /// Samples before the last of their track that last 0 units.
    package var untimedCount = 0

    package init() {}
}

/// A segment of WebVTT.
package struct TextFacts: Sendable, Hashable, Codable {
    package var hasSignature = true
    /// What a file without the signature is, in words.
    package var foreignKind: String?
    package var cueCount = 0
    /// The first fault of the parser.
    package var fault: String?
    package var faultCount = 0
    /// Seconds of the file's own timeline.
    package var firstStart: Double?
    package var lastEnd: Double?
    package var lastStart: Double?
    package var firstEnd: Double?
    /// Cues that start before the one before them.
    package var disorderedCount = 0
    package var hasMap = false
    /// The difference between the stream's clock and the file's timeline according to the map, in seconds.
    package var mapOffset = 0.0
    /// Cues that end before they start.
    package var invertedCount = 0
    package var emptyCount = 0
    /// Pairs of cues without positions of which the second starts while the first is shown, and ends after it.
    package var overlapCount = 0
    /// The start of the first such pair, in seconds of the file's own timeline.
    package var firstOverlap: Double?
    /// Cues whose text is shown already by the cue before, and the start of the first one, in seconds of the file's own timeline.
    package var repeatedCount = 0
    package var firstRepeated: Double?
    /// The times of the first cue that is too short to be read.
    package var briefStart: Double?
    package var briefEnd: Double?
    /// The number of characters of the longest cue.
    package var longestCue = 0
    /// A hash of the text; nil where it was not hashed.
    package var digest: UInt64?
    /// The counts of words that are frequent in one language; "" is the count of all words.
    package var words: [String: Int]?

    package init() {}
}

/// What decoding of one segment found.
package struct DecodingFacts: Sendable, Hashable, Codable {
    package var errorCount = 0
    package var firstError: String?
    package var frameCount = 0
    package var blackFrameCount = 0

    package init() {}
}
