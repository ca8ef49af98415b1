import CoreMedia
import Foundation
import HLS
import Testing

@testable import StreamRules

/// Tests the rules about what was measured beside the samples: live clocks, discontinuity numbers, subtitle maps, boxes, other resources.
struct DeliveryTests {
    private static let head = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n"

    private func playlist(_ text: String, role: PlaylistFacts.Role = .variant(0)) throws -> PlaylistFacts {
        var facts = PlaylistFacts(role: role, name: "v", document: PlaylistDocument(url: "https://a.example/v.m3u8"))
        guard case .media(let media) = try Playlist.parse(text: text).playlist else { return facts }
        facts.playlist = media
        return facts
    }

    private func live(_ tags: String = "", segments: Int = 4, date: String? = nil) throws -> PlaylistFacts {
        let date = date.map { "#EXT-X-PROGRAM-DATE-TIME:\($0)\n" } ?? ""
        let lines = (0..<segments).map { "#EXTINF:6,\n\($0).ts\n" }.joined()
        return try playlist(Self.head + tags + date + lines)
    }

    private func rules(_ facts: PlaylistFacts) -> Set<String> {
        var log = FindingLog()
        LiveChecks(facts: facts).check(&log)
        return Set(log.findings.map(\.rule))
    }

    private func reload(_ first: UInt64, window: Double = 24) -> ReloadFacts {
        var reload = ReloadFacts(
            time: 6, firstSequence: first, segmentCount: 4, partCount: 0, change: .advanced(segments: 1))
        reload.windowSeconds = window
        return reload
    }

    @Test("an EVENT playlist that removes segments is reported; one that grows is not")
    func event() throws {
        var facts = try live("#EXT-X-PLAYLIST-TYPE:EVENT\n")
        facts.reloads = [reload(0), reload(1)]
        #expect(rules(facts).contains("live.event-removed"))
        facts.reloads = [reload(0), reload(0)]
        #expect(!rules(facts).contains("live.event-removed"))
    }

    @Test("a window of two segments is reported once the stream removes segments")
    func window() throws {
        var facts = try live(segments: 2)
        facts.reloads = [reload(0, window: 12), reload(1, window: 12)]
        #expect(rules(facts).contains("live.window"))
        facts.reloads = [reload(0, window: 12), reload(0, window: 12)]
        #expect(!rules(facts).contains("live.window"))
    }

    @Test("a changed discontinuity number of a segment is reported")
    func discontinuity() throws {
        var facts = try live()
        facts.reloads = [reload(0), reload(1)]
        #expect(!rules(facts).contains("live.discontinuity-sequence"))
        facts.reloads[1].renumberedDiscontinuity = 3
        #expect(rules(facts).contains("live.discontinuity-sequence"))
    }

    @Test("a live edge days behind the server's clock is reported; one of seconds is not")
    func clock() throws {
        var facts = try live(date: "2026-01-01T00:00:00Z")
        facts.document.response = ResponseFacts()
        facts.document.response?.sent = 1_767_225_600 + 30
        #expect(!rules(facts).contains("live.clock"))
        facts.document.response?.sent = 1_767_225_600 + 86_400
        #expect(rules(facts).contains("live.clock"))
    }

    @Test(
        "a live edge is that of the last load, counts from the segment with the date, and is not that of a finished stream"
    )
    func clockOfLoads() throws {
        var facts = try live(date: "2026-01-01T00:00:00Z")
        facts.document.response = ResponseFacts()
        facts.document.response?.sent = 1_767_225_600 + 24
        facts.reloads = [reload(0)]
        facts.reloads[0].time = 600
        #expect(rules(facts).contains("live.clock"))
        let lines = (0..<60).map { "#EXTINF:6,\n\($0).ts\n" }.joined()
        let dated = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXTINF:6,\n60.ts\n"
        var long = try playlist(Self.head + lines + dated)
        long.document.response = ResponseFacts()
        long.document.response?.sent = 1_767_225_600 + 6
        #expect(!rules(long).contains("live.clock"))
        var finished = try playlist(Self.head + dated + "#EXT-X-ENDLIST\n")
        finished.document.response = ResponseFacts()
        finished.document.response?.sent = 1_767_225_600 + 86_400
        #expect(!rules(finished).contains("live.clock"))
    }

    // MARK: - Boxes

