import HLS
import Testing

@testable import StreamRules

/// Tests the distances between key frames.
struct KeyIntervalTests {
    /// Returns the rules that a playlist of four segments of 6 s breaks, each with key frames every 2 s.
    /// - Parameter missing: the positions of segments that were not loaded.
    private func rules(missing: Set<Int> = [], interval: Double = 2) throws -> [String] {
        let lines = (0..<4).map { "#EXTINF:6,\n\($0).m4s\n" }.joined()
        let text =
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:6\n#EXT-X-MAP:URI=\"i.mp4\"\n\(lines)#EXT-X-ENDLIST\n"
        var facts = PlaylistFacts(role: .variant(0), name: "v", document: PlaylistDocument(url: "https://a.example/v"))
        guard case .media(let media) = try Playlist.parse(text: text).playlist else { return [] }
        facts.playlist = media
        facts.segments = (0..<4).map { number in
            var segment = SegmentFacts()
            guard !missing.contains(number) else { return segment }
            segment.container = .fragments
            segment.tracks = [TrackFacts(kind: .video, codec: "h264")]
            var span = TrackSpan(track: 0)
            span.sampleCount = 150
            span.sampleDuration = 40_000_000
            span.start = Int64(number) * 6_000_000_000
            span.end = span.start + 6_000_000_000
            span.keyTimes = stride(from: 0, to: 6, by: interval).map { span.start + Int64($0 * 1e9) }
            segment.spans = [span]
            return segment
        }
        var log = FindingLog()
        SegmentChecks(facts: facts, isIndependent: true, isSecure: true).check(&log)
        return log.findings.map(\.rule)
    }

    @Test("the time of a segment that was not loaded does not count as a distance between key frames")
    func missingSegment() throws {
        #expect(!(try rules(missing: [1])).contains("key.interval"))
        #expect(!(try rules()).contains("key.interval"))
    }

    @Test("key frames 6 s apart are reported")
    func longInterval() throws { #expect(try rules(interval: 6).contains("key.interval")) }
}
