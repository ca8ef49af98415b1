import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// The audio selection changes during playback; the output is checked sample by sample.
@Suite(.enabled(if: StreamMaker.isAvailable), .ownThreads)
struct AudioSwitchingTests {
    /// The language and second of an audio interval: each second has its own pitch, and each language its own set of pitches.
    private struct Chunk: Equatable {
        var language: Int
        var second: Int
    }

    private static let rate = 48_000
    private static let chunkFrames = rate / 20

    /// Analyzes an interval of 50 ms by its zero crossings.
    private static func chunk(_ samples: ArraySlice<Float>) -> Chunk? {
        let values = stride(from: samples.startIndex, to: samples.endIndex, by: 2).map { samples[$0] }
        let loudest = values.map(abs).max() ?? 0
        guard loudest > 0.02 else { return nil }
        let crossings = zip(values, values.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
        let hertz = Double(crossings) * 20
        let language = hertz < 815 ? 0 : 1
        let step = (hertz - Double(440 + 400 * language)) / 50
        guard step > -0.7, step < 7.7 else { return nil }
        return Chunk(language: language, second: Int(step.rounded()))
    }

    private final class Listener {
        let clock = FakeHostClock()
        let output: CapturingAudioOutput
        let probe: SessionProbe
        private(set) var played = 0

        init(_ origin: Origin) {
            let clock = clock
            let output = CapturingAudioOutput(clock: clock)
            self.output = output
            probe = SessionProbe(origin.url("/main.m3u8")) {
                $0.hostClock = clock
                $0.playsAudio = true
                $0.makeAudioOutput = { output }
            }
        }

        var seconds: Double { Double(played) / Double(AudioSwitchingTests.rate) }
        var core: SessionCore { probe.session.core }

        /// - Returns: the index of the selected track.
        @discardableResult
        func choose(_ language: String) throws -> Int {
            let info = try #require(core.read { $0.source.info })
            let track = try #require(info.tracks.first { $0.kind == .audio && $0.language == language })
            probe.session.select(.audio, trackIndex: track.index)
            return track.index
        }

        /// Whether time has advanced faster than media can be read, which does not happen in real time.
        private var isAheadOfReading: Bool {
            core.read { machine in
                guard machine.pendingSeek == nil, !output.isPaused else { return false }
                // The same applies to the decoder, and to a selected audio track that is not buffered yet.
                if machine.source.pendingAudioTrack != nil || machine.video.frames.count < 2 && !machine.video.isDrained
                {
                    return true
                }
                let isExhausted =
                    !machine.cache.isAtEnd && machine.source.playableIndexes.contains { machine.cache[$0].isExhausted }
                return isExhausted
                    || core.audioDriver.ring.map { !$0.isComplete && $0.filledFrames < $0.capacity / 2 } ?? false
            }
        }

        /// Plays until this many seconds were audible.
        /// - Returns: whether that time was reached.
        func hear(until seconds: Double) async throws -> Bool {
            var wanted = AudioSwitchingTests.rate / 100
            return await eventually(within: SessionProbe.timeout, every: .microseconds(300)) {
                while self.seconds < seconds {
                    guard !isAheadOfReading, clock.isAwaited else { return false }
                    let came = output.pull(frames: wanted)
                    played += came
                    wanted -= came
                    guard wanted == 0 else {
                        // Before the audio starts only the clock advances.
                        if output.isPaused, played == 0, clock.isAwaited { clock.advance(by: 10_000_000) }
                        return false
                    }
                    clock.advance(by: 10_000_000)
                    wanted = AudioSwitchingTests.rate / 100
                }
                return true
            }
        }
    }

    @Test(
        "hls.md section 4: another language takes over without a pause, a gap or a repeated sample, and so does the first one again",
        arguments: LadderRecipe.AudioForm.allCases)
    func takesOver(_ form: LadderRecipe.AudioForm) async throws {
        let origin = try Origin(
            try await Ladder.make(
                .small.with {
                    $0.seconds = 24
                    $0.audioForm = form
                }))
        defer { origin.stop() }
        let listener = Listener(origin)
        let (probe, core) = (listener.probe, listener.core)
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        probe.session.setRate(1)
        try #require(await listener.hear(until: 5))
        let flushes = listener.output.flushCount
        try listener.choose("de")
        try #require(await listener.hear(until: 10))
        try listener.choose("en")
        try #require(await listener.hear(until: 15))
        // Everything has been read by now; a selected track is loaded nevertheless.
        #expect(await eventually(within: SessionProbe.timeout) { core.read { $0.cache.isAtEnd } })
        try listener.choose("de")
        try #require(await listener.hear(until: 20))

        #expect(listener.output.flushCount == flushes)
        #expect(!probe.events.contains { if case .stalled = $0 { true } else { false } })
        #expect(probe.warnings.isEmpty, "\(probe.warnings)")
        let samples = listener.output.samples
        let chunks = (0..<Int(listener.seconds * 20)).map {
            Self.chunk(samples[($0 * Self.chunkFrames * 2)..<(($0 + 1) * Self.chunkFrames * 2)])
        }
        // Each second is audible once, in order, for its duration: a gap or a repetition would shift everything after
        // it. Intervals in which the language changes have two pitches.
        for (number, chunk) in chunks.enumerated() where ![0, 19].contains(number % 20) {
            guard let chunk else {
                Issue.record("no audio at \(Double(number) / 20) s")
                continue
            }
            // The mixture of both pitches may be closest to a pitch of either language.
            let neighbors = chunks[max(0, number - 1)...min(number + 1, chunks.count - 1)]
            let isSeam = neighbors.contains { $0?.language != chunk.language }
            if !isSeam { #expect(chunk.second == number / 20 % 8, "at \(Double(number) / 20) s") }
        }
        // The selected language is audible within a second.
        func language(from: Double, to: Double) -> Set<Int> {
            Set(chunks[Int(from * 20)..<Int(to * 20)].compactMap { $0?.language })
        }
        #expect(language(from: 0.1, to: 5) == [0])
        #expect(language(from: 6, to: 10) == [1])
        #expect(language(from: 11, to: 15) == [0])
        #expect(language(from: 16, to: 19.9) == [1])
    }

    @Test(
        "hls.md section 4: a language selected while paused is audible after playback resumes, and after seeks"
    )
    func whilePaused() async throws {
        let origin = try Origin(try await Ladder.make(.small.with { $0.seconds = 24 }))
        defer { origin.stop() }
        let listener = Listener(origin)
        let probe = listener.probe
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        probe.session.setRate(1)
        try #require(await listener.hear(until: 2))
        probe.session.setRate(0)
        try listener.choose("de")
        probe.session.setRate(1)
        try #require(await listener.hear(until: 4))
        // Select a track and seek at once.
        try listener.choose("en")
        _ = await probe.seek(1)
        try #require(await listener.hear(until: 6))
        #expect(probe.warnings.isEmpty, "\(probe.warnings)")
        let samples = listener.output.samples
        let last = Self.chunk(samples[(samples.count - 2 * Self.chunkFrames)...])
        #expect(last?.language == 0)
        let third = Int(3.5 * 20) * Self.chunkFrames * 2
        #expect(Self.chunk(samples[third..<(third + 2 * Self.chunkFrames)])?.language == 1)
    }

    @Test(
        "when a language cannot be loaded, the previous one continues, whether its playlist or its segments are missing [hls.md 10: 404 of a media playlist]",
        arguments: [OriginFault.Match.path("/a1/index.m3u8"), .prefix("/a1/init")])
    func missingLanguage(_ target: OriginFault.Match) async throws {
        let origin = try Origin(try await Ladder.make(.small.with { $0.seconds = 24 }))
        defer { origin.stop() }
        origin.inject(.status(404), for: target)
        let listener = Listener(origin)
        let (probe, core) = (listener.probe, listener.core)
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        probe.session.setRate(1)
        try #require(await listener.hear(until: 3))
        let before = core.read { $0.source.audioTrack?.index }
        // The selection may already have fallen back when it could be read.
        let chosen = try listener.choose("de")
        try #require(await listener.hear(until: 10))
        #expect(probe.session.selectedTrack(.audio) == before)
        let reported = probe.events.compactMap { event -> [Int?]? in
            if case .audioTrackFailed(let lost, let instead) = event { [lost, instead] } else { nil }
        }
        #expect(reported == [[chosen, before]])
        #expect(!probe.events.contains { if case .failed = $0 { true } else { false } })
        let samples = listener.output.samples
        #expect(Self.chunk(samples[(samples.count - 2 * Self.chunkFrames)...])?.language == 0)
    }
}
