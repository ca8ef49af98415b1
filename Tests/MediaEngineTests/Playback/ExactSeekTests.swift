import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

@Suite(.enabled(if: StreamMaker.isAvailable))
struct ExactSeekTests {
    static let frames = 240
    static let rate = 24

    static func recipe(_ name: String) -> ClipRecipe {
        var video = VideoRecipe(codec: .h264, width: 320, height: 180, framesPerSecond: rate)
        switch name {
        case "h264 pyramid":
            video.bFrames = 3
            video.hasPyramid = true
            video.keyFrameInterval = 100
        case "h264 open groups":
            video.bFrames = 3
            video.hasOpenGOP = true
            video.keyFrameInterval = 30
        case "hevc":
            video.codec = .hevc
            video.bFrames = 3
        case "av1": video.codec = .av1
        case "vp9": video.codec = .vp9
        default: video.keyFrameInterval = 250
        }
        return ClipRecipe(seconds: Double(frames) / Double(rate), video: video)
    }

    @Test(
        "S4.1: an exact seek ends at the exact frame, from any position",
        arguments: ["h264 one group", "h264 pyramid", "h264 open groups", "hevc", "av1"])
    func exactSeek_randomTargets_showTheirFrames(_ kind: String) async throws {
        let url = try await StreamMaker.shared.clip(Self.recipe(kind))
        let probe = SessionProbe(url)
        #expect(await probe.firstPicture())
        #expect(probe.mark == 0)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<40 {
            let frame = Int(random.next() % UInt64(Self.frames))
            // A time inside the frame's interval, not its edge.
            let target = (Double(frame) + 0.5) / Double(Self.rate)
            let (finished, reachedTime) = await probe.seek(target)
            #expect(finished)
            #expect(probe.mark == frame, "\(kind): seek to \(target)")
            #expect(abs(reachedTime - target) < 1e-4)
            #expect(abs(probe.session.currentTime.seconds - target) < 1e-4)
        }
        probe.session.close()
    }

    @Test("a seek interrupted at any moment leaves no gap: the later one still ends at its frame")
    func exactSeek_overlapping_lastOneLandsExactly() async throws {
        let url = try await StreamMaker.shared.clip(Self.recipe("h264 pyramid"))
        let probe = SessionProbe(url)
        #expect(await probe.firstPicture())
        var random = SeededGenerator(seed: 11)
        for round in 0..<25 {
            let targets = (0..<4).map { _ in Int(random.next() % UInt64(Self.frames)) }
            for frame in targets.dropLast() {
                probe.session.seek(
                    to: CMTime(value: CMTimeValue(frame * 2 + 1), timescale: CMTimeScale(Self.rate * 2)),
                    toleranceBefore: .zero, toleranceAfter: .zero
                ) { _, _ in }
                if round % 2 == 0 { await elapse(.milliseconds(Int(random.next() % 12))) }
            }
            let last = try #require(targets.last)
            let (finished, _) = await probe.seek((Double(last) + 0.5) / Double(Self.rate))
            #expect(finished)
            #expect(probe.mark == last)
        }
        probe.session.close()
    }

    @Test("S4.3: a newer seek completes the older one with false, and itself with true")
    func seek_replaced_olderGetsFalse() async throws {
        let url = try await StreamMaker.shared.clip(Self.recipe("h264 one group"))
        let probe = SessionProbe(url)
        #expect(await probe.firstPicture())
        async let first = probe.seek(9.5)
        async let second = probe.seek(1)
        let answers = await [first.finished, second.finished]
        #expect(answers.contains(true))
        #expect(answers.filter { $0 }.count <= 2)
        #expect([Self.rate, Int(9.5 * Double(Self.rate))].contains(probe.mark))
        probe.session.close()
    }

    @Test("S4.1 S4.2: the resulting time is within the tolerances, and unlimited ones select the key frame")
    func tolerantSeek_landsInside() async throws {
        let url = try await StreamMaker.shared.clip(Self.recipe("h264 open groups"))
        let probe = SessionProbe(url)
        #expect(await probe.firstPicture())
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20 {
            let target = Double(random.next() % 9_500) / 1000
            let before = Double(random.next() % 2000) / 1000
            let after = Double(random.next() % 2000) / 1000
            let (finished, reachedTime) = await probe.seek(
                target, before: CMTime(seconds: before, preferredTimescale: 1000),
                after: CMTime(seconds: after, preferredTimescale: 1000))
            #expect(finished)
            #expect(reachedTime >= target - before - 0.001 && reachedTime <= target + after + 0.001)
        }
        let (finished, _) = await probe.seek(3.9, before: .positiveInfinity, after: .positiveInfinity)
        #expect(finished)
        #expect((probe.mark ?? -1) % 30 == 0)
        probe.session.close()
    }

    @Test("AVPlayerItem.step: steps one and several frames forwards and backwards")
    func step_showsNeighbours() async throws {
        let url = try await StreamMaker.shared.clip(Self.recipe("h264 pyramid"))
        let probe = SessionProbe(url)
        #expect(await probe.firstPicture())
        _ = await probe.seek(2.02)
        var expected = 48
        #expect(probe.mark == expected)
        for count in [1, 1, 1, -1, -5, 20, -40, 3] {
            expected += count
            #expect(await probe.step(count))
            #expect(probe.mark == expected)
        }
        probe.session.close()
    }

    @Test("AVPlayerItem.step: steps in quick succession add up, also after a seek that is pending")
    func step_addsUp() async throws {
        let url = try await StreamMaker.shared.clip(Self.recipe("h264 pyramid"))
        let probe = SessionProbe(url)
        #expect(await probe.firstPicture())
        _ = await probe.seek(2.02)
        #expect(probe.mark == 48)
        for counts in [[1, 1], [-1, -1, -1], [4, -1]] {
            let expected = try #require(probe.mark) + counts.reduce(0, +)
            for count in counts.dropLast() { probe.session.step(by: count) { _ in } }
            #expect(await probe.step(counts[counts.count - 1]))
            #expect(probe.mark == expected)
        }
        probe.session.seek(
            to: CMTime(seconds: 1.02, preferredTimescale: 90_000), toleranceBefore: .zero, toleranceAfter: .zero
        ) { _, _ in }
        #expect(await probe.step(1))
        #expect(probe.mark == 25)
        probe.session.close()
    }
}
