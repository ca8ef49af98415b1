import HLS
import Testing

@testable import StreamRules

/// Tests rules at what packagers and caches produce without fault, and at what is close to it.
struct PackagingTests {
    private func rules(_ change: (inout FindingLog) -> Void) -> [String: StreamRule.Level] {
        var log = FindingLog()
        change(&log)
        return Dictionary(log.findings.map { ($0.rule, $0.level) }, uniquingKeysWith: max)
    }

    // MARK: - Advertisements

    private func copies(_ kind: String, discontinuities: Set<Int>, copied: Set<Int>) throws -> StreamRule.Level? {
        func playlist(_ role: PlaylistFacts.Role, _ name: String, _ seed: UInt64) throws -> PlaylistFacts {
            try MeasuredStream.playlist(
                role, name, kind == "AUDIO" ? .audio : .video, starts: [0, 6, 12, 18, 24],
                discontinuities: discontinuities
            ) { position, facts in
                facts.digest = (copied.contains(position) ? 100 : seed) + UInt64(position)
            }
        }
        let lines = [
            MeasuredStream.rendition("AUDIO", "one", "en"), MeasuredStream.rendition("AUDIO", "two", "de"),
            MeasuredStream.variant(800_000, "v.m3u8"), MeasuredStream.variant(1_600_000, "w.m3u8"),
        ]
        let roles: [PlaylistFacts.Role] =
            kind == "AUDIO" ? [.rendition(0), .rendition(1)] : [.variant(0), .variant(1)]
        let facts = try MeasuredStream.stream(lines, [playlist(roles[0], "one", 200), playlist(roles[1], "two", 300)])
        return rules { AlignChecks(facts: facts).check(&$0) }["segment.copied"]
    }

    @Test("renditions that share the segments between two discontinuities have an advertisement in common")
    func advertisement() throws {
        #expect(try copies("AUDIO", discontinuities: [2, 4], copied: [2, 3]) == nil)
        #expect(try copies("AUDIO", discontinuities: [2, 4], copied: [2]) != nil)
        #expect(try copies("AUDIO", discontinuities: [], copied: [2, 3]) != nil)
        #expect(try copies("VIDEO", discontinuities: [2, 4], copied: [2, 3]) != nil)
    }

    // MARK: - Rates

    private func rate(_ attributes: String, sizes: [Int], durations: [Double]) throws -> [String: StreamRule.Level] {
        let text =
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n#EXT-X-MAP:URI=\"i.mp4\"\n"
            + durations.enumerated().map { "#EXTINF:\($1),\n\($0).m4s\n" }.joined() + "#EXT-X-ENDLIST\n"
        var playlist = PlaylistFacts(
            role: .variant(0), name: "v", document: PlaylistDocument(url: "https://a.example/v.m3u8"))
        if case .media(let media) = try Playlist.parse(text: text).playlist { playlist.playlist = media }
        playlist.segments = sizes.map { size in
            var segment = SegmentFacts()
            segment.byteCount = size
            return segment
        }
        let facts = try MeasuredStream.stream(["#EXT-X-STREAM-INF:\(attributes)\nv.m3u8"], [playlist])
        return rules { RateChecks(facts).check(&$0) }
    }

