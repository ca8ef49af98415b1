import CoreMedia
import HLS
import Testing

@testable import StreamRules

/// Tests which changes of the distance between audio and video count as an offset, and which as drift.
struct SyncTests {
    /// Returns a playlist with one track.
    /// - Parameters:
    ///   - durations: EXTINF of each segment.
    ///   - starts: the measured start of each segment, in seconds.
    private func playlist(
        _ role: PlaylistFacts.Role, _ name: String, _ kind: TrackFacts.Kind, durations: [Double], starts: [Double]
    ) throws -> PlaylistFacts {
        let lines = durations.enumerated().map { "#EXTINF:\($1),\n\(name)-\($0).m4s\n" }.joined()
        let text =
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:7\n#EXT-X-MAP:URI=\"i.mp4\"\n\(lines)#EXT-X-ENDLIST\n"
        var facts = PlaylistFacts(role: role, name: name, document: PlaylistDocument(url: "https://a.example/\(name)"))
        guard case .media(let media) = try Playlist.parse(text: text).playlist else { return facts }
        facts.playlist = media
        facts.segments = starts.map { start in
            var segment = SegmentFacts()
            segment.container = .fragments
            segment.tracks = [TrackFacts(kind: kind, codec: kind == .video ? "h264" : "aac")]
            var span = TrackSpan(track: 0)
            span.sampleCount = 100
            span.sampleDuration = 20_000_000
            span.start = Int64(start * 1e9)
            span.end = span.start + 6_000_000_000
            segment.spans = [span]
            return segment
        }
        return facts
    }

    /// The rules of synchronization that a stream with this audio breaks.
    private func rules(durations: [Double]? = nil, audio: [Double]) throws -> [String] {
        let video = (0..<audio.count).map { Double($0) * 6 }
        var facts = StreamFacts()
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",URI="a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.64001e,mp4a.40.2",AUDIO="a"
            v.m3u8

            """
        if case .multivariant(let list) = try Playlist.parse(text: text).playlist { facts.multivariant = list }
        let six = audio.map { _ in 6.0 }
        facts.playlists = [
            try playlist(.variant(0), "v", .video, durations: six, starts: video),
            try playlist(.rendition(0), "a", .audio, durations: durations ?? six, starts: audio),
        ]
        var log = FindingLog()
        SyncChecks(facts: facts).check(&log)
        return log.findings.map(\.rule)
    }

    @Test("audio 0.3 s late in every segment has an offset, and no drift")
    func constantOffset() throws {
        #expect(try rules(audio: [0.3, 6.3, 12.3, 18.3]) == ["sync.audio-offset"])
        #expect(try rules(audio: [0.12, 6.12, 12.12, 18.12]) == ["sync.audio-offset"])
        #expect(try rules(audio: [-0.2, 5.8, 11.8, 17.8]) == ["sync.audio-offset"])
    }

    @Test("audio 0.3 s late whose first EXTINF includes the delay has an offset, and no drift")
    func offsetInFirstDuration() throws {
        #expect(try rules(durations: [6.3, 6, 6, 6], audio: [0.3, 6.3, 12.3, 18.3]) == ["sync.start"])
        #expect(try rules(durations: [5.7, 6, 6, 6], audio: [0.3, 6, 12, 18]) == ["sync.audio-offset"])
    }

    @Test("a wrong EXTINF of the first audio segment is neither an offset nor drift")
    func wrongDuration() throws {
        #expect(try rules(durations: [5.6, 6, 6, 6], audio: [0, 6, 12, 18]).isEmpty)
    }

    @Test("audio two seconds late is reported as an error")
    func largeOffset() throws {
        #expect(try rules(audio: [2, 8, 14, 20]) == ["sync.offset"])
    }

    @Test("audio within 0.1 s of the video has no finding")
    func smallOffset() throws {
        #expect(try rules(audio: [-0.021, 5.99, 12.003, 17.98]).isEmpty)
        #expect(try rules(audio: [0.088, 6.088, 12.088, 18.088]).isEmpty)
    }

    @Test("audio whose distance grows with every segment drifts")
    func drift() throws {
        #expect(try rules(audio: [0, 6.1, 12.2, 18.3]) == ["sync.drift"])
        let long = (0..<40).map { Double($0) * 5.99 }
        #expect(try rules(audio: long) == ["sync.drift"])
    }
}
