import Foundation
import HLS
import Testing

@testable import StreamRules

/// Tests the rules about pictures, protection, splice sections and requests of low latency.
struct ContentTests {
    private static let sizes = ["320x180", "640x360", "1280x720"]

    private func ladder(_ attributes: String = "") throws -> StreamFacts {
        let lines = Self.sizes.enumerated().map { index, size in
            "#EXT-X-STREAM-INF:BANDWIDTH=\(index + 1)00000,CODECS=\"avc1.64001e\",RESOLUTION=\(size)\(attributes)\n\(index).m3u8\n"
        }
        var facts = StreamFacts()
        facts.url = "https://a.example/main.m3u8"
        facts.hasMedia = true
        guard case .multivariant(let list) = try Playlist.parse(text: "#EXTM3U\n" + lines.joined()).playlist else {
            return facts
        }
        facts.multivariant = list
        return facts
    }

    private func rules(_ facts: StreamFacts) -> [StreamFinding] {
        var log = FindingLog()
        ContentChecks(facts: facts).check(&log)
        LowLatencyChecks(facts: facts).check(&log)
        return log.findings
    }

    /// A variant with key frames at 0, 4 and 8 s.
    private func variant(_ index: Int, _ picture: (Int) -> [UInt8]) -> PlaylistFacts {
        let document = PlaylistDocument(url: "https://a.example/\(index).m3u8")
        var facts = PlaylistFacts(role: .variant(index), name: "variant \(index + 1)", document: document)
        facts.segments = (0..<3).map { position in
            var segment = SegmentFacts()
            segment.picture = picture(position)
            segment.pictureTime = Int64(position) * 4_000_000_000
            return segment
        }
        return facts
    }

    /// A bright bar that moves from frame to frame.
    private static func bar(_ position: Int, gain: Double = 1) -> [UInt8] {
        (0..<144).map { UInt8(Double($0 % 16 / 4 == position ? 200 : 40) * gain) }
    }

    @Test("a variant whose pictures lag is reported; one that is darker is not")
    func pictures() throws {
        var facts = try ladder()
        facts.playlists = [
            variant(0) { Self.bar($0) }, variant(1) { Self.bar(max(0, $0 - 1) + 1) }, variant(2) { Self.bar($0) },
        ]
        let found = rules(facts).filter { $0.rule == "align.pictures" }
        #expect(found.map(\.level) == [.warning] && found.first?.place.name == "variant 2", "\(found)")
        facts.playlists[1] = variant(1) { Self.bar($0, gain: 0.8) }
        #expect(!rules(facts).contains { $0.rule == "align.pictures" })
    }

    @Test("variants that all show different pictures are not compared")
    func patterns() throws {
        var facts = try ladder()
        facts.playlists = (0..<3).map { index in variant(index) { Self.bar(($0 + index) % 4) } }
        #expect(!rules(facts).contains { $0.rule == "align.pictures" })
    }

    /// Returns a variant whose key frames are at other times.
    private func variant(_ index: Int, times: [Int64], _ picture: (Int) -> [UInt8]) -> PlaylistFacts {
        var facts = variant(index, picture)
        facts.segments = times.enumerated().map { position, time in
            var segment = SegmentFacts()
            segment.picture = picture(position)
            segment.pictureTime = time * 1_000_000_000
            return segment
        }
        return facts
    }

    @Test("of two variants, the second is reported as information where the pictures clearly differ")
    func pairs() throws {
        var facts = try ladder()
        facts.playlists = [variant(0) { Self.bar($0) }, variant(1) { Self.bar($0 + 1) }]
        let found = rules(facts).filter { $0.rule == "align.pictures" }
        #expect(found.map(\.level) == [.info] && found.first?.place.name == "variant 2", "\(found)")
        // A small mark in one corner is not a different picture.
        func marked(_ position: Int) -> [UInt8] { [255, 255] + Self.bar(position).dropFirst(2) }
        facts.playlists[1] = variant(1) { marked($0) }
        #expect(!rules(facts).contains { $0.rule == "align.pictures" })
    }

    @Test("a black variant shows something else than two white ones")
    func black() throws {
        var facts = try ladder()
        facts.playlists = [200, 10, 200].enumerated().map { index, brightness in
            variant(index) { _ in [UInt8](repeating: brightness, count: 144) }
        }
        #expect(rules(facts).filter { $0.rule == "align.pictures" }.map(\.place.name) == ["variant 2"])
    }

