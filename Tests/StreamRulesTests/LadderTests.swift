import HLS
import Testing

@testable import StreamRules

/// Tests the rules about the variants of a ladder together.
struct LadderTests {
    private func findings(_ variants: [(bandwidth: Int, codec: String, rate: Int)]) throws -> [StreamFinding] {
        let lines = variants.enumerated().map { index, variant in
            "#EXT-X-STREAM-INF:BANDWIDTH=\(variant.bandwidth),CODECS=\"\(variant.codec)\",FRAME-RATE=\(variant.rate)\n\(index).m3u8\n"
        }.joined()
        guard case .multivariant(let list) = try Playlist.parse(text: "#EXTM3U\n" + lines).playlist else { return [] }
        var log = FindingLog()
        VariantChecks(list: list, url: "https://a.example/main.m3u8").check(&log)
        return log.findings
    }

    private func steps(_ variants: [(Int, String, Int)]) throws -> Int {
        try findings(variants.map { (bandwidth: $0.0, codec: $0.1, rate: $0.2) }).filter { $0.rule == "ladder.steps" }
            .reduce(0) { $0 + $1.count }
    }

    private static let avc = "avc1.64001f"
    private static let hevc = "hvc1.1.6.L93.B0"

    @Test("a wide step between variants of different frame rates is reported")
    func frameRates() throws {
        #expect(try steps([(800_000, Self.avc, 30), (6_000_000, Self.avc, 60)]) == 1)
    }

    @Test("a step that a variant of another frame rate fills is not reported")
    func filledByFrameRate() throws {
        #expect(
            try steps([(800_000, Self.avc, 30), (1_600_000, Self.avc, 60), (3_200_000, Self.avc, 30)]) == 0)
    }

    @Test("a wide step between the only variants of two codecs is reported once")
    func codecs() throws {
        #expect(try steps([(800_000, Self.avc, 30), (6_000_000, Self.hevc, 30)]) == 1)
    }

    @Test("a wide step within one codec is reported although another codec fills it")
    func filledByCodec() throws {
        #expect(
            try steps([(800_000, Self.avc, 30), (1_800_000, Self.hevc, 30), (4_000_000, Self.avc, 30)]) == 1)
    }

    private func gaps(_ rates: [Int]) throws -> Int {
        try findings(rates.map { (bandwidth: $0, codec: Self.avc, rate: 30) }).count {
            $0.rule == "ladder.step-missing"
        }
    }

    @Test("a step by more than a factor of 3.5 is a warning where there are three variants")
    func missingStep() throws {
        #expect(try gaps([400_000, 800_000, 4_000_000]) == 1)
        #expect(try gaps([400_000, 800_000, 2_900_000]) == 1)
        #expect(try gaps([400_000, 800_000, 2_700_000]) == 0)
        #expect(try gaps([400_000, 4_000_000]) == 0)
    }

    @Test("every fault of the playlist parser has a remedy of its own")
    func remedies() {
        #expect(PlaylistRemedies.remedies.count >= 130)
        #expect(PlaylistRemedies.remedies.allSatisfy { $0.key.hasPrefix("hls.") && $0.value.hasSuffix(".") })
        #expect(!PlaylistRemedies.remedies.values.contains { $0.hasPrefix("Correct the line") })
        #expect(PlaylistRemedies.remedy(of: "hls.extinf.missing").contains("#EXTINF"))
    }
}