    private func boxes(
        method: String? = nil, role: PlaylistFacts.Role = .variant(0), _ change: (inout FragmentFacts) -> Void
    ) throws -> Set<String> {
        let key = method.map { "#EXT-X-KEY:METHOD=\($0),URI=\"k\"\n" } ?? ""
        var facts = try playlist(
            Self.head + key + "#EXT-X-MAP:URI=\"i.mp4\"\n#EXTINF:6,\n0.m4s\n#EXT-X-ENDLIST\n", role: role)
        var segment = SegmentFacts()
        segment.container = .fragments
        var fragments = FragmentFacts()
        change(&fragments)
        segment.fragments = fragments
        facts.segments = [segment]
        var log = FindingLog()
        SegmentChecks(facts: facts, isIndependent: false, isSecure: false).check(&log)
        return Set(log.findings.map(\.rule))
    }

    @Test("two tracks in one file, and a fragment without decode time, are reported")
    func fragments() throws {
        #expect(try boxes { $0.handlers = ["video"] }.isEmpty)
        #expect(try boxes { $0.handlers = ["video", "audio"] } == ["cmaf.tracks"])
        #expect(try boxes { $0.hasDecodeTimes = false } == ["cmaf.decode-time"])
        #expect(try boxes(role: .iFrames(0)) { $0.hasDecodeTimes = false }.isEmpty)
    }

    @Test("a protection scheme other than that of METHOD is reported")
    func schemes() throws {
        #expect(try boxes(method: "SAMPLE-AES") { $0.scheme = "cbcs" }.isEmpty)
        #expect(try boxes(method: "SAMPLE-AES") { $0.scheme = "cenc" } == ["encryption.scheme"])
        #expect(try boxes(method: "SAMPLE-AES-CTR") { $0.scheme = "cenc" }.isEmpty)
        #expect(try boxes(method: "SAMPLE-AES") { $0.scheme = "xxxx" }.isEmpty)
    }

    // MARK: - Subtitles

