import CoreMedia
import FrameConversion
import MediaEngine
import MediaTesting
import Testing

@testable import MediaEngine

@Suite(.enabled(if: StreamMaker.isAvailable)) struct ImageExtractorTests {
    private static let frames = 120
    private static let rate = 24

    private func recipe(_ kind: String) -> ClipRecipe {
        switch kind {
        case "h264 pyramid": .marked(frames: Self.frames, keyFrameInterval: 100, bFrames: 3, hasPyramid: true)
        case "h264 open groups": .marked(frames: Self.frames, keyFrameInterval: 30, bFrames: 3, hasOpenGOP: true)
        case "hevc": .marked(frames: Self.frames, codec: .hevc, bFrames: 3)
        case "av1": .marked(frames: Self.frames, codec: .av1)
        case "vp9": .marked(frames: Self.frames, codec: .vp9)
        default: .marked(frames: Self.frames, keyFrameInterval: 250)
        }
    }

    private func picture(_ extractor: ImageExtractor, _ request: ImageExtractor.Request) async throws -> ExtractedImage
    {
        try await withCheckedThrowingContinuation { continuation in
            extractor.extract(request) { continuation.resume(with: $0.mapError { $0 as any Error }) }
        }
    }

    @Test(
        "R239: without tolerance the exact frame is returned, in every GOP structure",
        arguments: ["h264 one group", "h264 pyramid", "h264 open groups", "hevc", "av1", "vp9"])
    func exact_randomTargets(kind: String) async throws {
        let extractor = ImageExtractor(MediaLocator(url: try await StreamMaker.shared.clip(recipe(kind))))
        var random = SeededGenerator(seed: 5)
        for _ in 0..<25 {
            let frame = Int(random.next() % UInt64(Self.frames))
            // A time inside the frame's interval, not its edge.
            let time = CMTime(value: Int64(frame * 2 + 1), timescale: Int32(Self.rate * 2))
            let picture = try await picture(
                extractor, ImageExtractor.Request(time: time, toleranceBefore: .zero, toleranceAfter: .zero))
            let mark = FrameMark.read(
                from: picture.bitmap.bytes, width: picture.bitmap.width, height: picture.bitmap.height)
            #expect(mark == frame, "\(kind): frame \(frame)")
        }
    }

    @Test("R239: with a tolerance the frame's time is within it", arguments: ["h264 pyramid", "h264 open groups"])
    func tolerance_isKept(kind: String) async throws {
        let extractor = ImageExtractor(MediaLocator(url: try await StreamMaker.shared.clip(recipe(kind))))
        var random = SeededGenerator(seed: 9)
        for _ in 0..<20 {
            let milliseconds = Int64(random.next() % 4_900)
            let time = CMTime(value: milliseconds, timescale: 1000)
            let tolerance = CMTime(value: Int64(random.next() % 500) + 50, timescale: 1000)
            let found = try await picture(
                extractor, ImageExtractor.Request(time: time, toleranceBefore: tolerance, toleranceAfter: tolerance))
            #expect(abs((found.presentationTime - time).seconds) <= tolerance.seconds + 1e-6)
        }
    }

    @Test("R239: an invalid time, or one after the end, is an error, and the next request succeeds")
    func impossibleTimes_fail() async throws {
        let extractor = ImageExtractor(MediaLocator(url: try await StreamMaker.shared.clip(recipe("h264"))))
        for time in [CMTime.invalid, .indefinite, CMTime(value: -1, timescale: 1), CMTime(value: 600, timescale: 1)] {
            let request = ImageExtractor.Request(time: time, toleranceBefore: .zero, toleranceAfter: .zero)
            await #expect(throws: MediaError.self) { _ = try await picture(extractor, request) }
        }
        let last = ImageExtractor.Request(
            time: CMTime(value: 5, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero)
        let found = try await picture(extractor, last)
        #expect(
            FrameMark.read(from: found.bitmap.bytes, width: found.bitmap.width, height: found.bitmap.height) == Self
                .frames - 1)
    }

    @Test("bad input: a truncated file produces images or errors, and does not hang")
    func truncatedFile_completesEveryRequest() async throws {
        let url = try await StreamMaker.shared.clip(recipe("h264").cut(to: 0.5))
        let extractor = ImageExtractor(MediaLocator(url: url))
        var answers = 0
        for second in 0..<5 {
            let request = ImageExtractor.Request(
                time: CMTime(value: Int64(second), timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero)
            _ = try? await picture(extractor, request)
            answers += 1
        }
        #expect(answers == 5)
    }

    private func worker(_ kind: String) async throws -> FileThumbnails {
        FileThumbnails(try Demuxer.open(MediaLocator(url: try await StreamMaker.shared.clip(recipe(kind)))))
    }

    private func exactRequest(_ frame: Int) -> ImageExtractor.Request {
        let time = CMTime(value: Int64(frame * 2 + 1), timescale: Int32(Self.rate * 2))
        return ImageExtractor.Request(time: time, toleranceBefore: .zero, toleranceAfter: .zero)
    }

    private func mark(_ worker: FileThumbnails, _ request: ImageExtractor.Request) throws -> Int? {
        let tolerance: Nanoseconds = request.toleranceBefore == .zero ? 0 : .never
        guard
            let frame = try worker.frame(
                at: Nanoseconds(request.time) ?? 0, before: tolerance, after: tolerance, width: 0,
                isCancelled: { false }),
            let picture = FrameBitmap(frame.videoFrame, converter: FrameConverter())
        else { return nil }
        return FrameMark.read(from: picture.bytes, width: picture.width, height: picture.height)
    }

    @Test(
        "R239: exact images at ascending times decode each frame once, not from the key frame each time",
        arguments: ["h264 one group", "h264 pyramid", "hevc", "av1", "vp9"])
    func ascendingTimes_decodeOn(kind: String) async throws {
        let worker = try await worker(kind)
        for frame in stride(from: 3, to: Self.frames, by: 9) {
            #expect(try mark(worker, exactRequest(frame)) == frame, "\(kind): frame \(frame)")
        }
        #expect(worker.decodedFrames <= Self.frames, "\(kind)")
        // The same frame again needs no decoding.
        let decoded = worker.decodedFrames
        #expect(try mark(worker, exactRequest(Self.frames - 9)) == Self.frames - 9)
        #expect(worker.decodedFrames == decoded)
        // Backwards, the frame is still correct.
        #expect(try mark(worker, exactRequest(20)) == 20)
    }

    @Test("R239: with unlimited tolerance each image is one key frame, also at ascending times")
    func tolerance_decodesOneFrameEach() async throws {
        let worker = try await worker("h264 open groups")
        var marks: [Int?] = []
        for frame in [5, 10, 40, 70, 100] {
            var request = exactRequest(frame)
            request.toleranceBefore = .positiveInfinity
            request.toleranceAfter = .positiveInfinity
            marks.append(try mark(worker, request))
        }
        #expect(marks == [0, 0, 30, 60, 90])
        #expect(worker.decodedFrames == 5)
    }

    @Test("R239: decoding continues at a key frame that is closer than the previous image")
    func farTime_jumps() async throws {
        let worker = try await worker("h264 open groups")
        #expect(try mark(worker, exactRequest(2)) == 2)
        let decoded = worker.decodedFrames
        #expect(try mark(worker, exactRequest(95)) == 95)
        #expect(worker.decodedFrames - decoded <= 20)
    }
}
