import Foundation
import HLS
import Testing

@testable import StreamRules

/// Tests what measured codecs, times, formats and responses must have in common with the playlists, at the limits of the rules.
struct MeasureTests {
    private func media(_ text: String, role: PlaylistFacts.Role = .variant(0), name: String = "v") throws
        -> PlaylistFacts
    {
        let url = "https://a.example/\(name).m3u8"
        var facts = PlaylistFacts(role: role, name: name, document: PlaylistDocument(url: url))
        if case .media(let media) = try Playlist.parse(text: text).playlist { facts.playlist = media }
        return facts
    }

    private func stream(_ text: String) throws -> StreamFacts {
        var facts = StreamFacts()
        facts.url = "https://a.example/main.m3u8"
        facts.document = PlaylistDocument(url: facts.url)
        if case .multivariant(let list) = try Playlist.parse(text: text).playlist { facts.multivariant = list }
        return facts
    }

    private func rules(_ check: (inout FindingLog) -> Void) -> [String] {
        var log = FindingLog()
        check(&log)
        return log.findings.map(\.rule)
    }

    @Test(
        "a declared codec is compared with the measured one by profile and level",
        arguments: [
            ("avc1.64001E", "avc1.64001e", CodecChecks.Comparison.same), ("avc1.64001f", "avc1.64001e", .levelHigher),
            ("avc1.64001e", "avc1.64001f", .different), ("avc1.4d401e", "avc1.64001e", .different),
            ("hvc1.1.6.L93.B0", "hvc1.1.6.L93.B0", .same), ("hvc1.1.6.L120.B0", "hvc1.1.6.L93.B0", .levelHigher),
            ("hvc1.1.6.L93.B0", "hvc1.2.4.L93.B0", .different), ("hvc1.1.6.H93", "hvc1.1.6.L93.B0", .different),
            ("hvc1", "hvc1.1.6.L93.B0", .same), ("hvc1.2.6", "hvc1.1.6.L93.B0", .same),
            ("mp4a.40.5", "mp4a.40.29", .same), ("mp4a.40.2", "mp4a.40.5", .different),
            ("mp4a.40.02", "mp4a.40.2", .same), ("mp4a.40.5", "mp4a.40.2", .same),
            ("av01.0.08M.08", "av01.0.05M.08", .levelHigher), ("av01.0.05M.08", "av01.0.05M.10", .different),
            ("ac-3", "ac-3", .same),
        ])
    func codecs(declared: String, measured: String, expected: CodecChecks.Comparison) {
        var track = TrackFacts(kind: .audio, codec: "aac")
        track.sampleRate = 24_000
        #expect(CodecChecks.compare(declared, measured, track) == expected)
    }

    @Test("a replicated band is signalled in the samples only up to 24 kHz")
    func replication() {
        var track = TrackFacts(kind: .audio, codec: "aac")
        track.sampleRate = 48_000
        #expect(CodecChecks.compare("mp4a.40.5", "mp4a.40.2", track) == .different)
    }

    @Test("a size or rate that is not known is no change of the format")
    func formatChanges() {
        func track(_ width: Int, _ height: Int, _ rate: Int = 0) -> TrackFacts {
            var track = TrackFacts(kind: .video, codec: "h264")
            (track.width, track.height, track.sampleRate) = (width, height, rate)
            return track
        }
        #expect(TimeChecks.change(track(640, 360), track(0, 0)) == nil)
        #expect(TimeChecks.change(track(0, 0), track(640, 360)) == nil)
        #expect(TimeChecks.change(track(640, 360), track(640, 352))?.1 == "640x352")
        #expect(TimeChecks.change(track(0, 0, 48_000), track(0, 0)) == nil)
        #expect(TimeChecks.change(track(0, 0, 48_000), track(0, 0, 44_100)) != nil)
    }

    /// Two segments of 4 s; the second one starts at a time in seconds.
    private func timeline(_ start: Double, tag: String = "", codec: String = "h264") throws -> [String] {
        var facts = try media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n\(tag)#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n")
        facts.segments = [(0, "h264"), (start, codec)].map { start, codec in
            var segment = SegmentFacts()
            segment.container = .transportStream
            segment.tracks = [TrackFacts(kind: .video, codec: codec)]
            var span = TrackSpan(track: 0)
            (span.sampleCount, span.sampleDuration) = (100, 40_000_000)
            span.start = Int64(start * 1e9)
            span.end = span.start + 4_000_000_000
            segment.spans = [span]
            return segment
        }
        return rules { TimeChecks(facts: facts).check(&$0) }
    }

    @Test("a small distance of two segments is a gap, a large one a jump, and none is neither")
    func distances() throws {
        #expect(try !timeline(4).contains { $0 == "time.gap" || $0 == "time.jump" })
        #expect(try timeline(4.5).contains("time.gap") && !timeline(4.5).contains("time.jump"))
        #expect(try timeline(60).contains("time.jump") && !timeline(60).contains("time.gap"))
    }

    @Test("a discontinuity is needed for another time or another format only")
    func discontinuities() throws {
        let tag = "#EXT-X-DISCONTINUITY\n", rule = "time.discontinuity-needless"
        #expect(try timeline(4, tag: tag).contains(rule))
        #expect(try !timeline(0, tag: tag).contains(rule) && !timeline(4, tag: tag, codec: "hevc").contains(rule))
        #expect(try timeline(4, codec: "hevc").contains("time.format-change"))
    }