    @Test("one equal key frame, and variants of another dynamic range, are not enough for a comparison")
    func fewPictures() throws {
        var facts = try ladder()
        facts.playlists = [
            variant(0) { Self.bar($0) }, variant(1, times: [0, 5, 9]) { Self.bar(($0 + 1) % 4) },
            variant(2) { Self.bar($0) },
        ]
        #expect(!rules(facts).contains { $0.rule == "align.pictures" })
        facts = try ladder()
        let text = Self.sizes.enumerated().map { index, size in
            "#EXT-X-STREAM-INF:BANDWIDTH=\(index + 1)00000,CODECS=\"avc1.64001e\",RESOLUTION=\(size)"
                + ",VIDEO-RANGE=\(index == 1 ? "PQ" : "SDR")\n\(index).m3u8\n"
        }
        if case .multivariant(let list) = try Playlist.parse(text: "#EXTM3U\n" + text.joined()).playlist {
            facts.multivariant = list
        }
        facts.playlists = [
            variant(0) { Self.bar($0) }, variant(1) { Self.bar(($0 + 1) % 4) }, variant(2) { Self.bar($0) },
        ]
        #expect(!rules(facts).contains { $0.rule == "align.pictures" })
    }

    @Test("a section that is too short, and interstitials with wrong words and numbers, are reported")
    func dateRanges() throws {
        #expect(DateRangeChecks.problem(ofSplice: [0xfc, 0, 0]) == "has 3 bytes, fewer than any splice section")
        func found(_ attributes: String) throws -> Int {
            let text = """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
                #EXT-X-DATERANGE:ID="a",CLASS="com.apple.hls.interstitial",START-DATE="2026-01-01T00:00:00Z",\(attributes)
                #EXTINF:6,
                0.ts
                #EXT-X-ENDLIST

                """
            var facts = PlaylistFacts(role: .single, name: "v", document: PlaylistDocument(url: "https://a.example/v"))
            if case .media(let media) = try Playlist.parse(text: text).playlist { facts.playlist = media }
            var log = FindingLog()
            DateRangeChecks(facts: facts).check(&log)
            return log.findings.count { $0.rule == "media.interstitial" }
        }
        #expect(try found("X-PLAYOUT-LIMIT=-1") == 1 && found("X-PLAYOUT-LIMIT=1") == 0)
        #expect(try found("X-RESUME-OFFSET=-1") == 0)
        #expect(try found("X-SNAP=\"\"") == 1 && found("X-SNAP=\"IN, OUT\"") == 0 && found("X-SNAP=\"IN,UP\"") == 1)
    }

    // MARK: Low latency

    /// A live playlist with two segments, and the parts of the last.
    private func live(_ index: Int, parts: [String] = [], reports: [String] = [], number: Int = 10) throws
        -> PlaylistFacts
    {
        let url = "https://a.example/\(index).m3u8", baseURL = URL(string: url)
        var facts = PlaylistFacts(
            role: .variant(index), name: "variant \(index + 1)", document: PlaylistDocument(url: url))
        let text = """
            #EXTM3U
            #EXT-X-VERSION:9
            #EXT-X-TARGETDURATION:4
            #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3
            #EXT-X-PART-INF:PART-TARGET=1
            #EXT-X-MEDIA-SEQUENCE:\(number)
            #EXTINF:4,
            \(number).m4s
            \(parts.map { "#EXT-X-PART:DURATION=1,\($0)\n" }.joined())#EXTINF:4,
            \(number + 1).m4s
            \(reports.map { "#EXT-X-RENDITION-REPORT:\($0)\n" }.joined())
            """
        if case .media(let media) = try Playlist.parse(text: text, baseURL: baseURL).playlist { facts.playlist = media }
        return facts
    }

    private func lowLatency(_ playlists: [PlaylistFacts]) throws -> [String] {
        var facts = try ladder()
        facts.playlists = playlists
        var log = FindingLog()
        LowLatencyChecks(facts: facts).check(&log)
        return log.findings.map(\.rule)
    }

    @Test(
        "a report of another playlist may be three segments behind or ahead; a report of the playlist itself is wrong",
        arguments: [
            ("1.m3u8", 11, 0), ("1.m3u8", 14, 0), ("1.m3u8", 15, 1), ("1.m3u8", 8, 0), ("1.m3u8", 7, 1),
            ("0.m3u8", 11, 1),
        ])
    func reports(uri: String, number: Int, count: Int) throws {
        let own = try live(0, reports: ["URI=\"\(uri)\",LAST-MSN=\(number),LAST-PART=0"])
        let other = try live(1, reports: ["URI=\"0.m3u8\",LAST-MSN=11"])
        let found = try lowLatency([own, other])
        #expect(found == Array(repeating: "live.reports", count: count), "\(found)")
    }

    @Test("a single playlist needs no report; of two, the one without a report is reported")
    func missingReports() throws {
        #expect(try lowLatency([live(0)]).isEmpty)
        let other = try live(1, reports: ["URI=\"0.m3u8\",LAST-MSN=11"])
        #expect(try lowLatency([live(0), other]).count == 1)
    }

