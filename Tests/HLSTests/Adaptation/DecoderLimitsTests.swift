import Testing

@testable import HLS

@Suite("Variants excluded by the decoder (hls.md sections 3 and 10)")
struct DecoderLimitsTests {
    private let variants = [(256, 30.0), (640, 30), (640, 60), (1280, 30)].map { width, rate in
        AdaptationVariant(
            bandwidth: Double(width) * rate * 100, width: width, height: width * 9 / 16, frameRate: rate)
    }

    /// Reports frames at 25 per second, of which every `late`-th one is late.
    private func run(_ load: inout DecoderLoad, from start: Double, seconds: Double, late: Int?, variant: Int = 1)
        -> Double?
    {
        for number in 0..<Int(seconds * 25) {
            let time = start + Double(number) / 25
            if load.decoded(isLate: late.map { number % $0 == 0 } ?? false, variant: variant, at: time) {
                return time - start
            }
        }
        return nil
    }

    @Test("a variant is too expensive when more than 15 % of its frames are late for four seconds")
    func load() {
        var load = DecoderLoad()
        #expect(run(&load, from: 0, seconds: 60, late: 8) == nil)
        #expect(run(&load, from: 100, seconds: 60, late: nil) == nil)
        let found = run(&load, from: 200, seconds: 60, late: 5)
        #expect(found.map { $0 > 3.9 && $0 < 6.1 } == true)
        // The count has restarted.
        #expect(run(&load, from: 300, seconds: 3.5, late: 2) == nil)
    }

    @Test("a short disturbance, another variant, an interruption and few frames have no effect")
    func repeatedOverload() {
        var load = DecoderLoad()
        for second in stride(from: 0.0, to: 100, by: 10) {
            #expect(run(&load, from: second, seconds: 1.8, late: 2) == nil)
            #expect(run(&load, from: second + 1.8, seconds: 8.2, late: nil) == nil)
        }
        for turn in 0..<10 {
            #expect(run(&load, from: 100 + Double(turn) * 3, seconds: 3, late: 1, variant: turn % 2) == nil)
        }
        for turn in 0..<10 {
            #expect(run(&load, from: 200 + Double(turn) * 3, seconds: 3, late: 1) == nil)
            load.interrupted()
        }
        for second in stride(from: 300.0, to: 340, by: 0.5) {
            let isHeavy = load.decoded(isLate: true, variant: 1, at: second)
            #expect(!isHeavy)
        }
        // A clock that goes back restarts the count.
        #expect(run(&load, from: 0, seconds: 3.5, late: 1) == nil)
    }

    @Test(
        "hls.md section 3: a variant that is too expensive is excluded with all that are at least as expensive, longer each time [hls.md 3: decode ability]"
    )
    func overload() {
        var limits = DecoderLimits()
        let next = limits.leave(1, because: .overload, variants: variants, at: 100) { _ in true }
        #expect(next == 0)
        #expect(limits.excluded(at: 129) == [1, 2, 3])
        #expect(limits.excluded(at: 131) == [])
        let again = limits.leave(2, because: .overload, variants: variants, at: 200) { _ in true }
        #expect(again == 1)
        #expect(limits.excluded(at: 259) == [2, 3])
        for turn in 0..<50 {
            _ = limits.leave(3, because: .overload, variants: variants, at: 1_000 + Double(turn)) { _ in true }
        }
        #expect(limits.excluded(at: 1_049 + DecoderLimits.longestOverload + 1) == [])
        // The cheapest variant has no alternative and continues as it is.
        var other = DecoderLimits()
        let none = other.leave(0, because: .overload, variants: variants, at: 0) { _ in true }
        #expect(none == nil)
        #expect(other == DecoderLimits())
    }

    @Test("without known frame sizes, better variants count as more expensive")
    func unknownSizes() {
        var limits = DecoderLimits()
        let unknown = [1e5, 2e5, 3e5].map { AdaptationVariant(bandwidth: $0) }
        let next = limits.leave(1, because: .overload, variants: unknown, at: 0) { _ in true }
        #expect(next == 0)
        #expect(limits.excluded(at: 1) == [1, 2])
    }

    @Test(
        "hls.md section 10: a variant that cannot be decoded falls back to the next lower one, else a higher one; without a decoder permanently [hls.md 10: decode failure]"
    )
    func failures() {
        var limits = DecoderLimits()
        let below = limits.leave(2, because: .corruption, variants: variants, at: 0) { _ in true }
        #expect(below == 1)
        #expect(limits.excluded(at: 59) == [2])
        let above = limits.leave(0, because: .noDecoder, variants: variants, at: 1) { $0 != 1 }
        #expect(above == 3)
        let last = limits.leave(3, because: .corruption, variants: variants, at: 2) { $0 != 1 }
        #expect(last == nil)
        #expect(limits.excluded(at: 1e9) == [0])
        let unknown = limits.leave(9, because: .corruption, variants: variants, at: 2) { _ in true }
        #expect(unknown == nil)
        let sound = [AdaptationVariant(bandwidth: 1e5, isAudioOnly: true), AdaptationVariant(bandwidth: 2e5)]
        let silence = limits.leave(1, because: .corruption, variants: sound, at: 2) { _ in true }
        #expect(silence == nil)
    }
}