    @Test(
        "a bit depth and object audio belong to codecs that have them",
        arguments: [
            ("BIT-DEPTH=16", "aac", 1), ("BIT-DEPTH=16", "flac", 0), ("BIT-DEPTH=16", "pcm_s16le", 0),
            ("CHANNELS=\"16/JOC\"", "aac", 1), ("CHANNELS=\"16/JOC\"", "eac3", 0), ("SAMPLE-RATE=44100", "aac", 1),
            ("SAMPLE-RATE=48000", "aac", 0), ("SAMPLE-RATE=96000", "aac", 0), ("SAMPLE-RATE=96000", "ac3", 1),
        ])
    func audioFormats(attribute: String, codec: String, count: Int) throws {
        var facts = try stream(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",URI="a.m3u8",\(attribute)
            #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="mp4a.40.2",AUDIO="a"
            v.m3u8

            """)
        var audio = try media(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.aac\n#EXT-X-ENDLIST\n", role: .rendition(0), name: "a")
        var segment = SegmentFacts()
        var track = TrackFacts(kind: .audio, codec: codec)
        track.sampleRate = 48_000
        segment.tracks = [track]
        segment.spans = [TrackSpan(track: 0)]
        segment.spans[0].sampleCount = 10
        audio.segments = [segment]
        facts.playlists = [audio]
        facts.hasMedia = true
        #expect(rules { ContentChecks(facts: facts).check(&$0) }.count { $0 == "audio.sample-format" } == count)
    }

    @Test("cues that end before they start, and compressed media, are reported; compressed subtitles are not")
    func segments() throws {
        func found(_ change: (inout SegmentFacts) -> Void) throws -> [String] {
            var facts = try media("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST\n")
            var segment = SegmentFacts()
            segment.response = ResponseFacts()
            segment.response?.isHTTP = true
            change(&segment)
            facts.segments = [segment]
            return rules { SegmentChecks(facts: facts, isIndependent: true, isSecure: false).check(&$0) }
        }
        for (count, isFound) in [(0, false), (1, true)] {
            let rules = try found {
                $0.container = .webVTT
                $0.text = TextFacts()
                $0.text?.invertedCount = count
            }
            #expect(rules.contains("subtitle.cue-order") == isFound)
        }
        for (container, isFound) in [
            (SegmentFacts.Container.transportStream, true), (.fragments, true), (.webVTT, false), (.packedAudio, false),
        ] {
            let rules = try found {
                $0.container = container
                $0.response?.isCompressed = true
            }
            #expect(rules.contains("http.segment-compressed") == isFound, "\(container)")
        }
    }

    @Test(
        "a key in shared caches is reported",
        arguments: [
            ("public, max-age=60", true), ("private, max-age=60", false), ("public, max-age=0", false),
            ("max-age=60", false), ("public, max-age=0, s-maxage=9", true),
        ])
    func keys(cacheControl: String, isFound: Bool) throws {
        var facts = try stream("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000\nv.m3u8\n")
        var response = ResponseFacts()
        (response.isHTTP, response.cacheControl) = (true, cacheControl)
        facts.resources = [ResourceFacts(url: "https://a.example/key", kind: .key, response: response)]
        #expect(rules { DocumentChecks(facts: facts).check(&$0) }.contains("http.key-cache") == isFound)
    }

    @Test("playlists that have ended have equal numbers and equally many discontinuities")
    func alignment() throws {
        func found(_ second: String) throws -> Set<String> {
            var facts = try stream(
                "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n0.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\n1.m3u8\n")
            let tail = "#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n",
                head = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
            facts.playlists = [
                try media(head + tail, role: .variant(0), name: "0"),
                try media(head + second, role: .variant(1), name: "1"),
            ]
            return Set(rules { AlignChecks(facts: facts).check(&$0) }.filter { $0.hasPrefix("align.") })
        }
        #expect(try found("#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n").isEmpty)
        #expect(
            try found("#EXT-X-MEDIA-SEQUENCE:5\n#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n")
                == ["align.sequence"])
        #expect(
            try found("#EXTINF:4,\n0.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST\n")
                .contains("align.discontinuities"))
    }

    private func attributes(_ variants: [String]) throws -> [String] {
        let lines = variants.enumerated().map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0 + 1)00000,\($1)\n\($0).m3u8\n" }
        let list = try #require(try stream("#EXTM3U\n" + lines.joined()).multivariant)
        return rules { AttributeChecks(list: list, url: "https://a.example/main.m3u8").check(&$0) }
    }

    @Test("scores are compared within one family of codecs")
    func scores() throws {
        let small = "RESOLUTION=640x360,CODECS=\"avc1.64001e\",SCORE=2", large = "RESOLUTION=1280x720,SCORE=1"
        #expect(try attributes([small, large + ",CODECS=\"avc1.64001f\""]).contains("ladder.score"))
        #expect(try !attributes([small, large + ",CODECS=\"hvc1.1.6.L93.B0\""]).contains("ladder.score"))
    }

    @Test("a larger variant needs the protection of a smaller one, and one of the same size does not")
    func protection() throws {
        let first = "RESOLUTION=640x360,HDCP-LEVEL=TYPE-1"
        #expect(try attributes([first, "RESOLUTION=1280x720,HDCP-LEVEL=NONE"]).contains("variant.hdcp"))
        #expect(try !attributes([first, "RESOLUTION=640x360,HDCP-LEVEL=NONE"]).contains("variant.hdcp"))
    }

    @Test("a stream that has just started may list fewer than three target durations")
    func window() throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n", segment = "#EXTINF:4,\n0.ts\n"
        let young = try media(text + segment)
        #expect(!rules { LiveChecks(facts: young).check(&$0) }.contains("live.window"))
        let old = try media(text + "#EXT-X-MEDIA-SEQUENCE:9\n" + segment)
        #expect(rules { LiveChecks(facts: old).check(&$0) }.contains("live.window"))
    }
}
