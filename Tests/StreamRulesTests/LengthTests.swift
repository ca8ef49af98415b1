import Testing

@testable import StreamRules

/// Tests the comparison of the lengths of audio and video, and of the key frames of variants.
struct LengthTests {
    private func starts(_ count: Int, _ length: Double = 6) -> [Double] { (0..<count).map { Double($0) * length } }

    /// Returns the findings about audio of these lengths, beside a video of as many segments of 6 s as the first has.
    private func findings(_ audio: [(count: Int, length: Double, last: Double)], segments: Int) throws
        -> [StreamFinding]
    {
        let lines =
            audio.indices.map { MeasuredStream.rendition("AUDIO", "a\($0)", "l\($0)") }
            + [MeasuredStream.variant(800_000, "v.m3u8")]
        let playlists = try audio.enumerated().map { index, entry in
            try MeasuredStream.playlist(
                .rendition(index), "a\(index)", .audio, starts: starts(entry.count, entry.length),
                length: entry.length, last: entry.last)
        }
        let video = try MeasuredStream.playlist(.variant(0), "v", .video, starts: starts(segments))
        var log = FindingLog()
        LengthChecks(facts: try MeasuredStream.stream(lines, [video] + playlists)).check(&log)
        return log.findings
    }

    @Test("audio that is 0.5 % short of a programme of ten minutes is a warning")
    func longProgramme() throws {
        let found = try findings([(100, 5.97, 5.97)], segments: 100)
        #expect(found.map(\.rule) == ["align.audio-length"] && found.first?.level == .warning)
        #expect(found.first?.message.contains("0.5 % less") == true)
    }

    @Test("audio that is 0.1 % long in an hour is a warning, and 0.4 s of padding is not")
    func oneThousandth() throws {
        #expect(try findings([(600, 6.006, 6.006)], segments: 600).map(\.level) == [.warning])
        #expect(try findings([(600, 6, 6.4)], segments: 600).isEmpty)
    }

    @Test("one of three short renditions that is 0.12 s shorter than the others is for information")
    func oddRendition() throws {
        let found = try findings([(4, 6, 6.02), (4, 6, 5.88), (4, 6, 6.01)], segments: 4)
        #expect(found.map(\.level) == [.info] && found.first?.place.name == "a1")
        #expect(try findings([(4, 6, 5.88)], segments: 4).isEmpty)
        #expect(try findings([(4, 6, 6.02), (4, 6, 5.96)], segments: 4).isEmpty)
    }

    @Test("a difference of more than 1 s is left to the comparison of the declared durations")
    func reportedElsewhere() throws {
        #expect(try findings([(4, 6, 4)], segments: 4).isEmpty)
    }

    // MARK: - Key frames

    private func keys(_ first: [Double], _ second: [Double]) throws -> [StreamRule.Level] {
        let playlists = try [first, second].enumerated().map { index, times in
            try MeasuredStream.playlist(.variant(index), "v\(index)", .video, starts: starts(4)) { position, facts in
                facts.spans[0].keyTimes = times.map { Int64(($0 + Double(position) * 6) * 1e9) }
            }
        }
        let facts = try MeasuredStream.stream(
            [MeasuredStream.variant(400_000, "v0.m3u8"), MeasuredStream.variant(800_000, "v1.m3u8")], playlists)
        var log = FindingLog()
        AlignChecks(facts: facts).check(&log)
        return log.findings.filter { $0.rule == "align.key-frames" }.map(\.level)
    }

    @Test("a few additional key frames in one variant are for information; another interval is a warning")
    func keyFrames() throws {
        #expect(try keys([0, 1, 2, 4, 5], [0, 1, 2, 3, 4, 5]) == [.info])
        #expect(try keys([0, 1, 2, 3, 4, 5], [0, 1, 2, 4, 5]) == [.info])
        #expect(try keys([0, 2, 4], [0, 1, 2, 3, 4, 5]) == [.warning])
        #expect(try keys([0, 1, 2, 3, 4, 5], [0, 2, 4]) == [.warning])
        #expect(try keys([0, 2, 4], [0, 1.5, 3]) == [.warning])
        #expect(try keys([0, 2, 4], [0, 2, 4]).isEmpty)
    }

    // MARK: - FRAME-RATE

    private func frameRate(_ attributes: String) throws -> [String: StreamRule.Level] {
        let facts = try MeasuredStream.stream(
            ["#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS=\"hvc1.2.4.L93.B0\",RESOLUTION=640x360\(attributes)\nv.m3u8"],
            [])
        let list = try #require(facts.multivariant)
        var log = FindingLog()
        VariantChecks(list: list, url: "https://a.example/main.m3u8").check(&log)
        let found = log.findings.filter { $0.rule.hasPrefix("variant.frame-rate") }
        return Dictionary(uniqueKeysWithValues: found.map { ($0.rule, $0.level) })
    }

    @Test("a missing FRAME-RATE is for information, and an error of HDR video")
    func missingFrameRate() throws {
        #expect(try frameRate("") == ["variant.frame-rate-missing": .info])
        #expect(try frameRate(",VIDEO-RANGE=PQ") == ["variant.frame-rate-hdr": .error])
        #expect(try frameRate(",VIDEO-RANGE=HLG") == ["variant.frame-rate-hdr": .error])
        #expect(try frameRate(",VIDEO-RANGE=PQ,FRAME-RATE=25").isEmpty)
    }
}
