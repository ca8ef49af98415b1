import Foundation
import HLS
import Testing

@testable import StreamRules

/// Tests the rules about what must stay the same between requests and between variants.
struct ConsistencyTests {
    private func stream(_ variants: Int) throws -> StreamFacts {
        let lines = (0..<variants).map {
            "#EXT-X-STREAM-INF:BANDWIDTH=\($0 + 1)00000,CODECS=\"avc1.64001e,mp4a.40.2\",RESOLUTION=640x360\n\($0).m3u8\n"
        }
        var facts = StreamFacts()
        facts.url = "https://a.example/main.m3u8"
        facts.hasMedia = true
        if case .multivariant(let list) = try Playlist.parse(text: "#EXTM3U\n" + lines.joined()).playlist {
            facts.multivariant = list
        }
        return facts
    }

    /// A variant of six segments of 4 s.
    private func variant(_ index: Int, _ change: (Int, inout SegmentFacts) -> Void) throws -> PlaylistFacts {
        let lines = (0..<6).map { "#EXTINF:4,\n\($0).ts\n" }.joined()
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(lines)#EXT-X-ENDLIST\n"
        var facts = PlaylistFacts(
            role: .variant(index), name: "variant \(index + 1)",
            document: PlaylistDocument(url: "https://a.example/\(index).m3u8"))
        if case .media(let media) = try Playlist.parse(text: text).playlist { facts.playlist = media }
        facts.segments = (0..<6).map { position in
            var segment = SegmentFacts()
            segment.byteCount = 1_000
            segment.container = .transportStream
            change(position, &segment)
            return segment
        }
        return facts
    }

    private func rules(_ facts: PlaylistFacts) -> Set<String> {
        var log = FindingLog()
        SegmentChecks(facts: facts, isIndependent: false, isSecure: false).check(&log)
        return Set(log.findings.map(\.rule))
    }

    @Test("a segment whose bytes change is reported")
    func changedBytes() throws {
        #expect(try rules(variant(0) { _, _ in }).isEmpty)
        #expect(try rules(variant(0) { if $0 == 3 { $1.changedByteCount = 1_000 } }) == ["http.changed"])
    }

    @Test("one segment that takes longer than its duration is reported; a slow network is not")
    func slowSegment() throws {
        let one = try variant(0) { $1.loadSeconds = $0 == 3 ? 5 : 0.1 }
        #expect(rules(one).contains("http.slow-segment"))
        let all = try variant(0) { $1.loadSeconds = $0 == 3 ? 5 : 2 }
        #expect(!rules(all).contains("http.slow-segment"))
    }

    @Test(
        "fragments that all have one number are a note, because packagers count in each segment; those that count are none"
    )
    func numbers() throws {
        #expect(try rules(variant(0) { $1.fragmentNumber = 1 }) == ["cmaf.sequence"])
        #expect(try rules(variant(0) { $1.fragmentNumber = $0 + 1 }).isEmpty)
    }

    // MARK: - Between variants

    private func timed(_ index: Int, audioSeconds: Double) throws -> PlaylistFacts {
        try variant(index) { position, segment in
            segment.tracks = [TrackFacts(kind: .video, codec: "h264"), TrackFacts(kind: .audio, codec: "aac")]
            segment.spans = [0, 1].map { track in
                var span = TrackSpan(track: track)
                span.sampleCount = 100
                span.sampleDuration = 40_000_000
                span.start = Int64(position) * 4_000_000_000 + (track == 1 ? Int64(audioSeconds * 1e9) : 0)
                span.end = span.start + 4_000_000_000
                return span
            }
        }
    }

    @Test("audio that is late in one variant is reported; audio that is late in all is not uneven")
    func uneven() throws {
        func found(_ offsets: [Double]) throws -> [String?] {
            var facts = try stream(offsets.count)
            facts.playlists = try offsets.enumerated().map { try timed($0.offset, audioSeconds: $0.element) }
            var log = FindingLog()
            SyncChecks(facts: facts).check(&log)
            return log.findings.filter { $0.rule == "sync.audio-uneven" }.map(\.place.name)
        }
        #expect(try found([0.02, 0.3, 0.02]) == ["variant 2"])
        #expect(try found([0.3, 0.3, 0.3]).isEmpty)
        #expect(try found([0.02, 0.1]).isEmpty)
    }

    @Test("surround sound is not compared with stereo")
    func sounds_channels() throws {
        var facts = try stream(2)
        facts.playlists = [try sounding(0, Self.speech), try sounding(1) { _ in (80, 100) }]
        for (index, channels) in [2, 6].enumerated() {
            for position in facts.playlists[index].segments.indices {
                var audio = TrackFacts(kind: .audio, codec: "aac")
                audio.channels = channels
                facts.playlists[index].segments[position]?.tracks = [audio]
                facts.playlists[index].segments[position]?.spans = [TrackSpan(track: 0)]
            }
        }
        var log = FindingLog()
        ContentChecks(facts: facts).check(&log)
        #expect(!log.findings.contains { $0.rule == "align.sound" })
    }

