import NowPlayingTestSupport
import NowPlayingTesting
import NowPlayingValidation
import Testing

struct NowPlayingExpectationTests {
    private static let movie: [NowPlayingExpectation] = [
        .start("movie-1", elapsed: 30, duration: 600), .pause(at: 42), .play, .seek(to: 300), .pause(at: 320),
        .seek(to: 100), .play, .seek(to: 560), .end,
    ]

    @Test("a recording with the expected events passes, for each kind of content")
    func expectedEvents_pass() throws {
        try NowPlayingRecording(SampleSession.clean(.movie).records).assert(Self.movie)
        try NowPlayingRecording(SampleSession.clean(.episode).records).assert(
            [.start("show-1-1"), .pause(), .play, .seek(), .pause(), .seek(), .play, .seek(), .end]
                + [.start("show-1-2", elapsed: 0), .end])
        try NowPlayingRecording(SampleSession.clean(.live).records).assert(
            [.start("com.example.channel.one"), .pause(), .play, .seek(), .pause(), .seek(), .play, .seek(), .end])
    }

    @Test("a missing, an additional and a wrong event fail, and the message shows both lists")
    func otherEvents_fail() throws {
        let recording = NowPlayingRecording(SampleSession.clean(.movie).records)
        for (expected, text) in [
            (Array(Self.movie.dropLast()), "! expected: nothing; published: end"),
            (Self.movie + [.play], "! expected: play; published: nothing"),
            (
                [.start("Movie-1")] + Self.movie.dropFirst(),
                "! expected: start of 'Movie-1'; published: start of 'movie-1' at 30 s of 600 s"
            ),
            (
                [.start("movie-1"), .pause(at: 50)] + Self.movie.dropFirst(2),
                "! expected: pause at 50 s; published: pause of 'movie-1' at 42 s"
            ),
        ] as [([NowPlayingExpectation], String)] {
            let mismatch = #expect(throws: NowPlayingMismatch.self) { try recording.assert(expected) }
            #expect(mismatch?.description.contains(text) == true, "\(mismatch?.description ?? "")")
        }
        try recording.assert(
            [.start("movie-1", elapsed: 33)] + Self.movie.dropFirst(), tolerance: 4)
    }

    @Test("a recording with a mistake is not valid, and the message names the rule and the remedy")
    func mistakes_areNotValid() throws {
        try NowPlayingRecording(SampleSession.clean(.event).records).assertValid(kind: .event)
        for mistake in Mistake.all where mistake.level >= .warning && !mistake.needsKind {
            let recording = NowPlayingRecording(mistake.session(mistake.kinds[0]).records)
            let mismatch = #expect(throws: NowPlayingMismatch.self) { try recording.assertValid(level: .warning) }
            #expect(mismatch?.description.contains("\(mistake.rule.id) ") == true)
            #expect(mismatch?.description.contains("fix: ") == true)
        }
    }
}
