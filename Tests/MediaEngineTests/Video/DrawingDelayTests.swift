import HLS
import Testing

@testable import MediaEngine

@Suite struct DrawingDelayTests {
    private func delay(of delays: [Nanoseconds]) -> Nanoseconds {
        var delay = DrawingDelay()
        var host = HostTime(nanoseconds: 5 * .second)
        for (number, each) in delays.enumerated() {
            delay.displayed(UInt64(number + 1), at: host)
            delay.drawn(UInt64(number + 1), at: host &+ each)
            host = host &+ 40 * .millisecond
        }
        return delay.estimate
    }

    @Test("the estimate is the median of the last delays, and 0 before the third")
    func median() {
        let ms: Nanoseconds = .millisecond
        #expect(delay(of: []) == 0)
        #expect(delay(of: [8 * ms, 8 * ms]) == 0)
        #expect(delay(of: [8 * ms, 25 * ms, 7 * ms]) == 8 * ms)
        #expect(delay(of: Array(repeating: 20 * ms, count: 15) + Array(repeating: 6 * ms, count: 8)) == 6 * ms)
    }

    @Test("late drawings, drawings of an earlier frame and repeated ones are not counted")
    func ignored() {
        var delay = DrawingDelay()
        let host = HostTime(nanoseconds: 5 * .second)
        for number in 1...10 as ClosedRange<UInt64> {
            let start = host &+ Nanoseconds(number) * 40 * .millisecond
            delay.displayed(number, at: start)
            delay.drawn(number - 1, at: start &+ 2 * .millisecond)
            delay.drawn(number, at: start &+ (number < 5 ? 200 : 6) * .millisecond)
            delay.drawn(number, at: start &+ 20 * .millisecond)
        }
        #expect(delay.estimate == 6 * .millisecond)
    }
}