    private func maps(_ offsets: [Double], starts: [Double]? = nil) throws -> [String] {
        var facts = StreamFacts()
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="s.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=800000,SUBTITLES="s"
            v.m3u8

            """
        if case .multivariant(let list) = try Playlist.parse(text: text).playlist { facts.multivariant = list }
        let lines = offsets.indices.map { "#EXTINF:6,\n\($0).x\n" }.joined() + "#EXT-X-ENDLIST\n"
        var video = try playlist(Self.head + lines)
        var subtitles = try playlist(Self.head + lines, role: .rendition(0))
        video.segments = offsets.indices.map { index in
            var segment = SegmentFacts()
            segment.container = .fragments
            segment.tracks = [TrackFacts(kind: .video, codec: "h264")]
            var span = TrackSpan(track: 0)
            (span.sampleCount, span.sampleDuration) = (100, 60_000_000)
            (span.start, span.end) = (Int64(index) * 6_000_000_000, Int64(index + 1) * 6_000_000_000)
            segment.spans = [span]
            return segment
        }
        subtitles.segments = offsets.enumerated().map { index, offset in
            var segment = SegmentFacts()
            segment.container = .webVTT
            var text = TextFacts()
            (text.hasMap, text.mapOffset, text.cueCount) = (true, offset, 1)
            let start = (starts?[index] ?? Double(index) * 6) + 1
            (text.firstStart, text.lastStart, text.firstEnd, text.lastEnd) = (start, start, start + 1, start + 1)
            segment.text = text
            return segment
        }
        facts.playlists = [video, subtitles]
        var log = FindingLog()
        SyncChecks(facts: facts).check(&log)
        return log.findings.filter { $0.level > .info }.map(\.rule)
    }

    @Test("a subtitle segment with another X-TIMESTAMP-MAP than the others is reported")
    func mapJump() throws {
        #expect(try maps([0, 0, 2.5, 0]) == ["subtitle.map-jump"])
    }

    @Test("equal maps, and maps that grow with segments of their own time, are not reported")
    func mapsAgree() throws {
        #expect(try maps([0, 0, 0, 0]).isEmpty)
        #expect(try maps([0, 6, 12, 18], starts: [0, 0, 0, 0]).isEmpty)
        #expect(try !maps([0, 0, 3, 3]).contains("subtitle.map-jump"))
    }

    // MARK: - Resources

    @Test("session data that cannot be loaded is reported with its URL")
    func resources() {
        var facts = StreamFacts()
        var resource = ResourceFacts(url: "https://a.example/c.json", kind: .sessionData, response: ResponseFacts())
        facts.resources = [resource]
        var log = FindingLog()
        DocumentChecks(facts: facts).check(&log)
        #expect(log.findings.isEmpty)
        resource.failure = LoadFailure(.status, status: 404, "no such resource")
        facts.resources = [resource]
        DocumentChecks(facts: facts).check(&log)
        #expect(log.findings.map(\.rule) == ["reference.missing"])
        #expect(log.findings.first?.place.url == "https://a.example/c.json")
    }

    @Test("session data with invalid content is reported")
    func content() {
        var facts = StreamFacts()
        var resource = ResourceFacts(url: "https://a.example/c.json", kind: .sessionData, response: ResponseFacts())
        resource.problem = "The chapters are not an array."
        facts.resources = [resource]
        var log = FindingLog()
        DocumentChecks(facts: facts).check(&log)
        #expect(log.findings.map(\.rule) == ["reference.content"])
    }

    @Test("a key frame at another time than the I-frame playlist declares is reported")
    func keyFrameTimes() throws {
        func rules(_ starts: [Double]) throws -> Set<String> {
            let lines = starts.indices.map { "#EXTINF:2,\n#EXT-X-BYTERANGE:100@\($0)00\ns.m4s\n" }.joined()
            var facts = try playlist(
                Self.head + "#EXT-X-I-FRAMES-ONLY\n#EXT-X-MAP:URI=\"i.mp4\"\n" + lines + "#EXT-X-ENDLIST\n",
                role: .iFrames(0))
            facts.segments = starts.map { start in
                var segment = SegmentFacts()
                segment.container = .fragments
                segment.tracks = [TrackFacts(kind: .video, codec: "h264")]
                var span = TrackSpan(track: 0)
                (span.sampleCount, span.sampleDuration) = (1, 40_000_000)
                (span.start, span.end) = (Int64(start * 1e9), Int64(start * 1e9) + 40_000_000)
                segment.spans = [span]
                return segment
            }
            var log = FindingLog()
            TimeChecks(facts: facts).check(&log)
            return Set(log.findings.map(\.rule))
        }
        #expect(try rules([10, 12, 14, 16.5]).isEmpty)
        #expect(try rules([10, 12, 18, 16]) == ["i-frame.time"])
    }

    @Test("the times of key frames are compared up to a discontinuity")
    func keyFramesAfterDiscontinuity() throws {
        let lines = (0..<3).map { index in
            (index == 2 ? "#EXT-X-DISCONTINUITY\n" : "") + "#EXTINF:2,\n#EXT-X-BYTERANGE:100@\(index)00\ns.m4s\n"
        }
        var facts = try playlist(
            Self.head + "#EXT-X-I-FRAMES-ONLY\n" + lines.joined() + "#EXT-X-ENDLIST\n", role: .iFrames(0))
        facts.segments = ([10, 12, 90] as [Int64]).map { start in
            var segment = SegmentFacts()
            segment.container = .fragments
            segment.tracks = [TrackFacts(kind: .video, codec: "h264")]
            var span = TrackSpan(track: 0)
            (span.sampleCount, span.sampleDuration) = (1, 40_000_000)
            (span.start, span.end) = (start * 1_000_000_000, start * 1_000_000_000 + 40_000_000)
            segment.spans = [span]
            return segment
        }
        var log = FindingLog()
        TimeChecks(facts: facts).check(&log)
        #expect(!log.findings.map(\.rule).contains("i-frame.time"))
    }

    @Test(
        "sample entries with parameter sets in the samples are reported, that of H.264 as information",
        arguments: [("hvc1", nil), ("hev1", .warning), ("dvhe", .warning), ("avc3", .info)]
            as [(String, StreamRule.Level?)])
    func sampleEntries(entry: String, level: StreamRule.Level?) throws {
        var playlist = try playlist(
            Self.head + "#EXT-X-MAP:URI=\"i.mp4\"\n#EXTINF:6,\n0.m4s\n#EXT-X-ENDLIST\n", role: .single)
        var segment = SegmentFacts()
        segment.container = .fragments
        segment.tracks = [TrackFacts(kind: .video, codec: "h264")]
        segment.spans = [TrackSpan(track: 0)]
        segment.fragments = FragmentFacts()
        segment.fragments?.entry = entry
        playlist.segments = [segment]
        var facts = StreamFacts()
        facts.playlists = [playlist]
        var log = FindingLog()
        CodecChecks(facts: facts).check(&log)
        #expect(log.findings.first { $0.rule == StreamRule.sampleEntry.id }?.level == level)
    }

    @Test("durations vary where three or more CMAF segments differ by more than half, except at discontinuities")
    func durations() throws {
        func varies(_ lines: [String]) throws -> Bool {
            let text = Self.head + "#EXT-X-MAP:URI=\"i.mp4\"\n" + lines.joined(separator: "\nx.m4s\n") + "\nx.m4s\n"
            var log = FindingLog()
            MediaChecks(facts: try playlist(text)).check(&log)
            return log.findings.contains { $0.rule == StreamRule.durationsVary.id }
        }
        #expect(try varies(["#EXTINF:4,", "#EXTINF:4,", "#EXTINF:4,", "#EXTINF:1,", "#EXTINF:4,"]))
        #expect(try !varies(["#EXTINF:6,", "#EXTINF:1,", "#EXTINF:4,"]))
        #expect(
            try !varies(["#EXTINF:4,", "#EXTINF:4,", "#EXTINF:4,", "#EXTINF:1,", "#EXT-X-DISCONTINUITY\n#EXTINF:4,"]))
    }

    @Test("the first variant is reported only where it has the highest bit rate by far")
    func firstVariant() throws {
        func rules(_ variants: [(Int, String?)]) throws -> Set<String> {
            let lines = variants.enumerated().map { index, variant in
                "#EXT-X-STREAM-INF:BANDWIDTH=\(variant.0)\(variant.1.map { ",CODECS=\"\($0)\"" } ?? "")\n\(index).m3u8\n"
            }
            guard case .multivariant(let list) = try Playlist.parse(text: "#EXTM3U\n" + lines.joined()).playlist else {
                return []
            }
            var log = FindingLog()
            VariantChecks(list: list, url: "https://a.example/main.m3u8").check(&log)
            return Set(log.findings.map(\.rule))
        }
        let rule = StreamRule.firstVariant.id
        let video = "avc1.64001e,mp4a.40.2"
        #expect(try rules([(3_000_000, video), (800_000, video)]).contains(rule))
        #expect(try !rules([(2_000_000, video), (800_000, video), (3_000_000, video)]).contains(rule))
        #expect(try !rules([(1_000_000, video), (800_000, video)]).contains(rule))
        let stereo = StreamRule.stereoMissing.id
        let surround = "avc1.64001e,ac-3"
        #expect(try rules([(800_000, surround)]).contains(stereo))
        #expect(try !rules([(800_000, surround), (900_000, nil)]).contains(stereo))
    }

    @Test("a language of three letters has the code of two letters, with its region")
    func shortCodes() {
        #expect(LanguageCodes.shortCode(of: "deu-AT") == "de-AT" && LanguageCodes.shortCode(of: "ger") == "de")
        #expect(LanguageCodes.shortCode(of: "de") == nil && LanguageCodes.shortCode(of: "fil") == nil)
    }

    @Test("codecs with capitals and blanks are reported, and others are not")
    func codecForms() throws {
        func rules(_ codecs: String) throws -> Set<String> {
            let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS=\"\(codecs)\"\nv.m3u8\n"
            guard case .multivariant(let list) = try Playlist.parse(text: text).playlist else { return [] }
            var log = FindingLog()
            VariantChecks(list: list, url: "https://a.example/main.m3u8").check(&log)
            return Set(log.findings.map(\.rule)).intersection(["variant.codecs-form"])
        }
        #expect(try rules("avc1.64001e,mp4a.40.2").isEmpty)
        #expect(try rules("avc1.64001E,mp4a.40.2").isEmpty)
        #expect(try rules("avc1.64001e, mp4a.40.2") == ["variant.codecs-form"])
        #expect(try rules("avc1.64001e,MP4A.40.2") == ["variant.codecs-form"])
    }

    @Test("a fault that only a later load of a live playlist has is reported once")
    func laterFaults() throws {
        var facts = try live()
        facts.reloads = [reload(0), reload(1), reload(2)]
        let fault = PlaylistFault(line: 2, rule: "hls.version.low", level: .warning, message: "Raise the version.")
        facts.reloads[1].parserFaults = [fault]
        facts.reloads[2].parserFaults = [fault]
        #expect(rules(facts).contains("hls.version.low"))
        facts.document.faults = [fault]
        #expect(!rules(facts).contains("hls.version.low"))
    }

    @Test("an audio group with two codecs is reported; one with one codec is not")
    func groupCodecs() throws {
        func rules(_ codecs: [String]) throws -> Set<String> {
            let lines = codecs.indices.map {
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"\($0)\",URI=\"\($0).m3u8\"\n"
            }
            let text = "#EXTM3U\n\(lines.joined())#EXT-X-STREAM-INF:BANDWIDTH=800000,AUDIO=\"a\"\nv.m3u8\n"
            var facts = StreamFacts()
            if case .multivariant(let list) = try Playlist.parse(text: text).playlist { facts.multivariant = list }
            facts.playlists = try codecs.enumerated().map { index, codec in
                var entry = try playlist(Self.head + "#EXTINF:6,\n0.ts\n#EXT-X-ENDLIST\n", role: .rendition(index))
                var segment = SegmentFacts()
                segment.container = .transportStream
                segment.tracks = [TrackFacts(kind: .audio, codec: codec)]
                segment.spans = [TrackSpan(track: 0)]
                entry.segments = [segment]
                return entry
            }
            var log = FindingLog()
            CodecChecks(facts: facts).check(&log)
            return Set(log.findings.map(\.rule)).intersection(["audio.group-codecs"])
        }
        #expect(try rules(["aac", "aac"]).isEmpty)
        #expect(try rules(["aac", "ac3"]) == ["audio.group-codecs"])
    }

    @Test("timescales are compared between variants of one frame rate only")
    func timescales() throws {
        func rules(_ variants: [(scale: Int, frame: Int64)]) throws -> Set<String> {
            var facts = StreamFacts()
            let lines = variants.indices.map { "#EXT-X-STREAM-INF:BANDWIDTH=\($0 + 1)00000\n\($0).m3u8\n" }.joined()
            if case .multivariant(let list) = try Playlist.parse(text: "#EXTM3U\n" + lines).playlist {
                facts.multivariant = list
            }
            facts.playlists = try variants.enumerated().map { index, variant in
                var entry = try playlist(
                    Self.head + "#EXT-X-MAP:URI=\"i.mp4\"\n#EXTINF:6,\n0.m4s\n#EXT-X-ENDLIST\n", role: .variant(index))
                entry.document.url = "https://a.example/\(index).m3u8"
                var segment = SegmentFacts()
                segment.container = .fragments
                segment.tracks = [TrackFacts(kind: .video, codec: "h264")]
                var span = TrackSpan(track: 0)
                (span.sampleCount, span.sampleDuration, span.end) = (100, variant.frame, 6_000_000_000)
                segment.spans = [span]
                segment.fragments = FragmentFacts()
                segment.fragments?.timescale = variant.scale
                entry.segments = [segment]
                return entry
            }
            var log = FindingLog()
            AlignChecks(facts: facts).check(&log)
            return Set(log.findings.map(\.rule)).intersection(["cmaf.timescale"])
        }
        #expect(try rules([(90_000, 40_000_000), (12_800, 40_000_000)]) == ["cmaf.timescale"])
        #expect(try rules([(15_360, 33_333_333), (12_800, 40_000_000)]).isEmpty)
    }

    @Test("a playlist that takes longer than three seconds is reported")
    func slow() {
        var facts = StreamFacts()
        facts.document.response = ResponseFacts()
        facts.document.response?.isHTTP = true
        facts.document.response?.contentType = "application/vnd.apple.mpegurl"
        facts.document.response?.allowedOrigin = "*"
        facts.document.loadSeconds = 2.5
        var log = FindingLog()
        DocumentChecks(facts: facts).check(&log)
        #expect(log.findings.isEmpty)
        facts.document.loadSeconds = 8
        DocumentChecks(facts: facts).check(&log)
        #expect(log.findings.map(\.rule) == ["http.slow-playlist"])
    }

    @Test(
        "H.264 with more than 8 bits or 4:2:0 is reported",
        arguments: [("avc1.64001f", false), ("avc1.4d401f", false), ("avc1.6e001f", true), ("avc1.f4001f", true)])
    func profiles(codec: String, isReported: Bool) throws {
        var entry = try playlist(Self.head + "#EXTINF:6,\n0.ts\n#EXT-X-ENDLIST\n", role: .single)
        var segment = SegmentFacts()
        segment.container = .transportStream
        segment.tracks = [TrackFacts(kind: .video, codec: "h264")]
        segment.tracks[0].codecParameter = codec
        segment.spans = [TrackSpan(track: 0)]
        entry.segments = [segment]
        var facts = StreamFacts()
        facts.playlists = [entry]
        var log = FindingLog()
        CodecChecks(facts: facts).check(&log)
        #expect(log.findings.map(\.rule).contains("video.profile") == isReported)
    }
}
