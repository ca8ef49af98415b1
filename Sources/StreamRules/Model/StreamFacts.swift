package import HLS

/// What is known about a stream, in the terms of the rules. What was not looked at is nil or empty, and the rules about it do not apply.
package struct StreamFacts: Sendable {
    /// The URL that was inspected.
    package var url = ""
    /// The playlist at that URL.
    package var document = PlaylistDocument()
    /// nil where the URL leads to a media playlist.
    package var multivariant: MultivariantPlaylist?
    /// The media playlists that were looked at: variants, then renditions, then I-frame playlists.
    package var playlists: [PlaylistFacts] = []
    /// Keys, initialization sections, session data, steering manifests and interstitials that were requested.
    package var resources: [ResourceFacts] = []
    /// What was left out because of a limit, one sentence each.
    package var limits: [String] = []
    /// Whether segments were loaded.
    package var hasMedia = false
    /// Whether video and audio were decoded.
    package var isDecoded = false
    /// Playlists whose second load differs from the first although nothing may change.
    package var changedLists: [ChangedList] = []
    /// How long a live stream was watched, in seconds.
    package var watchedSeconds = 0.0
    /// Bytes that were loaded.
    package var byteCount = 0
    /// How long the inspection took, in seconds.
    package var seconds = 0.0

    package init() {}

    /// Whether any media playlist may still grow.
    package var isLive: Bool { playlists.contains { $0.playlist.map { !$0.hasEnded } ?? false } }
}

/// A playlist as a resource: the response of the server, and the faults in its text.
package struct PlaylistDocument: Sendable {
    package var url = ""
    package var response: ResponseFacts?
    /// Why it could not be loaded.
    package var failure: LoadFailure?
    /// Faults that the parser found.
    package var faults: [PlaylistFault] = []
    /// Whether the parser rejected the playlist; the reason is among the faults.
    package var isUnusable = false
    /// Lines that the parser ignores although something was meant.
    package var oddities: [LineOddity] = []
    package var byteCount = 0
    /// Seconds from the request to the whole response.
    package var loadSeconds = 0.0

    package init(url: String = "") { self.url = url }
}

/// A line of a playlist with a tag or attribute that no specification names.
package struct LineOddity: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A tag that is close to a known one.
        case misspeltTag(meant: String)
        case unknownTag
        /// An attribute of a tag that is not the tag's, and has no X- in front.
        case foreignAttribute(tag: String)
        /// An attribute that is close to one of the tag's.
        case misspeltAttribute(tag: String, meant: String)
        /// EXTINF without a comma after the duration, or with a comma within it.
        case durationForm(String)
        /// EXT-X-PROGRAM-DATE-TIME without a time zone.
        case dateWithoutZone
        /// A URI after EXT-X-ENDLIST.
        case afterEnd
        /// A feature that later versions do not have, the first of them, and whether the playlist's version is older.
        case removed(version: Int, isOlder: Bool)
        /// An attribute of audio renditions in another one.
        case audioAttribute
        /// EXT-X-PROGRAM-DATE-TIME with a blank between day and time.
        case dateWithBlank
        /// EXT-X-PROGRAM-DATE-TIME with a comma before the fraction of the second.
        case dateWithComma
        /// A URI with a character that URIs do not have, and the character in words.
        case uriCharacter(String)
    }

    package var line: Int
    package var name: String
    package var kind: Kind
}

/// The parts of an HTTP response that rules look at.
package struct ResponseFacts: Sendable, Hashable, Codable {
    package var status = 200
    /// In lower case, without parameters; nil where the field is missing.
    package var contentType: String?
    package var cacheControl: String?
    package var expires: String?
    /// Seconds in a shared cache.
    package var age: Double?
    /// Access-Control-Allow-Origin.
    package var allowedOrigin: String?
    /// Whether the body was compressed.
    package var isCompressed = false
    /// The URL after redirects, where there were any.
    package var redirectedTo: String?
    /// "HTTP/1.1", "HTTP/2".
    package var version: String?
    /// Content-Length, where the body has another length; nil where they agree.
    package var wrongLength: Int?
    /// Whether the whole resource was sent although a range was requested.
    package var ignoredRange = false
    /// Whether it came from a web server.
    package var isHTTP = false
    /// Why an attempt before the successful one failed; nil where the first succeeded.
    package var earlierFailure: String?
    /// Seconds since 1970 at which the resource was changed last, and at which the response was sent.
    package var modified: Double?
    package var sent: Double?
    /// The time of Expires, in seconds since 1970; nil without the field or a valid date.
    package var expiresAt: Double?
    /// The parameter charset of the content type, in lower case.
    package var charset: String?
    package var vary: String?
    /// Cross-Origin-Resource-Policy, in lower case.
    package var resourcePolicy: String?
    /// Accept-Ranges, in lower case.
    package var acceptRanges: String?

    package init() {}

    /// A directive of Cache-Control with its value in seconds: `max-age`.
    package func cacheSeconds(_ name: String) -> Double? {
        for part in cacheDirectives where part.hasPrefix(name + "=") { return Double(part.dropFirst(name.count + 1)) }
        return nil
    }

    /// The age and the lifetime of a response that a shared cache sent after its lifetime; nil where it may do so.
    package var outlivedLifetime: (age: Double, lifetime: Double)? {
        guard let age, let lifetime = cacheSeconds("s-maxage") ?? cacheSeconds("max-age"), lifetime > 0 else {
            return nil
        }
        // RFC 5861: a response may be sent while a newer one is requested.
        let grace = max(cacheSeconds("stale-while-revalidate") ?? 0, cacheSeconds("stale-if-error") ?? 0)
        return age > lifetime + grace ? (age, lifetime) : nil
    }

    package var cacheDirectives: [String] {
        (cacheControl ?? "").lowercased().split(separator: ",").map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }
}

