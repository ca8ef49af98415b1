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
