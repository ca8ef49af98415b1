import Testing

@testable import StreamRules

/// Tests the rules that compare subtitles with their declared language, and with those of other languages.
struct SubtitleTests {
    private static let english = ["the": 9, "and": 6, "you": 5, "that": 4, "": 80]
    private static let german = ["der": 9, "und": 6, "ich": 5, "nicht": 4, "": 80]

    /// Returns subtitles with cues in some of eight segments of 6 s.
    private func subtitles(
        _ index: Int, _ name: String, words: [String: Int] = [:], segments: ClosedRange<Int> = 0...7, seed: UInt64,
        isEnded: Bool = true
    ) throws -> PlaylistFacts {
        let starts = (0..<8).map { Double($0) * 6 }
        return try MeasuredStream.playlist(.rendition(index), name, .text, starts: starts, isEnded: isEnded) {
            position, facts in
            (facts.tracks, facts.spans, facts.digest) = ([], [], nil)
            var text = TextFacts()
            text.cueCount = segments.contains(position) ? 2 : 0
            text.digest = segments.contains(position) ? seed + UInt64(position) : nil
            text.words = position == segments.lowerBound ? words : nil
            facts.text = text
        }
    }

    private func rules(_ lines: [String], _ playlists: [PlaylistFacts]) throws -> [String] {
        let facts = try MeasuredStream.stream(lines + [MeasuredStream.variant(800_000, "v.m3u8")], playlists)
        let list = try #require(facts.multivariant)
        var log = FindingLog()
        SubtitleChecks(facts: facts, list: list).check(&log)
        return log.findings.map(\.rule)
    }

    @Test(
        "subtitles without cues are a warning, and only a note while a live stream is watched",
        arguments: [true, false])
    func none(isEnded: Bool) throws {
        var silent = try subtitles(0, "s", seed: 1, isEnded: isEnded)
        for index in silent.segments.indices {
            silent.segments[index]?.text?.cueCount = 0
            silent.segments[index]?.text?.hasSignature = true
        }
        var log = FindingLog()
        SegmentChecks(facts: silent, isIndependent: true, isSecure: false).check(&log)
        #expect(log.findings.first { $0.rule == "subtitle.none" }?.level == (isEnded ? .warning : .info))
    }

    private func two(_ language: String = "de", _ rest: String = "") -> [String] {
        [
            MeasuredStream.rendition("SUBTITLES", "one", "en"),
            MeasuredStream.rendition("SUBTITLES", "two", language, rest),
        ]
    }

    @Test("subtitles of two languages with the same cues are reported")
    func copies() throws {
        #expect(
            try rules(two(), [subtitles(0, "one", seed: 10), subtitles(1, "two", seed: 10)])
                == ["rendition.same-content"])
    }

    @Test("subtitles with other cues, or of one language, are no copies")
    func noCopies() throws {
        #expect(try rules(two(), [subtitles(0, "one", seed: 10), subtitles(1, "two", seed: 30)]).isEmpty)
        #expect(try rules(two("en-GB"), [subtitles(0, "one", seed: 10), subtitles(1, "two", seed: 10)]).isEmpty)
    }

    @Test("English words under LANGUAGE=\"de\" are reported")
    func foreignWords() throws {
        let found = try rules(
            two(),
            [
                subtitles(0, "one", words: Self.english, seed: 10),
                subtitles(1, "two", words: Self.english, seed: 30),
            ])
        #expect(found == ["subtitle.language"])
    }

    @Test(
        "six German words in a short English rendition are reported; with one English word, or in a shorter text, they are not"
    )
    func fewForeignWords() throws {
        func found(_ words: [String: Int]) throws -> [String] {
            try rules(
                two(),
                [subtitles(0, "one", words: words, seed: 10), subtitles(1, "two", words: Self.german, seed: 30)])
        }
        let short = ["und": 2, "eine": 2, "mit": 1, "nicht": 1, "": 30]
        #expect(try found(short) == ["subtitle.language"])
        #expect(try found(short.merging(["the": 1]) { $1 }).isEmpty)
        #expect(try found(short.merging(["": 20]) { $1 }).isEmpty)
    }

    @Test("words of the declared language are not reported")
    func ownWords() throws {
        let found = try rules(
            two(),
            [
                subtitles(0, "one", words: Self.english, seed: 10),
                subtitles(1, "two", words: Self.german, seed: 30),
            ])
        #expect(found.isEmpty)
    }

    @Test("few words, few different words, and a small share of a text do not determine its language")
    func uncertainWords() throws {
        let doubtful: [[String: Int]] = [
            ["the": 3, "and": 3, "you": 3, "that": 2, "und": 1, "": 40], ["the": 20, "and": 10, "you": 5, "": 80],
            ["the": 9, "and": 6, "you": 5, "that": 4, "": 400],
        ]
        for words in doubtful {
            #expect(
                try rules(two(), [subtitles(0, "one", seed: 10), subtitles(1, "two", words: words, seed: 30)])
                    .isEmpty, "\(words)")
        }
    }

    @Test("subtitles that end in the first half are reported where those of another language do not")
    func coverage() throws {
        let found = try rules(
            two(), [subtitles(0, "one", seed: 10), subtitles(1, "two", segments: 0...2, seed: 30)])
        #expect(found == ["subtitle.coverage"])
    }

    @Test("forced and live subtitles, and those that are all sparse, may have cues in a part of the programme")
    func sparse() throws {
        #expect(
            try rules(
                two("de", ",FORCED=YES,AUTOSELECT=YES"),
                [subtitles(0, "one", seed: 10), subtitles(1, "two", segments: 0...2, seed: 30)]
            ).isEmpty)
        #expect(
            try rules(
                two(),
                [
                    subtitles(0, "one", seed: 10, isEnded: false),
                    subtitles(1, "two", segments: 0...2, seed: 30, isEnded: false),
                ]
            ).isEmpty)
        #expect(
            try rules(
                two(),
                [subtitles(0, "one", segments: 3...5, seed: 10), subtitles(1, "two", segments: 0...2, seed: 30)]
            ).isEmpty)
    }
}
