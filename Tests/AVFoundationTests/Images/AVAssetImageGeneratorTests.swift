import AVFoundation
import CoreGraphics
import MediaTesting
import Synchronization
import Testing

@Suite(.enabled(if: StreamMaker.isAvailable)) struct AVAssetImageGeneratorTests {
    private func generator(_ recipe: ClipRecipe = .marked(frames: 96), exact: Bool = true) async throws
        -> AVAssetImageGenerator
    {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: try await StreamMaker.shared.clip(recipe)))
        if exact { (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero) }
        return generator
    }

    private func mark(_ image: CGImage) -> Int? {
        image.dataProvider?.data.flatMap { data in
            (data as Data).withUnsafeBytes {
                FrameMark.read(from: $0, bytesPerRow: image.bytesPerRow, width: image.width, height: image.height)
            }
        }
    }

    private func time(ofFrame frame: Int) -> CMTime { CMTime(value: Int64(frame) * 2 + 1, timescale: 48) }

    @Test("R239 api 3.6: without tolerance the exact frame is returned, in any order of requests")
    func exact_frames() async throws {
        let generator = try await generator()
        for frame in [0, 70, 13, 47, 48, 49, 95] {
            let (image, actual) = try await generator.image(at: time(ofFrame: frame))
            #expect(mark(image) == frame)
            #expect(abs(actual.seconds - Double(frame) / 24) < 1e-3)
        }
    }

    @Test("R239 api 3.6: with tolerance a key frame is returned")
    func tolerant_keyFrame() async throws {
        let generator = try await generator(exact: false)
        let (image, actual) = try await generator.image(at: time(ofFrame: 70))
        #expect(mark(image) == 48 && actual.seconds == 2)
        generator.requestedTimeToleranceBefore = CMTime(value: 1, timescale: 4)
        generator.requestedTimeToleranceAfter = .zero
        let near = try await generator.image(at: time(ofFrame: 70)).actualTime.seconds
        #expect(near >= 70.5 / 24 - 0.25 && near <= 70.5 / 24)
    }

    @Test("R239 api 3.6: maximumSize preserves the aspect ratio, also with one dimension set")
    func maximumSize_fits() async throws {
        let generator = try await generator()
        generator.maximumSize = CGSize(width: 160, height: 0)
        let scaled = try await generator.image(at: .zero).image
        #expect(scaled.width == 160 && scaled.height == 90)
        generator.maximumSize = CGSize(width: 1000, height: 45)
        let low = try await generator.image(at: .zero).image
        #expect(low.width == 80 && low.height == 45)
    }

    @Test("api 3.6: the track transform is applied only on request")
    func transform_applied() async throws {
        let generator = try await generator(ClipRecipe.marked(frames: 12).with { $0.video?.rotation = 90 })
        let lying = try await generator.image(at: .zero).image
        #expect(lying.width == 320 && lying.height == 180)
        generator.appliesPreferredTrackTransform = true
        let upright = try await generator.image(at: .zero).image
        #expect(upright.width == 180 && upright.height == 320)
    }

    @Test("api 3.6: the handler is called once for each time, with the requested time; times past the end fail")
    func generateAsynchronously_callsForEach() async throws {
        let generator = try await generator()
        let frames = [3, 50]
        let times = frames.map { NSValue(time: time(ofFrame: $0)) } + [NSValue(time: CMTime(value: 500, timescale: 1))]
        let results = Mutex<[String]>([])
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            generator.generateCGImagesAsynchronously(forTimes: times) { [self] asked, image, _, result, error in
                let code = (error as NSError?)?.code ?? 0
                let count = results.withLock { results in
                    results.append("\(asked.value) \(image.flatMap(mark) ?? -1) \(result.rawValue) \(code)")
                    return results.count
                }
                if count == times.count { continuation.resume() }
            }
        }
        #expect(results.withLock { $0 } == ["7 3 0 0", "101 50 0 0", "500 -1 1 -11832"])
    }

    @Test("api 3.6: the asynchronous sequence and the blocking method return images")
    func images_sequenceAndBlocking() async throws {
        let generator = try await generator()
        var marks: [Int?] = []
        for await element in generator.images(for: [5, 6].map(time(ofFrame:))) { marks.append(mark(try element.image)) }
        #expect(marks == [5, 6])
        var actual = CMTime.invalid
        let image = try generator.copyCGImage(at: time(ofFrame: 9), actualTime: &actual)
        #expect(mark(image) == 9 && abs(actual.seconds - 9.0 / 24) < 1e-3)
    }

    @Test("api 3.6: cancelling reports each waiting request as cancelled; later requests succeed")
    func cancel_reportsEachRequest() async throws {
        let generator = try await generator()
        let outcomes = Mutex<[AVAssetImageGenerator.Result]>([])
        let times = (0..<40).map { NSValue(time: time(ofFrame: $0 * 2)) }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            generator.generateCGImagesAsynchronously(forTimes: times) { _, _, _, result, _ in
                let count = outcomes.withLock { outcomes in
                    outcomes.append(result)
                    return outcomes.count
                }
                if count == times.count { continuation.resume() }
            }
            generator.cancelAllCGImageGeneration()
        }
        #expect(outcomes.withLock { $0 }.count == times.count)
        #expect(outcomes.withLock { $0 }.contains(.cancelled) && !outcomes.withLock { $0 }.contains(.failed))
        #expect(mark(try await generator.image(at: time(ofFrame: 11)).image) == 11)
    }

    @Test("api 3.6: media without video, and a missing file, fail with the underlying error")
    func noVideo_fails() async throws {
        let sound = try await generator(.audioOnly())
        await #expect(throws: AVError.self) { _ = try await sound.image(at: .zero) }
        let missing = AVAssetImageGenerator(asset: AVURLAsset(url: URL(fileURLWithPath: "/nowhere.mp4")))
        #expect(throws: URLError.self) { _ = try missing.copyCGImage(at: .zero, actualTime: nil) }
    }
}