    @Test("a part that is listed twice is reported; two ranges of one file are two parts")
    func repeatedParts() throws {
        let ranges = ["URI=\"p.m4s\",BYTERANGE=\"10@0\"", "URI=\"p.m4s\",BYTERANGE=\"10@10\""]
        #expect(try lowLatency([live(0, parts: ranges)]).isEmpty)
        #expect(try lowLatency([live(0, parts: ["URI=\"p.m4s\"", "URI=\"p.m4s\""])]).count == 1)
    }

    /// The measured parts of the second segment, one frame each.
    private func measured(_ count: Int, isIndependent: Bool = false) -> [PartFacts] {
        (0..<count).map { index in
            var facts = SegmentFacts()
            facts.tracks = [TrackFacts(kind: .video, codec: "h264")]
            var span = TrackSpan(track: 0)
            span.sampleCount = 1
            facts.spans = [span]
            return PartFacts(
                sequenceNumber: 11, index: index, declaredDuration: 1, isIndependent: isIndependent, line: 9,
                facts: facts)
        }
    }

    @Test("of four parts that start with key frames, one should be independent")
    func independentParts() throws {
        var playlist = try live(0)
        for (count, isIndependent, found) in [(4, false, 1), (4, true, 0), (3, false, 0)] {
            playlist.parts = measured(count, isIndependent: isIndependent)
            #expect(try lowLatency([playlist]).count == found, "\(count) \(isIndependent)")
        }
    }

    @Test("parts with fewer frames than their segment, and damaged parts, are reported")
    func partFrames() throws {
        var playlist = try live(0, parts: ["URI=\"a\"", "URI=\"b\""])
        playlist.parts = measured(2)
        var whole = playlist.parts[0].facts
        for (frames, found) in [(2, 0), (3, 1)] {
            whole.spans[0].sampleCount = frames
            playlist.segments = [nil, whole]
            #expect(try lowLatency([playlist]).count == found, "\(frames)")
        }
        playlist.parts[1].facts.problems = [.truncated("2 bytes are missing")]
        #expect(try lowLatency([playlist]).count == 1)
    }

    @Test("a splice section with a wrong length or checksum is reported")
    func splice() {
        let bytes: [UInt8] = [
            0xfc, 0x30, 0x11, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xf0, 0, 0, 0, 0, 0x7a, 0x4f, 0xbf, 0xff,
        ]
        #expect(DateRangeChecks.problem(ofSplice: bytes) == nil)
        #expect(DateRangeChecks.problem(ofSplice: bytes.dropLast() + [0]) == "has a wrong checksum")
        #expect(DateRangeChecks.problem(ofSplice: bytes + [0]) == "has 21 bytes, and declares 20")
        #expect(DateRangeChecks.problem(ofSplice: [0x47] + bytes) == "does not begin with 0xFC")
    }

    @Test(
        "a wrong answer to a request of low latency is reported by its rule",
        arguments: [
            (ReloadProbe.Kind.blocking, "live.blocking"), (.refusal, "live.blocking-refusal"), (.delta, "live.delta"),
            (.hint, "live.hint"),
        ])
    func probes(kind: ReloadProbe.Kind, rule: String) throws {
        var facts = try ladder()
        facts.playlists = [variant(0) { Self.bar($0) }]
        #expect(rules(facts).isEmpty)
        facts.playlists[0].probes = [ReloadProbe(kind: kind, problem: "x")]
        #expect(rules(facts).map(\.rule) == [rule])
    }

    @Test("a retried segment and one that takes four times its duration are reported")
    func delivery() throws {
        var facts = PlaylistFacts(role: .single, name: "v", document: PlaylistDocument(url: "https://a.example/v.m3u8"))
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n0.ts\n#EXT-X-ENDLIST\n"
        guard case .media(let media) = try Playlist.parse(text: text).playlist else { return }
        facts.playlist = media
        var segment = SegmentFacts()
        segment.response = ResponseFacts()
        segment.response?.isHTTP = true
        func found(_ change: (inout SegmentFacts) -> Void) -> Set<String> {
            var facts = facts
            var changed = segment
            change(&changed)
            facts.segments = [changed]
            var log = FindingLog()
            SegmentChecks(facts: facts, isIndependent: true, isSecure: false).check(&log)
            return Set(log.findings.map(\.rule))
        }
        let retried = found { $0.response?.earlierFailure = "503" }
        let slow = found { $0.loadSeconds = 24 }
        #expect(retried.contains("http.retried") && slow.contains("http.too-slow"))
        let usual = found { $0.loadSeconds = 7 }
        #expect(!usual.contains("http.too-slow") && !usual.contains("http.retried") && usual.contains("http.slow"))
    }
}