/// A resource beside the segments, as the server sent it.
package struct ResourceFacts: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case key, initialization, sessionData, steering, interstitial }

    package var url: String
    package var kind: Kind
    package var response: ResponseFacts
    /// Why it could not be loaded.
    package var failure: LoadFailure?
    /// Why players cannot use its content.
    package var problem: String?
    /// Statements that its content violates.
    package var violations: [StatementViolation] = []
    /// Seconds from the request to the whole response.
    package var loadSeconds = 0.0

    package init(url: String, kind: Kind, response: ResponseFacts) {
        self.url = url
        self.kind = kind
        self.response = response
    }
}

/// Why a resource could not be loaded.
package struct LoadFailure: Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
        /// The server has no such resource, or denies access.
        case status
        /// The server does not respond, or the connection breaks.
        case connection
        /// Fewer bytes than declared.
        case cut
        /// More bytes than accepted.
        case tooLarge
        case redirects
        /// A playlist from the network leads to a local file.
        case localFile
        /// A public stream leads into a private network.
        case privateAddress
        case badURL
        case other
    }

    package var kind: Kind
    package var status: Int?
    package var message: String

    package init(_ kind: Kind, status: Int? = nil, _ message: String) {
        self.kind = kind
        self.status = status
        self.message = message
    }
}

/// A media playlist with its segments.
package struct PlaylistFacts: Sendable {
    package enum Role: Sendable, Hashable {
        /// By the index in the multivariant playlist.
        case variant(Int)
        case rendition(Int)
        case iFrames(Int)
        case images(Int)
        /// The stream is this playlist alone.
        case single
    }

    package var role: Role
    /// In words: "variant 2 (1280x720)".
    package var name: String
    package var document: PlaylistDocument
    /// nil where it could not be loaded or parsed.
    package var playlist: MediaPlaylist?
    /// Whether the playlist at its URL lists variants instead of segments.
    package var isMultivariant = false
    /// By position in the playlist; nil for segments that were not looked at.
    package var segments: [SegmentFacts?] = []
    /// The parts of a live playlist that were loaded, in their order.
    package var parts: [PartFacts] = []
    /// The states of a live playlist over time.
    package var reloads: [ReloadFacts] = []
    /// What requests of low latency showed: blocking reloads, delta updates, hints.
    package var probes: [ReloadProbe] = []
    /// Keys and initialization sections that became unavailable or changed while the playlist was watched, a sentence each.
    package var lateResources: [String] = []
    /// In LUFS; nil where the audio was not decoded.
    package var loudness: Double?
    package var loudnessRange: Double?
    /// In dBTP.
    package var truePeak: Double?

    /// What decoding of the whole playlist showed; nil where it was not decoded.
    package var decoded: DecodedFacts?

    package init(role: Role, name: String, document: PlaylistDocument) {
        self.role = role
        self.name = name
        self.document = document
    }
}

/// What decoding of a whole playlist showed.
package struct DecodedFacts: Sendable, Hashable {
    /// A time without change, in seconds from the first frame.
    package struct Stretched: Sendable, Hashable {
        package var start: Double
        package var seconds: Double

        package init(start: Double, seconds: Double) {
            self.start = start
            self.seconds = seconds
        }
    }

    /// The longest stretch of black frames, of equal frames that are not black, and of silence.
    package var black: Stretched?
    package var frozen: Stretched?
    package var silence: Stretched?
    /// The seconds of all frozen stretches.
    package var frozenSeconds = 0.0
    /// The seconds of all video.
    package var videoSeconds = 0.0
    /// The number of frames that differ from the one before, and of single repetitions between such frames.
    package var newFrames = 0
    package var repeatedFrames = 0
    /// The share of samples of the luma outside the limited range.
    package var outsideShare = 0.0
    /// The channels without sound, from 0, where others have it.
    package var silentChannels: [Int] = []
    /// The correlation of two channels, from -1 to 1.
    package var correlation: Double?
    /// The mean of the samples of a channel, of full scale.
    package var offset: Double?
    /// Seconds of a window of `levels` and `crossings`.
    package static let windowSeconds = 0.05
    /// The level of each window of the audio, in decibels above -100 dB of full scale.
    package var levels: [UInt8] = []
    /// The share of samples of each window at which the first channel crosses zero, of 255.
    package var crossings: [UInt8] = []
    /// The level of the first of two channels above that of the second in each window, in decibels.
    package var balances: [Int8] = []
    /// The windows with short holes in the audio: sound stops and starts again abruptly.
    package var holes: [Int32] = []

    /// Whether the audio has one level almost throughout, as a test tone has.
    var hasSteadyLevel: Bool {
        var counts = [Int](repeating: 0, count: 256)
        for level in levels { counts[Int(level)] += 1 }
        guard let most = counts.indices.max(by: { counts[$0] < counts[$1] }) else { return true }
        let near = counts[max(0, most - 1)...min(255, most + 1)].reduce(0, +)
        return near * 10 >= levels.count * 9
    }

    package init() {}
}

