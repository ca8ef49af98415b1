import CFFmpeg
import CoreMedia
import Foundation
import MediaTesting
import Testing
import VideoFrames

@testable import MediaEngine

@Suite(.enabled(if: StreamMaker.isAvailable))
struct DeinterlacingTests {
    private static func recipe(_ change: (inout ClipRecipe) -> Void = { _ in }) -> ClipRecipe {
        var recipe = ClipRecipe(
            seconds: 2, video: VideoRecipe(codec: .h264, width: 320, height: 240, framesPerSecond: 25))
        recipe.video?.isMarked = false
        recipe.video?.keyFrameInterval = 20
        change(&recipe)
        return recipe
    }

    /// Decodes a track as playback does, from a time on.
    private static func frames(_ recipe: ClipRecipe, from start: Nanoseconds = 0) async throws -> [Frame] {
        let demuxer = try Demuxer.open(MediaLocator(url: try await StreamMaker.shared.clip(recipe)))
        let track = try #require(demuxer.info.tracks.first { $0.kind == .video })
        let decoder = try VideoDecoder(demuxer: demuxer, track: track, threads: 2, usesHardware: false)
        if start > 0 { try demuxer.seek(to: start, track: track.index) }
        var frames: [Frame] = []
        func take() throws {
            while case .frame(let frame) = try decoder.receive(epoch: 0) { frames.append(frame) }
        }
        while let packet = try demuxer.read() {
            while try !decoder.send(packet) { try take() }
            try take()
        }
        _ = try decoder.send(nil)
        try take()
        #expect(!decoder.takeLackOfDeinterlacer())
        return frames
    }

    /// The mean difference of each line from the mean of its neighbours: large where the fields of moving things are interleaved.
    private static func combing(_ frame: Frame) throws -> Double {
        let bytes = try #require(frame.raw.pointee.data.0)
        let line = Int(frame.raw.pointee.linesize.0)
        var sum = 0
        for y in 1..<(frame.height - 1) {
            for x in 0..<frame.width {
                let at = y * line + x
                sum += abs(2 * Int(bytes[at]) - Int(bytes[at - line]) - Int(bytes[at + line]))
            }
        }
        return Double(sum) / Double((frame.height - 2) * frame.width)
    }

    private static func mean(_ frames: [Frame]) throws -> Double {
        try frames.map(combing).reduce(0, +) / Double(max(1, frames.count))
    }

    @Test(
        "interlaced video is displayed without combing, with one frame for each coded frame, at its time",
        arguments: [ClipRecipe.Container.mp4, .ts, .mkv])
    func interlaced(in container: ClipRecipe.Container) async throws {
        let woven = try await Self.frames(
            Self.recipe {
                $0.container = container
                $0.video?.isInterlaced = true
            })
        let plain = try await Self.frames(Self.recipe { $0.container = container })
        #expect(woven.count == 50)
        #expect(zip(woven, plain).allSatisfy { abs($0.time - $1.time) <= 2 * .millisecond })
        #expect(woven.allSatisfy { ff_frame_is_interlaced($0.raw) == 0 })
        // Fields of a moving pattern, interleaved, differ several times as much.
        #expect(try Self.mean(woven) < 1.35 * Self.mean(plain))
    }

    @Test("MPEG-2 fields are deinterlaced, too")
    func mpeg2() async throws {
        let woven = try await Self.frames(
            Self.recipe {
                $0.container = .ts
                $0.video?.codec = .mpeg2
                $0.video?.isInterlaced = true
            })
        #expect(woven.count == 50)
        #expect(woven.allSatisfy { ff_frame_is_interlaced($0.raw) == 0 })
    }

    @Test("progressive video is returned as the codec decoded it")
    func progressive() async throws {
        let frames = try await Self.frames(Self.recipe())
        #expect(frames.count == 50)
        // A filter would have given the frames buffers of its own, without the codec's reference to the packet's position.
        #expect(frames.allSatisfy { $0.raw.pointee.pict_type != AV_PICTURE_TYPE_NONE })
    }

    @Test("decoding from a later key frame gives the same frames")
    func later() async throws {
        let recipe = Self.recipe { $0.video?.isInterlaced = true }
        let whole = try await Self.frames(recipe)
        let late = try await Self.frames(recipe, from: 1 * .second)
        let first = try #require(late.first)
        #expect(first.time > 0 && first.time <= 1 * .second)
        // The first frame lacks its predecessor; all others are equal.
        for frame in late.dropFirst() {
            let same = try #require(whole.first { $0.time == frame.time })
            #expect(Self.isEqual(frame, same), "at \(frame.time.seconds) s")
        }
    }

    private static func isEqual(_ a: Frame, _ b: Frame) -> Bool {
        guard let left = a.raw.pointee.data.0, let right = b.raw.pointee.data.0 else { return false }
        return (0..<a.height).allSatisfy { y in
            memcmp(left + y * Int(a.raw.pointee.linesize.0), right + y * Int(b.raw.pointee.linesize.0), a.width) == 0
        }
    }

    @Test("a size that changes in mid-stream loses no interlaced frame")
    func sizeChange() async throws {
        let recipe = Self.recipe {
            $0.container = .ts
            $0.video?.isInterlaced = true
            $0.video?.sizeFromMiddle = VideoRecipe.PixelSize(width: 480, height: 272)
        }
        let frames = try await Self.frames(recipe)
        #expect(frames.count == 50)
        #expect(Set(frames.map(\.width)) == [320, 480])
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
    }

    @Test("S4.1: an exact seek in interlaced video displays the frame of that time")
    func playback() async throws {
        let probe = SessionProbe(try await StreamMaker.shared.clip(Self.recipe { $0.video?.isInterlaced = true }))
        defer { probe.session.close() }
        #expect(await probe.firstPicture())
        for second in [1.5, 0.5, 1.9, 0.02] {
            let landed = await probe.seek(second)
            #expect(landed.finished)
            let shown = try #require(probe.session.video.currentFrame?.frame.presentationTime).seconds
            #expect(shown <= second + 1e-6 && second < shown + 0.04 + 1e-6, "\(shown) for \(second)")
        }
        #expect(probe.warnings.isEmpty)
    }
}
