import Testing

@testable import MediaEngine

/// Frame rates from the display times of frames.
struct FrameIntervalsTests {
    private func times(_ milliseconds: [Double]) -> [Nanoseconds] { milliseconds.map { Nanoseconds($0 * 1e6) } }

    @Test("frames with equal intervals, in decode order, have a constant rate")
    func constant() throws {
        let rate = try #require(FrameIntervals(times([0, 120, 40, 80, 240, 160, 200])))
        #expect(rate.framesPerSecond == 25)
        #expect(!rate.isVariable)
    }

    @Test(
        "times that are rounded to milliseconds give the common rate",
        arguments: [24_000.0 / 1001, 30_000.0 / 1001, 60])
    func rounded(_ expected: Double) throws {
        let rate = try #require(FrameIntervals(times((0..<300).map { (Double($0) * 1000 / expected).rounded() })))
        #expect(abs(rate.framesPerSecond - expected) < 1e-9, "\(rate.framesPerSecond)")
        #expect(!rate.isVariable)
    }

    @Test("one long frame does not change the rate, and does not make it variable")
    func oneGap() throws {
        let rate = try #require(FrameIntervals(times([0] + (0..<20).map { 61 + Double($0) * 40 })))
        #expect(rate.framesPerSecond == 25)
        #expect(!rate.isVariable)
    }

    @Test("frames that last differently long have a variable rate, which is stated as the average")
    func variable() throws {
        let rate = try #require(
            FrameIntervals(times((0...50).map { Double($0) * 40 } + (1...25).map { 2000 + Double($0) * 80 })))
        #expect(rate.isVariable)
        #expect(abs(rate.framesPerSecond - 18.75) < 1e-9, "\(rate.framesPerSecond)")
    }

    @Test("a single frame, and frames at one time, have no rate", arguments: [[], [0], [40, 40]])
    func none(_ milliseconds: [Double]) {
        #expect(FrameIntervals(times(milliseconds)) == nil)
    }
}