    @Test("BANDWIDTH that is the rate of a short last segment is not too high; one beyond it is")
    func shortSegment() throws {
        let (sizes, durations) = ([300_000, 300_000, 75_000], [6.0, 6, 0.5])
        #expect(try rate("BANDWIDTH=1200000", sizes: sizes, durations: durations).isEmpty)
        #expect(try rate("BANDWIDTH=2400000", sizes: sizes, durations: durations) == ["rate.peak-high": .warning])
        #expect(
            try rate("BANDWIDTH=1200000", sizes: [300_000, 300_000], durations: [6, 6]) == ["rate.peak-high": .warning])
    }

    @Test(
        "AVERAGE-BANDWIDTH is information from 10 % above the average on, and a warning from 50 % on",
        arguments: [(430_000, nil), (460_000, .info), (610_000, .warning)] as [(Int, StreamRule.Level?)])
    func average(declared: Int, level: StreamRule.Level?) throws {
        let found = try rate(
            "BANDWIDTH=420000,AVERAGE-BANDWIDTH=\(declared)", sizes: [300_000, 300_000], durations: [6, 6])
        #expect(found["rate.average-high"] == level)
    }

    // MARK: - Playlists and responses

    @Test(
        "EXT-X-ALLOW-CACHE is a warning from version 7 on, and information before",
        arguments: [(3, .info), (6, .info), (7, .warning)] as [(Int, StreamRule.Level)])
    func allowCache(version: Int, level: StreamRule.Level) {
        let text = "#EXTM3U\n#EXT-X-VERSION:\(version)\n#EXT-X-ALLOW-CACHE:YES\n#EXT-X-TARGETDURATION:4\n"
        var facts = StreamFacts()
        facts.document = PlaylistDocument(url: "https://a.example/v.m3u8")
        facts.document.oddities = PlaylistLines.oddities(in: Array(text.utf8))
        #expect(rules { DocumentChecks(facts: facts).check(&$0) }["playlist.removed"] == level)
    }

    private func measured(_ change: (Int, inout SegmentFacts) -> Void) throws -> [String: StreamRule.Level] {
        let playlist = try MeasuredStream.playlist(.variant(0), "v", .video, starts: [0, 6, 12], change)
        let facts = try MeasuredStream.stream([MeasuredStream.variant(800_000, "v")], [playlist])
        return rules { log in
            PlaylistStatements(facts: facts).check(&log)
            SegmentChecks(facts: playlist, isIndependent: true, isSecure: false).check(&log)
            CodecChecks(facts: facts).check(&log)
        }
    }

    @Test("a repeated fragment number is reported; equal numbers of all segments are not repeated")
    func fragmentNumbers() throws {
        let repeated = try measured { $1.fragmentNumber = [1, 1, 3][$0] }
        let constant = try measured { $1.fragmentNumber = 1 }
        let growing = try measured { $1.fragmentNumber = $0 + 1 }
        #expect(repeated["segment.fragment-order"] == .warning)
        #expect(constant["segment.fragment-order"] == nil && growing["segment.fragment-order"] == nil)
    }

    @Test("HEVC in transport streams is reported; H.264 there, and HEVC in fragments, are not")
    func container() throws {
        func level(_ codec: String, _ container: SegmentFacts.Container) throws -> StreamRule.Level? {
            try measured {
                $1.container = container; $1.tracks[0].codec = codec
            }["codec.container"]
        }
        #expect(try level("hevc", .transportStream) == .warning)
        #expect(try level("h264", .transportStream) == nil && level("hevc", .fragments) == nil)
    }

    private func response(_ change: (inout ResponseFacts) -> Void) throws -> [String: StreamRule.Level] {
        var response = ResponseFacts()
        response.isHTTP = true
        change(&response)
        return try measured { $1.response = response }
    }

    @Test("a segment from a cache after its lifetime is stale; one within it is not")
    func stale() throws {
        #expect(try response { ($0.cacheControl, $0.age) = ("max-age=60", 900) }["http.stale-segment"] == .warning)
        #expect(try response { ($0.cacheControl, $0.age) = ("max-age=3600", 900) }["http.stale-segment"] == nil)
        #expect(
            try response { ($0.cacheControl, $0.age) = ("max-age=60, s-maxage=3600", 900) }["http.stale-segment"] == nil
        )
        let grace = "max-age=60, stale-while-revalidate=900"
        #expect(try response { ($0.cacheControl, $0.age) = (grace, 900) }["http.stale-segment"] == nil)
        #expect(try response { ($0.cacheControl, $0.age) = (grace, 990) }["http.stale-segment"] == .warning)
    }

    @Test("a playlist on demand from a cache after its lifetime is stale; a live one has a rule of its own")
    func stalePlaylist() throws {
        func found(isEnded: Bool, age: Double) throws -> [String] {
            var playlist = try MeasuredStream.playlist(
                .variant(0), "v", .video, starts: [0, 6], isEnded: isEnded)
            var response = ResponseFacts()
            (response.isHTTP, response.contentType) = (true, "application/vnd.apple.mpegurl")
            (response.cacheControl, response.age) = ("max-age=60", age)
            playlist.document.response = response
            var log = FindingLog()
            DocumentChecks(
                facts: try MeasuredStream.stream(["#EXT-X-STREAM-INF:BANDWIDTH=100000\nv.m3u8"], [playlist])
            ).check(&log)
            return log.findings.map(\.rule).filter { $0 == "http.stale-segment" }
        }
        #expect(try found(isEnded: true, age: 500) == ["http.stale-segment"])
        #expect(try found(isEnded: true, age: 60).isEmpty && found(isEnded: false, age: 500).isEmpty)
    }

    @Test(
        "Cache-Control with a colon or a blank in a directive is reported; directives with values are not",
        arguments: [
            ("max-age: 3600", true), ("max age=3600", true), ("public, max-age=3600", false),
            ("max-age=60, stale-while-revalidate=30, immutable", false), ("private=\"Set-Cookie, Age\"", false),
        ])
    func cacheControl(value: String, isReported: Bool) throws {
        #expect(try (response { $0.cacheControl = value }["http.policy"] != nil) == isReported)
    }

    @Test("of three segments, one that takes longer than it lasts is a warning")
    func slowSegment() throws {
        #expect(try measured { $1.loadSeconds = $0 == 1 ? 8 : 0.1 }["http.slow-segment"] == .warning)
        #expect(try measured { _, segment in segment.loadSeconds = 0.1 }["http.slow-segment"] == nil)
    }

    @Test("an uncompressed playlist is information, and a warning from 50,000 bytes on")
    func compression() {
        func level(_ count: Int) -> StreamRule.Level? {
            var facts = StreamFacts()
            facts.document = PlaylistDocument(url: "https://a.example/main.m3u8")
            facts.document.byteCount = count
            facts.document.response = ResponseFacts()
            facts.document.response?.isHTTP = true
            return rules { DocumentChecks(facts: facts).check(&$0) }["http.compression"]
        }
        #expect(level(20_000) == .info && level(60_000) == .warning)
    }

    @Test("a segment that is an image is no media; a last segment that is too short to be read is information")
    func foreign() throws {
        #expect(try measured { $1.problems = $0 == 1 ? [.foreign("a JPEG image")] : [] }["segment.not-media"] == .error)
        var playlist = try MeasuredStream.playlist(.variant(0), "v", .video, starts: [0, 0.1], length: 0.1)
        playlist.segments[1]?.problems = [.unreadable("it is too short.")]
        let last = rules { SegmentChecks(facts: playlist, isIndependent: true, isSecure: false).check(&$0) }
        playlist.segments[0]?.problems = [.unreadable("it is too short.")]
        let first = rules { SegmentChecks(facts: playlist, isIndependent: true, isSecure: false).check(&$0) }
        #expect(last["segment.unreadable"] == .info && first["segment.unreadable"] == .error)
    }

    @Test("stereo AAC below 29 kbit/s is information")
    func stereoRate() throws {
        func level(_ bytes: Int) throws -> StreamRule.Level? {
            let playlist = try MeasuredStream.playlist(.rendition(0), "one", .audio, starts: [0, 6, 12]) {
                $1.byteCount = bytes
                $1.tracks[0].channels = 2
            }
            let facts = try MeasuredStream.stream([MeasuredStream.rendition("AUDIO", "one", "en")], [playlist])
            return rules { RateChecks(facts).check(&$0) }["audio.rate-low"]
        }
        #expect(try level(18_000) == .info && level(72_000) == nil)
    }
}
