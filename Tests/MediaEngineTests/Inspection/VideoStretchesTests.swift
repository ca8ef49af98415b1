import CFFmpeg
import Testing

@testable import MediaEngine

/// Tests the counts of black, frozen and repeated frames with generated frames of 48 x 27 samples, all of which are compared.
struct VideoStretchesTests {
    private static let width = 48
    private static let height = 27

    /// Adds frames at 25 frames a second.
    private func stretches(_ frames: [Picture], rate: Double = 25) throws -> VideoStretches {
        var stretches = VideoStretches()
        for (index, frame) in frames.enumerated() { try add(frame, at: Double(index) / rate, to: &stretches) }
        stretches.finish()
        return stretches
    }

    private struct Picture {
        var samples: [UInt8]
        var isBlack = false

        /// A pattern whose samples differ between numbers.
        init(_ number: Int) {
            samples = (0..<VideoStretchesTests.width * VideoStretchesTests.height).map {
                let (x, y) = ($0 % VideoStretchesTests.width, $0 / VideoStretchesTests.width)
                return UInt8(30 + (x * 7 + y * 13 + number * 29) % 180)
            }
        }

        init(luma: UInt8, isBlack: Bool = false) {
            samples = [UInt8](repeating: luma, count: VideoStretchesTests.width * VideoStretchesTests.height)
            self.isBlack = isBlack
        }
    }

    private func add(_ picture: Picture, at time: Double, to stretches: inout VideoStretches) throws {
        var frame = av_frame_alloc()
        defer { av_frame_free(&frame) }
        let raw = try #require(frame)
        raw.pointee.format = AV_PIX_FMT_GRAY8.rawValue
        (raw.pointee.width, raw.pointee.height) = (Int32(Self.width), Int32(Self.height))
        try #require(av_frame_get_buffer(raw, 0) == 0)
        let plane = try #require(raw.pointee.data.0)
        for row in 0..<Self.height {
            for column in 0..<Self.width {
                plane[row * Int(raw.pointee.linesize.0) + column] = picture.samples[row * Self.width + column]
            }
        }
        stretches.add(try #require(PlanarLuma(raw)), time: time, isBlack: picture.isBlack)
    }

    @Test("frames that all differ are new, and none is repeated or frozen")
    func moving() throws {
        let found = try stretches((0..<50).map { Picture($0) })
        #expect(found.newCount == 49 && found.repeatedCount == 0)
        #expect(found.frozen.longest?.seconds ?? 0 == 0 && found.frozen.total == 0)
        #expect(abs(found.seconds - 49.0 / 25) < 1e-9)
        #expect(found.outsideCount == 0 && found.sampleCount == 50 * Self.width * Self.height)
    }

    @Test("a frame that is shown twice between two new ones is a repetition; one that is shown four times is not")
    func repetitions() throws {
        // 0 1 2 2 3 4 5 5 6 …
        let twice = (0..<30).flatMap { $0 % 3 == 2 ? [Picture($0), Picture($0)] : [Picture($0)] }
        // The repetition of the last frame has no new frame after it.
        let found = try stretches(twice)
        #expect(found.repeatedCount == 9 && found.newCount == 29)
        let held = try stretches((0..<10).flatMap { [Picture($0), Picture($0), Picture($0), Picture($0)] })
        #expect(held.repeatedCount == 0 && held.newCount == 9)
    }

    @Test("a frame that differs a little from the one before is neither new nor a repetition")
    func nearlyEqual() throws {
        // Half of the samples differ by one.
        var other = Picture(1)
        for index in other.samples.indices where index % 2 == 0 { other.samples[index] += 1 }
        let found = try stretches([Picture(0), Picture(1), other, Picture(2)])
        #expect(found.newCount == 2 && found.repeatedCount == 0)
    }

    @Test("a frame that is shown for 1.4 s is frozen for that time; one that is shown for 0.8 s is not in the total")
    func frozen() throws {
        let before = (0..<5).map { Picture($0) }
        let found = try stretches(before + Array(repeating: Picture(9), count: 36) + [Picture(10), Picture(11)])
        let longest = try #require(found.frozen.longest)
        #expect(abs(longest.start - 0.2) < 1e-9 && abs(longest.seconds - 1.4) < 1e-9)
        #expect(abs(found.frozen.total - 1.4) < 1e-9)
        let short = try stretches(before + Array(repeating: Picture(9), count: 21) + [Picture(10), Picture(11)])
        #expect(short.frozen.total == 0 && abs((short.frozen.longest?.seconds ?? 0) - 0.8) < 1e-9)
    }

    @Test("one changed sample of 250 leaves a stretch frozen, such as a clock in a corner; more end it")
    func changedSamples() throws {
        func changing(_ count: Int) throws -> Double {
            try stretches(
                (0..<50).map { number in
                    var picture = Picture(luma: 100)
                    for index in 0..<count { picture.samples[index] += number % 2 == 0 ? 0 : 40 }
                    return picture
                }
            ).frozen.total
        }
        #expect(try changing(5) > 1.9)
        #expect(try changing(6) == 0)
    }

    @Test("a noise of one level leaves a stretch frozen; a brightness that rises by two levels ends it")
    func noise() throws {
        let noisy = (0..<50).map { number in
            var picture = Picture(luma: 100)
            for index in picture.samples.indices where (index + number) % 2 == 0 { picture.samples[index] += 1 }
            return picture
        }
        #expect(try stretches(noisy).frozen.total > 1.9)
        #expect(try stretches((0..<50).map { Picture(luma: 60 + 2 * UInt8($0)) }).frozen.total == 0)
    }

    @Test("black frames are black and not frozen")
    func black() throws {
        let pictures = (0..<5).map { Picture($0) } + Array(repeating: Picture(luma: 16, isBlack: true), count: 40)
        let found = try stretches(pictures + [Picture(7), Picture(8)])
        let longest = try #require(found.black.longest)
        #expect(abs(longest.start - 0.2) < 1e-9 && abs(longest.seconds - 39.0 / 25) < 1e-9)
        #expect(found.frozen.total == 0)
    }

    @Test("a step of more than 2 s in the timeline, or one back, ends stretches and is no video", arguments: [2.1, -1])
    func jump(step: Double) throws {
        var found = VideoStretches()
        var time = 0.0
        for number in 0..<60 {
            try add(Picture(luma: 80), at: time, to: &found)
            time += number == 29 ? step : 0.04
        }
        found.finish()
        #expect(abs((found.frozen.longest?.seconds ?? 0) - 1.16) < 1e-6)
        #expect(abs(found.seconds - 58 * 0.04) < 1e-6)
    }

    @Test("a step of 1.9 s in the timeline does not end a stretch, as in video with few frames")
    func longStep() throws {
        #expect(abs(try stretches([Picture(luma: 80), Picture(luma: 80)], rate: 1 / 1.9).frozen.total - 1.9) < 1e-6)
    }

    @Test("samples below 10 and above 243 are outside the limited range; 10 and 243 are inside")
    func range() throws {
        #expect(try stretches([Picture(luma: 10), Picture(luma: 243)]).outsideCount == 0)
        let found = try stretches([Picture(luma: 9), Picture(luma: 244), Picture(luma: 100)])
        #expect(found.outsideCount * 3 == found.sampleCount * 2 && found.sampleCount == 3 * Self.width * Self.height)
    }
}