    private func sounding(_ index: Int, _ window: (Int) -> (level: UInt8, crossings: UInt8)) throws -> PlaylistFacts {
        try variant(index) { position, segment in
            let windows = (0..<80).map { window(position * 80 + $0) }
            segment.sound = SoundFacts(
                firstWindow: Int64(position) * 80, levels: windows.map(\.level), crossings: windows.map(\.crossings))
        }
    }

    private static func speech(_ window: Int) -> (level: UInt8, crossings: UInt8) {
        (UInt8(60 + window * window % 37), UInt8(10 + window * 7 % 23))
    }

    @Test("the sound of another programme is reported; a quieter encode is not")
    func sounds() throws {
        func found(_ second: (Int) -> (level: UInt8, crossings: UInt8), variants: Int) throws -> [String?] {
            var facts = try stream(variants)
            facts.playlists = try (0..<variants).map { try sounding($0, $0 == 1 ? second : Self.speech) }
            var log = FindingLog()
            ContentChecks(facts: facts).check(&log)
            return log.findings.filter { $0.rule == "align.sound" }.map(\.place.name)
        }
        for variants in 2...3 {
            #expect(try found({ _ in (80, 100) }, variants: variants) == ["variant 2"])
            #expect(try found({ (Self.speech($0).level - 12, Self.speech($0).crossings) }, variants: variants).isEmpty)
            #expect(try found({ Self.speech($0 + 3) }, variants: variants).isEmpty)
        }
    }

    /// A bright bar that moves by one column a frame, from a key frame every 4 s on.
    private func moving(_ index: Int, frames: Int) throws -> PlaylistFacts {
        try variant(index) { position, segment in
            let start = Int64(position) * 4_000_000_000
            segment.sequence = (0..<12).map { frame in
                let column = max(0, frame + position * 100 - frames) % 16
                return PictureCells(
                    time: start + Int64(frame) * 40_000_000, cells: (0..<144).map { $0 % 16 == column ? 200 : 40 })
            }
            (segment.picture, segment.pictureTime) = (segment.sequence[0].cells, start)
        }
    }

    @Test("of two variants, the one that lags by some frames is reported; one in time is not")
    func lag() throws {
        func found(_ frames: Int) throws -> [String] {
            var facts = try stream(2)
            facts.playlists = [try moving(0, frames: 0), try moving(1, frames: frames)]
            var log = FindingLog()
            ContentChecks(facts: facts).check(&log)
            return log.findings.filter { $0.rule == "align.pictures" && $0.level == .warning }.map(\.message)
        }
        #expect(try found(5) == ["The pictures are those of variant 1 0.2 s earlier."])
        #expect(try found(0).isEmpty)
    }

    @Test("of three variants, the one that lags is reported with its distance; three in time are not")
    func lagOfThree() throws {
        func found(_ frames: Int) throws -> [String] {
            var facts = try stream(3)
            facts.playlists = try [0, frames, 0].enumerated().map { try moving($0, frames: $1) }
            var log = FindingLog()
            ContentChecks(facts: facts).check(&log)
            return log.findings.filter { $0.rule == "align.pictures" && $0.level == .warning }.map(\.message)
        }
        #expect(try found(5) == ["The pictures are those of variant 1 0.2 s earlier."])
        #expect(try found(0).isEmpty)
    }

    // MARK: - Live

    @Test("a live edge that is whole hours behind is reported as a warning; one of another time is not")
    func zones() throws {
        func level(_ seconds: Double) throws -> StreamRule.Level? {
            let text =
                "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXTINF:4,\n0.ts\n"
            var facts = PlaylistFacts(role: .single, name: "v", document: PlaylistDocument(url: "https://a.example/v"))
            if case .media(let media) = try Playlist.parse(text: text).playlist { facts.playlist = media }
            facts.document.response = ResponseFacts()
            facts.document.response?.sent = 1_767_225_600 + seconds
            var log = FindingLog()
            LiveChecks(facts: facts).check(&log)
            return log.findings.first { $0.rule == "live.clock" }?.level
        }
        #expect(try level(5 * 3_600 + 20) == .warning)
        #expect(try level(5 * 3_600 + 700) == .info)
        #expect(try level(3 * 86_400) == .info)
        #expect(try level(4 - 120) == .warning)
        #expect(try level(4 - 45) == nil)
    }
}