/// A partial segment (EXT-X-PART) of a live playlist.
package struct PartFacts: Sendable, Hashable {
    /// The sequence number of the segment that the part belongs to.
    package var sequenceNumber: UInt64
    /// The position in its segment, from 0.
    package var index: Int
    /// In seconds.
    package var declaredDuration: Double
    /// INDEPENDENT=YES.
    package var isIndependent: Bool
    package var line: Int
    package var facts: SegmentFacts

    package init(
        sequenceNumber: UInt64, index: Int, declaredDuration: Double, isIndependent: Bool, line: Int,
        facts: SegmentFacts
    ) {
        self.sequenceNumber = sequenceNumber
        self.index = index
        self.declaredDuration = declaredDuration
        self.isIndependent = isIndependent
        self.line = line
        self.facts = facts
    }
}

/// A request that players of low latency make, and that the server answered wrongly.
package struct ReloadProbe: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// `_HLS_msn` and `_HLS_part` of the next part.
        case blocking
        /// `_HLS_msn` of the far future.
        case refusal
        /// `_HLS_skip`.
        case delta
        /// EXT-X-PRELOAD-HINT.
        case hint
        /// EXT-X-RENDITION-REPORT.
        case report
        /// EXT-X-PART.
        case listed
    }

    package var kind: Kind
    package var problem: String

    package init(kind: Kind, problem: String) {
        self.kind = kind
        self.problem = problem
    }
}

/// A playlist whose second load differs from the first although nothing may change.
package struct ChangedList: Sendable, Hashable {
    package var url: String
    /// What differs, as a sentence.
    package var problem: String

    package init(url: String, problem: String) {
        self.url = url
        self.problem = problem
    }
}

/// One load of a live playlist.
package struct ReloadFacts: Sendable, Hashable {
    /// Seconds since the first load.
    package var time: Double
    package var firstSequence: UInt64
    package var segmentCount: Int
    /// The sum of the durations of the listed segments, in seconds; nil where the load failed.
    package var windowSeconds: Double?
    package var partCount: Int
    /// The end of the last segment or part, in seconds from the start of the first load's playlist.
    package var change: PlaylistChange
    /// Faults in comparison with the load before.
    package var faults: [PlaylistFault] = []
    /// The number of a segment whose EXT-X-DISCONTINUITY was added or removed since the load before.
    package var movedDiscontinuity: UInt64?
    /// The number of a segment that belongs to another discontinuity than in the load before.
    package var renumberedDiscontinuity: UInt64?
    package var failure: LoadFailure?
    /// Faults of this load alone, which the parser found.
    package var parserFaults: [PlaylistFault] = []
    /// Seconds from the request to the response.
    package var responseSeconds = 0.0
    package var hasEnded = false
    /// Whether a web server responded without Access-Control-Allow-Origin.
    package var lacksAllowedOrigin = false
    /// The content type of a response of a web server; nil where it has none.
    package var contentType: String?
    /// Segments with EXT-X-PROGRAM-DATE-TIME.
    package var datedCount = 0
    /// Attributes of EXT-X-SERVER-CONTROL that changed since the load before.
    package var changedControls: [String] = []
    /// Identifiers of date ranges whose start or other values changed since the load before.
    package var changedRanges: [String] = []
    /// Why an attempt before the successful one failed.
    package var earlierFailure: String?
    /// What differs from the load before although it must stay the same.
    package var differences = ReloadDifferences()
    /// Whether the response has the ETag of the load before although its bytes differ.
    package var hasSameTag = false
    /// From the first listed part to the end of the playlist, in seconds; nil without EXT-X-PART-INF.
    package var partSeconds: Double?
    /// The segment that this load no longer lists, where it cannot be loaded anymore.
    package var removed: RemovedSegment?

    package struct RemovedSegment: Sendable, Hashable {
        package var number: UInt64
        package var failure: LoadFailure

        package init(number: UInt64, failure: LoadFailure) {
            self.number = number
            self.failure = failure
        }
    }

    package init(time: Double, firstSequence: UInt64, segmentCount: Int, partCount: Int, change: PlaylistChange) {
        self.time = time
        self.firstSequence = firstSequence
        self.segmentCount = segmentCount
        self.partCount = partCount
        self.change = change
    }
}
