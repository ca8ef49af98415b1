import CoreMedia
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// A client that sends random commands.
///
/// `script/soak commands COUNT` runs this with more commands.
@Suite(.enabled(if: StreamMaker.isAvailable), .ownThreads)
struct RandomCommandTests {
    enum Stream: CaseIterable, Sendable {
        case fragmented, discontinuous, muxed

        var recipe: LadderRecipe {
            switch self {
            case .fragmented: .small
            case .discontinuous:
                .transportStream.with {
                    $0.variants = LadderRecipe.small.variants
                    $0.audioForm = .packed
                    $0.programs = 2
                    $0.seconds = 12
                }
            case .muxed: .small.with { $0.audioForm = .muxed }
            }
        }
    }

    static let commands = ProcessInfo.processInfo.environment["OPENAVKIT_COMMANDS"].flatMap(Int.init) ?? 40

    /// Advances the clock as fast as all threads can follow.
    private func run(_ clock: FakeHostClock) -> Task<Void, Never> {
        Task {
            _ = await eventually(within: .seconds(600), every: .milliseconds(1)) {
                if clock.isAwaited { clock.advance(by: 5_000_000) }
                return Task.isCancelled
            }
        }
    }

    private final class Answers: Sendable {
        private let open = Mutex(0)
        func ask() { open.withLock { $0 += 1 } }
        func answer() { open.withLock { $0 -= 1 } }
        var missing: Int { open.withLock { $0 } }
    }

    @Test(
        "random commands in any order are completed, and the stream plays to its end",
        arguments: Stream.allCases)
    func randomCommands(_ stream: Stream) async throws {
        let origin = try Origin(try await Ladder.make(stream.recipe))
        defer { origin.stop() }
        let clock = FakeHostClock()
        let probe = SessionProbe(origin.url("/main.m3u8")) {
            $0.hostClock = clock
            $0.playsAudio = true
            $0.makeAudioOutput = { NullOutput(clock: clock) }
        }
        let session = probe.session
        let running = run(clock)
        defer {
            running.cancel()
            session.close()
        }
        try #require(await probe.firstPicture())
        let info = try #require(session.core.read { $0.source.info })
        let length = try #require(session.seekableRanges.last).end.seconds
        let answers = Answers()
        var random = SeededGenerator(seed: 31)
        var done: [String] = []
        for _ in 0..<Self.commands {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1, 2:
                let target = Double.random(in: -1...length + 1, using: &random)
                let tolerance: CMTime = Bool.random(using: &random) ? .zero : .positiveInfinity
                done.append("seek \(target)")
                answers.ask()
                session.seek(
                    to: CMTime(seconds: target, preferredTimescale: 90_000), toleranceBefore: tolerance,
                    toleranceAfter: tolerance
                ) { _, _ in answers.answer() }
            case 3, 4:
                let rates: [Double] = [0, 0.5, 1, 1, 1, 2, 4, 16, -1, -2, -8]
                let rate = rates.randomElement(using: &random) ?? 1
                done.append("rate \(rate)")
                session.setRate(rate)
            case 5:
                let count = [1, -1, 3, 100].randomElement(using: &random) ?? 1
                done.append("step \(count)")
                answers.ask()
                session.step(by: count) { _ in answers.answer() }
            case 6:
                done.append("cancel seeks")
                session.cancelPendingSeeks()
            default:
                let kind = Bool.random(using: &random) ? TrackInfo.Kind.audio : .subtitle
                let track = info.tracks.filter { $0.kind == kind }.randomElement(using: &random)
                done.append("select \(kind) \(track?.index ?? -1)")
                session.select(kind, trackIndex: track?.index)
            }
            await elapse(.milliseconds(Int.random(in: 0...40, using: &random)))
        }
        session.setRate(0)
        session.select(.audio, trackIndex: info.tracks.first { $0.kind == .audio }?.index)
        let history = done.suffix(20).joined(separator: ", ")
        let (finished, reachedTime) = await probe.seek(length / 2)
        #expect(finished && abs(reachedTime - length / 2) < 0.001, "\(reachedTime), after \(history)")
        #expect(await eventually(within: SessionProbe.timeout) { answers.missing == 0 }, "after \(history)")
        session.setRate(1)
        #expect(
            await eventually(within: SessionProbe.timeout) { session.core.read { $0.isEnded } },
            "time stopped at \(session.currentTime.seconds) after \(history)")
        #expect(probe.warnings.isEmpty, "\(probe.warnings) after \(history)")
    }
}
