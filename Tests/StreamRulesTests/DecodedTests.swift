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

    @Test(
        "audio that runs as fast as film at 25 frames per second is reported with its speed",
        arguments: [25.0 / 24, 24.0 / 25])
    func speedOfFrameRate(speed: Double) throws {
        #expect(try rules("en", audio(seed: 1), audio(seed: 1, speed: speed)) == ["sync.drift"])
        #expect(try rules("en", audio(seed: 1), audio(seed: 2, speed: speed)).isEmpty)
    }

    @Test("a channel that is 20 dB quieter throughout is reported; 10 dB, or 20 dB in half of the time, are not")
    func balance() throws {
        func balanced(_ value: Int8, _ count: Int = 480) -> (inout DecodedFacts) -> Void {
            { facts in facts.balances = (0..<480).map { $0 < count ? value : 0 } }
        }
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, balanced(20))) == ["decode.channels"])
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, balanced(-20))) == ["decode.channels"])
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, balanced(10))).isEmpty)
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, balanced(20, 300))).isEmpty)
    }

    @Test("of three variants, one with another course of the loudness is reported; in another language it is not")
    func course() throws {
        func rules(_ languages: [String], _ seeds: [UInt64]) throws -> [String] {
            let lines =
                languages.enumerated().map { MeasuredStream.rendition("AUDIO", "r\($0.offset)", $0.element) }
                + [MeasuredStream.variant(800_000, "v.m3u8")]
            let playlists = try seeds.enumerated().map { index, seed in
                var playlist = try MeasuredStream.playlist(
                    .rendition(index), "r\(index)", .audio, starts: [0, 6, 12, 18])
                playlist.decoded = audio(seed: seed)
                return playlist
            }
            var log = FindingLog()
            DecodedSoundChecks(facts: try MeasuredStream.stream(lines, playlists)).check(&log)
            return log.findings.map(\.rule)
        }
        #expect(try rules(["en", "en", "en"], [1, 1, 2]) == ["align.sound"])
        #expect(try rules(["en", "en", "en"], [1, 1, 1]).isEmpty)
        #expect(try rules(["en", "en", "de"], [1, 1, 2]).isEmpty)
    }

    @Test("many short holes in one language are reported; a few, and as many in both languages, are not")
    func holes() throws {
        func holes(_ count: Int32) -> (inout DecodedFacts) -> Void { { $0.holes = (0..<count).map { $0 * 20 + 5 } } }
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, holes(18))) == ["decode.dropout"])
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, holes(5))).isEmpty)
        #expect(try rules("de", audio(seed: 1, holes(10)), audio(seed: 2, holes(18))).isEmpty)
    }

    @Test("a steady tone in one language is reported; in both languages, or for a few seconds, it is not")
    func tone() throws {
        func tone(_ windows: Range<Int>) -> (inout DecodedFacts) -> Void {
            { facts in
                for index in windows { (facts.levels[index], facts.crossings[index]) = (80, 10) }
            }
        }
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, tone(0..<480))) == ["decode.noise"])
        #expect(try rules("de", audio(seed: 1, tone(0..<480)), audio(seed: 2, tone(0..<480))).isEmpty)
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, tone(100..<200))).isEmpty)
    }

    @Test("exchanged channels are reported among audio of one language only")
    func sides() throws {
        func sided(_ sign: Int8) -> (inout DecodedFacts) -> Void {
            { facts in facts.balances = (0..<480).map { Int8($0 % 17) * sign - 4 * sign } }
        }
        #expect(try rules("en", audio(seed: 1, sided(1)), audio(seed: 1, sided(-1))) == ["decode.channels"])
        #expect(try rules("en", audio(seed: 1, sided(1)), audio(seed: 1, sided(1))).isEmpty)
        #expect(try rules("de", audio(seed: 1, sided(1)), audio(seed: 2, sided(-1))).isEmpty)
        // Nearly mono.
        let centered: (inout DecodedFacts) -> Void = { $0.balances = (0..<480).map { $0 % 2 == 0 ? 1 : -1 } }
        let opposite: (inout DecodedFacts) -> Void = { $0.balances = (0..<480).map { $0 % 2 == 0 ? -1 : 1 } }
        #expect(try rules("en", audio(seed: 1, centered), audio(seed: 1, opposite)).isEmpty)
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

    @Test("many short gaps of one language are a drop-out; pauses of both languages, and gaps that fade, are not")
    func gaps() throws {
        let gaps: (inout DecodedFacts) -> Void = { facts in
            for start in stride(from: 20, to: 460, by: 40) {
                for window in start..<start + 5 { facts.levels[window] = 5 }
            }
        }
        let fading: (inout DecodedFacts) -> Void = { facts in
            for start in stride(from: 20, to: 460, by: 40) {
                for window in start - 3..<start + 8 { facts.levels[window] = 30 }
                for window in start..<start + 5 { facts.levels[window] = 5 }
            }
        }
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, gaps)) == ["decode.dropout"])
        #expect(try rules("de", audio(seed: 1, gaps), audio(seed: 2, gaps)).isEmpty)
        #expect(try rules("de", audio(seed: 1), audio(seed: 2, fading)).isEmpty)
    }

    /// Returns audio of a steady level, and from a window on of another level.
    private func steady(_ level: UInt8, from window: Int = 0, _ later: UInt8? = nil) -> DecodedFacts {
        var facts = audio(seed: 1)
        for index in facts.levels.indices {
            facts.levels[index] = (index < window ? level : later ?? level) + UInt8(index % 3)
        }
        return facts
    }

    @Test("a level that changes by 20 dB in one language is reported; one that changes in both, or by 6 dB, is not")
    func levelStep() throws {
        #expect(try rules("de", steady(75), steady(75, from: 200, 55)) == ["decode.level-step"])
        #expect(try rules("de", steady(75, from: 200, 55), steady(75, from: 200, 55)).isEmpty)
        #expect(try rules("de", steady(75), steady(75, from: 200, 69)).isEmpty)
        #expect(try rules("de", audio(seed: 1), audio(seed: 2)).isEmpty)
    }

    private func content(_ change: (inout DecodedFacts) -> Void) throws -> [StreamFinding] {
        var playlist = try MeasuredStream.playlist(.rendition(0), "one", .audio, starts: [0, 6, 12, 18])
        playlist.segments[0]?.tracks[0].channels = 2
        playlist.decoded = audio(seed: 1, change)
        var facts = try MeasuredStream.stream(
            [MeasuredStream.rendition("AUDIO", "one", "en"), MeasuredStream.variant(800_000, "v.m3u8")], [playlist])
        facts.isDecoded = true
        var log = FindingLog()
        DecodingChecks(facts: facts).check(&log)
        return log.findings.filter { $0.rule == "decode.channels" }
    }

    @Test("a DC offset of 5 % is a warning, that of a converter is not, and equal channels are information")
    func offsets() throws {
        #expect(try content { $0.offset = -0.05 }.map(\.level) == [.warning])
        #expect(try content { $0.offset = 0.002 }.isEmpty)
        #expect(try content { $0.correlation = 1 }.map(\.level) == [.info])
        #expect(try content { $0.correlation = 0.97 }.isEmpty)
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
