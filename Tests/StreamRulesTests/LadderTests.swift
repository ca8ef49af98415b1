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

    private func findings(lines: [String]) throws -> [StreamFinding] {
        let text = "#EXTM3U\n" + lines.joined(separator: "\n") + "\n"
        guard case .multivariant(let list) = try Playlist.parse(text: text).playlist else { return [] }
        var log = FindingLog()
        VariantChecks(list: list, url: "https://a.example/main.m3u8").check(&log)
        return log.findings
    }

    @Test("a FRAME-RATE beyond the range of integers is compared with others")
    func extremeFrameRate() throws {
        let lines = [(360, "99999999999999999999"), (720, "30")].map { height, rate in
            "#EXT-X-STREAM-INF:BANDWIDTH=\(height)000,CODECS=\"avc1.64001f\",RESOLUTION=640x\(height),FRAME-RATE=\(rate),"
                + "SCORE=\(1_000 - height)\n\(height).m3u8"
        }
        guard
            case .multivariant(let list) = try Playlist.parse(text: "#EXTM3U\n" + lines.joined(separator: "\n"))
                .playlist
        else { return }
        var facts = StreamFacts()
        facts.multivariant = list
        #expect(StreamLint().check(facts).contains { $0.rule == "frame-rate.high" || $0.level > .info })
    }

    @Test("sizes and bit rates are compared within one audio group")
    func audioGroups() throws {
        func line(_ size: String, _ bandwidth: Int, _ group: String) -> String {
            "#EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth),CODECS=\"avc1.64001f,mp4a.40.2\",RESOLUTION=\(size),AUDIO=\"\(group)\"\n"
                + "\(size).m3u8"
        }
        func isReported(_ group: String) throws -> Bool {
            try findings(lines: [line("640x360", 900_000, group), line("960x540", 800_000, "stereo")])
                .contains { $0.rule == "ladder.size-order" }
        }
        #expect(try isReported("stereo"))
        #expect(try !isReported("surround"))
    }

    @Test(
        "a stream in PQ alone is reported; one with SDR, and one with HLG alone, are not",
        arguments: [(["PQ", "PQ"], true), (["PQ", "HLG"], true), (["PQ", "SDR"], false), (["HLG", "HLG"], false)])
    func standardRange(ranges: [String], isReported: Bool) throws {
        let lines = ranges.enumerated().map { index, range in
            "#EXT-X-STREAM-INF:BANDWIDTH=\(400_000 << index),CODECS=\"hvc1.2.4.L93.B0\",RESOLUTION=640x360,VIDEO-RANGE=\(range)\n"
                + "\(index).m3u8"
        }
        #expect(try findings(lines: lines).contains { $0.rule == "video.sdr-missing" } == isReported)
    }
}
