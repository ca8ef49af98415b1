import CoreMedia
import HLS
import Testing

@testable import StreamRules

/// Tests the comparison of live playlists with each other and over time.
struct LiveEdgeTests {
    private static let main = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",URI="a.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="s.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.64001e,mp4a.40.2",AUDIO="a",SUBTITLES="s"
        v.m3u8

        """

    /// A live playlist of segments of 4 s from a number on, with dates; `late` seconds behind.
    private func playlist(
        _ role: PlaylistFacts.Role, _ name: String, count: Int = 6, late: Int = 0, tags: String = ""
    ) throws -> PlaylistFacts {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:7\n\(tags)"
        for number in 0..<count {
            let seconds = 30 - (count - number) * 4 - late + 24
            text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\(seconds < 10 ? "0" : "")\(seconds)Z\n"
            text += "#EXTINF:4,\n\(number + 7).ts\n"
        }
        var facts = PlaylistFacts(
            role: role, name: name, document: PlaylistDocument(url: "https://a.example/\(name).m3u8"))
        guard case .media(let media) = try Playlist.parse(text: text).playlist else { throw CancellationError() }
        facts.playlist = media
        facts.reloads = [reload(0, 7, count, .unchanged)]
        return facts
    }

    private func reload(
        _ time: Double, _ first: UInt64, _ count: Int, _ change: PlaylistChange
    ) -> ReloadFacts {
        var reload = ReloadFacts(time: time, firstSequence: first, segmentCount: count, partCount: 0, change: change)
        reload.windowSeconds = Double(count) * 4
        return reload
    }

    private func stream(_ playlists: [PlaylistFacts]) throws -> StreamFacts {
        var facts = StreamFacts()
        guard case .multivariant(let list) = try Playlist.parse(text: Self.main).playlist else {
            throw CancellationError()
        }
        facts.multivariant = list
        facts.playlists = playlists
        return facts
    }

    private func findings(_ playlists: [PlaylistFacts]) throws -> [String: StreamRule.Level] {
        var log = FindingLog()
        LiveEdgeChecks(facts: try stream(playlists)).check(&log)
        return Dictionary(log.findings.map { ($0.rule, $0.level) }, uniquingKeysWith: { first, _ in first })
    }

    @Test("audio that ends 12 s before the variant is reported; audio that ends one segment before it is not")
    func audioEdge() throws {
        let variant = try playlist(.variant(0), "v")
        #expect(try findings([variant, playlist(.rendition(0), "a", late: 12)]) == ["align.live-edge": .error])
        #expect(try findings([variant, playlist(.rendition(0), "a", late: 4)]).isEmpty)
    }

    @Test("subtitles that end 12 s before the variant are a warning")
    func textEdge() throws {
        let subtitles = try playlist(.rendition(1), "s", late: 12)
        #expect(try findings([playlist(.variant(0), "v"), subtitles]) == ["align.live-edge": .warning])
    }

    @Test("a rendition that was loaded 12 s earlier and ends 12 s earlier is not reported")
    func loadTimes() throws {
        var variant = try playlist(.variant(0), "v")
        variant.reloads.append(reload(12, 10, 6, .advanced(segments: 3)))
        #expect(try findings([variant, playlist(.rendition(0), "a", late: 12)])["align.live-edge"] == nil)
    }

    @Test("a rendition with two of six segments is reported, and one with five of six is not")
    func window() throws {
        let variant = try playlist(.variant(0), "v")
        #expect(try findings([variant, playlist(.rendition(0), "a", count: 2)]) == ["align.live-window": .warning])
        #expect(try findings([variant, playlist(.rendition(0), "a", count: 5)]).isEmpty)
    }

    @Test("a variant with two of eight segments is reported, whichever of the two variants it is")
    func variantWindow() throws {
        let (long, short) = (try playlist(.variant(0), "v", count: 8), try playlist(.variant(0), "w", count: 2))
        #expect(try findings([long, short]) == ["align.live-window": .warning])
        #expect(try findings([short, long]) == ["align.live-window": .warning])
        #expect(try findings([long, playlist(.variant(0), "w", count: 6)]).isEmpty)
    }

    @Test("a variant or audio without the type EVENT beside a variant with it is reported; subtitles are not")
    func types() throws {
        let event = try playlist(.variant(0), "v", tags: "#EXT-X-PLAYLIST-TYPE:EVENT\n")
        #expect(try findings([event, playlist(.variant(0), "w")]) == ["align.live-window": .warning])
        #expect(try findings([event, playlist(.rendition(0), "a")]) == ["align.live-window": .warning])
        #expect(try findings([event, playlist(.rendition(1), "s")]).isEmpty)
    }

    @Test("a start point before the window is reported")
    func start() throws {
        let far = try playlist(.variant(0), "v", tags: "#EXT-X-START:TIME-OFFSET=-60\n")
        #expect(try findings([far]) == ["live.start-beyond": .warning])
        let inside = try playlist(.variant(0), "v", tags: "#EXT-X-START:TIME-OFFSET=-20\n")
        #expect(try findings([inside]).isEmpty)
    }

    /// Reloads at which a segment of 4 s is added every `step` seconds.
    private func growing(_ step: Double) throws -> PlaylistFacts {
        var facts = try playlist(.variant(0), "v", count: 13)
        facts.reloads = [reload(0, 7, 3, .unchanged)]
        for number in 1...10 {
            facts.reloads.append(reload(Double(number) * step, 7, 3 + number, .advanced(segments: 1)))
        }
        return facts
    }

    @Test("a playlist that grows by 4 s every 5 s, or every 3 s, is reported", arguments: [5.0, 3.0])
    func pace(step: Double) throws {
        #expect(try findings([growing(step)]) == ["live.pace": .warning])
    }

    @Test("a playlist that grows by 4 s every 4 s is not reported")
    func pace_exact() throws { #expect(try findings([growing(4)]).isEmpty) }

    @Test("a playlist that grows by 4 s every 4 s is not reported where later reloads see the segments late")
    func pace_lateReloads() throws {
        var facts = try playlist(.variant(0), "v", count: 13)
        facts.reloads = [reload(0, 7, 3, .unchanged)]
        for number in 1...10 {
            let time = Double(number) * 4
            if number > 5 { facts.reloads.append(reload(time - 0.2, 7, 2 + number, .unchanged)) }
            facts.reloads.append(reload(number > 5 ? time + 3.7 : time + 0.1, 7, 3 + number, .advanced(segments: 1)))
        }
        #expect(try findings([facts]).isEmpty)
    }

    private func loaded(_ change: (inout SegmentFacts) -> Void) throws -> PlaylistFacts {
        var facts = try playlist(.variant(0), "v")
        var segment = SegmentFacts()
        change(&segment)
        facts.segments = Array(repeating: segment, count: 6)
        return facts
    }

    @Test("segments of 4 s whose first byte takes 1.2 s are reported; 0.9 s are not")
    func firstByte() throws {
        #expect(try findings([loaded { $0.firstByteSeconds = 1.2 }]) == ["http.slow-first-byte": .warning])
        #expect(try findings([loaded { $0.firstByteSeconds = 0.9 }]).isEmpty)
    }

    @Test("another ETag of the same bytes, HTTP/1.0 and a removed key are reported")
    func responses() throws {
        #expect(try findings([loaded { $0.hasOtherTag = true }]) == ["http.etag": .warning])
        var old = try playlist(.variant(0), "v")
        var response = ResponseFacts()
        (response.isHTTP, response.version) = (true, "HTTP/1.0")
        old.document.response = response
        #expect(try findings([old]) == ["http.version": .info])
        old.document.response?.version = "HTTP/1.1"
        old.lateResources = ["The key 7.key cannot be loaded anymore."]
        #expect(try findings([old]) == ["live.resource-removed": .error])
    }

    /// Four seconds of video with two key frames, from a time in nanoseconds.
    private static func span(_ start: Int64) -> TrackSpan {
        var span = TrackSpan(track: 0)
        (span.start, span.end, span.firstDecodeTime, span.decodeEnd) = (
            start, start + 4_000_000_000, start, start + 4_000_000_000
        )
        (span.sampleCount, span.sampleDuration) = (100, 40_000_000)
        span.keyTimes = [start, start + 2_000_000_000]
        return span
    }

    @Test("status 206 without a byte range is reported, but not after a first attempt that failed")
    func partial() throws {
        var response = ResponseFacts()
        (response.isHTTP, response.status) = (true, 206)
        #expect(try findings([loaded { $0.response = response }]) == ["http.partial": .warning])
        response.earlierFailure = "The connection was lost."
        #expect(try findings([loaded { $0.response = response }]).isEmpty)
    }

    @Test(
        "an I-frame playlist that ends 20 s before its variant is a warning; one that ends 8 s before it is not reported"
    )
    func keyFrameEdge() throws {
        let variant = try playlist(.variant(0), "v")
        #expect(try findings([variant, playlist(.iFrames(0), "i", late: 20)]) == ["align.live-edge": .warning])
        #expect(try findings([variant, playlist(.iFrames(0), "i", late: 8)]).isEmpty)
    }

    private func live(_ facts: PlaylistFacts) -> Set<String> {
        var log = FindingLog()
        LiveChecks(facts: facts).check(&log)
        return Set(log.findings.filter { $0.level > .info }.map(\.rule))
    }

    @Test("Expires an hour after Date is reported as the lifetime in caches; a second after it is not")
    func expires() throws {
        var facts = try playlist(.variant(0), "v")
        var response = ResponseFacts()
        (response.isHTTP, response.sent, response.expiresAt) = (true, 1_767_225_625, 1_767_225_625 + 3_600)
        facts.document.response = response
        #expect(live(facts).contains("http.live-cache"))
        facts.document.response?.expiresAt = 1_767_225_626
        #expect(!live(facts).contains("http.live-cache"))
    }

    @Test("reloads of 3 s are reported where the target duration is 4 s; one of them is not", arguments: [10, 1])
    func slowReloads(count: Int) throws {
        var facts = try growing(4)
        var response = ResponseFacts()
        response.isHTTP = true
        facts.document.response = response
        for index in 1...count { facts.reloads[index].responseSeconds = 3 }
        #expect(live(facts).contains("http.slow-playlist") == (count > 1))
    }

    // MARK: - Parts

    @Test("parts whose video has other bytes than that of their segment are reported", arguments: [1_000, 600])
    func partBytes(count: Int) throws {
        var text = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=2\n"
        text += "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=6\n#EXT-X-MEDIA-SEQUENCE:7\n"
        text += "#EXT-X-PART:DURATION=2,URI=\"7.0.mp4\"\n#EXT-X-PART:DURATION=2,URI=\"7.1.mp4\"\n#EXTINF:4,\n7.mp4\n"
        guard case .media(let media) = try Playlist.parse(text: text).playlist else { throw CancellationError() }
        func segment(_ bytes: Int, _ samples: Int) -> SegmentFacts {
            var segment = SegmentFacts()
            segment.tracks = [TrackFacts(kind: .video, codec: "h264")]
            var span = Self.span(0)
            (span.byteCount, span.sampleCount) = (bytes, samples)
            segment.spans = [span]
            return segment
        }
        var facts = try playlist(.variant(0), "v")
        facts.playlist = media
        facts.segments = [segment(2_000, 100)]
        facts.parts = (0..<2).map { index in
            PartFacts(
                sequenceNumber: 7, index: index, declaredDuration: 2, isIndependent: true, line: 1,
                facts: segment(count, 50))
        }
        var log = FindingLog()
        LowLatencyChecks(facts: try stream([facts])).check(&log)
        #expect(log.findings.contains { $0.rule == "live.part-bytes" } == (count == 600), "\(log.findings)")
    }

    @Test("parts whose video begins 1 s after that of their segment are reported", arguments: [1_000, 60])
    func partTimes(milliseconds: Int64) throws {
        var text = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=2\n"
        text += "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=6\n#EXT-X-MEDIA-SEQUENCE:7\n"
        text += "#EXT-X-PART:DURATION=2,URI=\"7.0.mp4\"\n#EXT-X-PART:DURATION=2,URI=\"7.1.mp4\"\n#EXTINF:4,\n7.mp4\n"
        guard case .media(let media) = try Playlist.parse(text: text).playlist else { throw CancellationError() }
        func segment(_ time: Int64, _ samples: Int) -> SegmentFacts {
            var segment = SegmentFacts()
            segment.tracks = [TrackFacts(kind: .video, codec: "h264")]
            var span = Self.span(0)
            (span.byteCount, span.sampleCount, span.firstDecodeTime) = (10 * samples, samples, time * 1_000_000)
            segment.spans = [span]
            return segment
        }
        var facts = try playlist(.variant(0), "v")
        facts.playlist = media
        facts.segments = [segment(100_000, 100)]
        facts.parts = (0..<2).map { index in
            PartFacts(
                sequenceNumber: 7, index: index, declaredDuration: 2, isIndependent: true, line: 1,
                facts: segment(100_000 + Int64(index) * 2_000 + milliseconds, 50))
        }
        var log = FindingLog()
        LowLatencyChecks(facts: try stream([facts])).check(&log)
        let found = log.findings.filter { $0.rule == "live.part-bytes" }
        #expect(found.contains { $0.message.contains("begins 1 s after") } == (milliseconds == 1_000), "\(found)")
    }

    @Test("a part that the server sent as the whole resource is a warning", arguments: [true, false])
    func partRange(isIgnored: Bool) throws {
        let text =
            "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-PART-INF:PART-TARGET=2\n#EXT-X-MEDIA-SEQUENCE:7\n"
            + "#EXT-X-PART:DURATION=2,URI=\"7.mp4\",BYTERANGE=\"900@0\"\n"
        guard case .media(let media) = try Playlist.parse(text: text).playlist else { throw CancellationError() }
        var facts = try playlist(.variant(0), "v")
        facts.playlist = media
        var segment = SegmentFacts()
        segment.response = ResponseFacts()
        segment.response?.ignoredRange = isIgnored
        facts.parts = [
            PartFacts(
                sequenceNumber: 7, index: 0, declaredDuration: 2, isIndependent: true, line: 6, facts: segment)
        ]
        var log = FindingLog()
        LowLatencyChecks(facts: try stream([facts])).check(&log)
        #expect(log.findings.contains { $0.rule == "http.ranges" } == isIgnored, "\(log.findings)")
    }

    @Test("video of another size after a discontinuity is a warning", arguments: [360, 180])
    func insertedSize(height: Int) throws {
        var facts = try playlist(.variant(0), "v")
        facts.playlist?.segments = try dated("#EXT-X-DISCONTINUITY-SEQUENCE:3\n", first: 0, discontinuity: 2).segments
        facts.segments = (0..<4).map { number in
            var segment = SegmentFacts()
            var track = TrackFacts(kind: .video, codec: "h264")
            (track.width, track.height) = (640, number < 2 ? 360 : height)
            segment.tracks = [track]
            segment.spans = [Self.span(Int64(number) * 4_000_000_000)]
            return segment
        }
        var stream = try stream([facts])
        stream.multivariant?.variants[0].resolution = .init(width: 640, height: 360)
        var log = FindingLog()
        LiveEdgeChecks(facts: stream).check(&log)
        #expect(log.findings.map(\.rule).contains("video.size") == (height == 180))
    }

    // MARK: - Cues

    /// A variant whose video is from 40 s on, and subtitles of segments of 4 s whose cues begin `shift` seconds after it.
    private func subtitled(shift: Double, map: Double?) throws -> [PlaylistFacts] {
        var variant = try playlist(.variant(0), "v")
        var track = TrackFacts(kind: .video, codec: "h264")
        track.framesPerSecond = 25
        variant.segments = (0..<6).map { number in
            var segment = SegmentFacts()
            segment.tracks = [track]
            let start = Int64(40 + number * 4) * 1_000_000_000
            segment.spans = [Self.span(start)]
            return segment
        }
        var subtitles = try playlist(.rendition(1), "s")
        subtitles.segments = (0..<6).map { number in
            var segment = SegmentFacts()
            var text = TextFacts()
            (text.cueCount, text.hasMap, text.mapOffset) = (1, map != nil, map ?? 0)
            let start = 40 + Double(number * 4) + shift - (map ?? 0)
            (text.firstStart, text.lastStart) = (start, start)
            (text.firstEnd, text.lastEnd) = (start + 2, start + 2)
            segment.text = text
            return segment
        }
        return [variant, subtitles]
    }

    @Test("cues an hour after the video are reported, with and without a map", arguments: [3_600.0, nil])
    func cues(map: Double?) throws {
        #expect(try findings(subtitled(shift: 3_600, map: map)) == ["subtitle.live-time": .error])
    }

    @Test("cues of the time of the video are not reported, nor those whose clock has wrapped around")
    func cues_inTime() throws {
        #expect(try findings(subtitled(shift: 0, map: 10)).isEmpty)
        #expect(try findings(subtitled(shift: 8_589_934_592.0 / 90_000, map: 10)).isEmpty)
    }

    // MARK: - Date ranges

    private func dated(_ range: String, first: Int, discontinuity: Int? = nil) throws -> MediaPlaylist {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(first)\n\(range)"
        for number in first..<first + 4 {
            if number == discontinuity { text += "#EXT-X-DISCONTINUITY\n" }
            text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\(10 + number * 4)Z\n#EXTINF:4,\n\(number).ts\n"
        }
        guard case .media(let media) = try Playlist.parse(text: text).playlist else { throw CancellationError() }
        return media
    }

    @Test(
        "a date range that is removed while its time is listed is found, and one whose time has left the window is not")
    func removedRange() throws {
        let range = "#EXT-X-DATERANGE:ID=\"x\",START-DATE=\"2026-01-01T00:00:16Z\",DURATION=4\n"
        #expect(ReloadDifferences(from: try dated(range, first: 0), to: try dated("", first: 1)).lostRange == "x")
        #expect(ReloadDifferences(from: try dated(range, first: 0), to: try dated("", first: 3)).lostRange == nil)
        #expect(ReloadDifferences(from: try dated(range, first: 0), to: try dated(range, first: 1)).lostRange == nil)
    }

    // MARK: - Key frames

    @Test("variants whose advertisements have earlier times of the clock have their key frames at the same times")
    func keyFrames() throws {
        func variant(_ index: Int) throws -> PlaylistFacts {
            var facts = try playlist(.variant(index), "v\(index)", tags: "")
            facts.segments = [40, 44, 100, 104, 56, 60].map { start in
                var segment = SegmentFacts()
                segment.tracks = [TrackFacts(kind: .video, codec: "h264")]
                let start = Int64(start) * 1_000_000_000
                segment.spans = [Self.span(start)]
                return segment
            }
            return facts
        }
        var facts = try stream([variant(0), variant(1)])
        facts.hasMedia = true
        var log = FindingLog()
        AlignChecks(facts: facts).check(&log)
        #expect(
            !log.findings.contains { $0.rule.hasPrefix("align.key") || $0.rule == "align.segments" }, "\(log.findings)")
    }
}
