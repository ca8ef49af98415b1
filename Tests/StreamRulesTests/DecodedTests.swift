import Testing

@testable import StreamRules

/// Tests the rules about decoded audio and video that compare variants and languages.
struct DecodedTests {
    /// Returns the level of speech-like audio at a time: values that change every 0.4 s, and lines between them.
    private func level(_ seconds: Double, seed: UInt64) -> Double {
        func value(_ index: Int) -> Double {
            var state = (UInt64(index) &+ seed &* 1_000) &* 0x9e37_79b9_7f4a_7c15
            state = (state ^ state >> 29) &* 0xbf58_476d_1ce4_e5b9
            return 55 + Double((state ^ state >> 32) % 40)
        }
        let place = seconds / 0.4
        let share = place - place.rounded(.down)
        return value(Int(place)) * (1 - share) + value(Int(place) + 1) * share
    }

    /// Returns 24 s of decoded audio.
    private func audio(seed: UInt64, speed: Double = 1, _ change: (inout DecodedFacts) -> Void = { _ in })
        -> DecodedFacts
    {
        var facts = DecodedFacts()
        for window in 0..<480 {
            facts.levels.append(UInt8(level(Double(window) * DecodedFacts.windowSeconds * speed, seed: seed)))
            facts.crossings.append(10)
        }
        change(&facts)
        return facts
    }

    /// Returns the rules that two audio renditions break.
    private func rules(_ language: String, _ first: DecodedFacts, _ second: DecodedFacts) throws -> [String] {
        let lines = [
            MeasuredStream.rendition("AUDIO", "one", "en"), MeasuredStream.rendition("AUDIO", "two", language),
            MeasuredStream.variant(800_000, "v.m3u8"),
        ]
        let playlists = try [first, second].enumerated().map { index, decoded in
            var playlist = try MeasuredStream.playlist(
                .rendition(index), index == 0 ? "one" : "two", .audio, starts: [0, 6, 12, 18])
            playlist.decoded = decoded
            return playlist
        }
        var log = FindingLog()
        DecodedSoundChecks(facts: try MeasuredStream.stream(lines, playlists)).check(&log)
        return log.findings.map(\.rule)
    }

    @Test("audio of one language that runs 0.5 % faster than its copy drifts")
    func speed() throws {
        #expect(try rules("en", audio(seed: 1), audio(seed: 1, speed: 1.005)) == ["sync.drift"])
        #expect(try rules("en", audio(seed: 1), audio(seed: 1, speed: 1.0005)).isEmpty)
    }

    @Test("audio that runs 0.5 % faster than that of another language with the same music drifts")
    func speedOfLanguage() throws {
        #expect(try rules("de", audio(seed: 1), audio(seed: 1, speed: 1.005)) == ["sync.drift"])
        #expect(try rules("de", audio(seed: 1), audio(seed: 1)).isEmpty)
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, speed: 1.005)).isEmpty)
    }

    private func silence(_ windows: Range<Int>) -> (inout DecodedFacts) -> Void {
        { facts in for window in windows { facts.levels[window] = 5 } }
    }

    @Test("two seconds of silence are a drop-out where the other language has sound")
    func dropout() throws {
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, silence(100..<140))) == ["decode.dropout"])
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, silence(100..<120))).isEmpty)
        #expect(
            try rules("de", audio(seed: 1, silence(100..<140)), audio(seed: 2, silence(100..<140))).isEmpty)
    }

    private func noise(_ windows: Range<Int>) -> (inout DecodedFacts) -> Void {
        { facts in for window in windows { (facts.levels[window], facts.crossings[window]) = (80, 120) } }
    }

    @Test("two seconds of noise of a steady level are reported where the other language has none")
    func noise() throws {
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, noise(200..<240))) == ["decode.noise"])
        #expect(try rules("de", audio(seed: 1, noise(200..<240)), audio(seed: 2, noise(200..<240))).isEmpty)
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, noise(0..<480))).isEmpty)
    }

    // MARK: - Video

    private func stretches(_ black: [Double?]) throws -> [String] {
        let playlists = try black.enumerated().map { index, seconds in
            var playlist = try MeasuredStream.playlist(
                .variant(index), "v\(index)", .video, starts: [0, 6, 12, 18])
            var decoded = DecodedFacts()
            decoded.videoSeconds = 24
            decoded.black = seconds.map { .init(start: 7, seconds: $0) }
            playlist.decoded = decoded
            return playlist
        }
        let lines = black.indices.map { MeasuredStream.variant(400_000 * ($0 + 1), "v\($0).m3u8") }
        var facts = try MeasuredStream.stream(lines, playlists)
        facts.isDecoded = true
        var log = FindingLog()
        DecodingChecks(facts: facts).check(&log)
        return log.findings.map(\.rule)
    }

    @Test("two black seconds in one variant are reported, and in all variants they are not")
    func black() throws {
        #expect(try stretches([nil, 2]) == ["decode.stretch"])
        #expect(try stretches([2, 2]).isEmpty)
        #expect(try stretches([nil, 0.5]).isEmpty)
    }
}
