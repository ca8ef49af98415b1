import Testing

@testable import HLS

/// `spec/hls.md` section 6 (live position) and data/semantics.tsv, section 7.
struct LivePaceTests {
    /// A reference type, so that mutating calls can be used in expectations.
    private final class Pace {
        private var value = LivePace()
        var offset: Double { value.offset }

        func placed(_ behind: Double, _ conditions: LivePace.Conditions) { value.placed(behind, conditions) }
        func resumed(
            _ behind: Double, after interruption: LivePace.Interruption, joined: Double = 0, ahead: Double = 0,
            _ conditions: LivePace.Conditions
        ) -> Bool { value.resumed(behind, after: interruption, joined: joined, ahead: ahead, conditions) }
        func updateAfterStart(_ behind: Double, edge: Double, ahead: Double, _ conditions: LivePace.Conditions) -> Bool
        {
            value.updateAfterStart(behind, edge: edge, ahead: ahead, conditions)
        }
        func follow(_ behind: Double, ahead: Double, _ conditions: LivePace.Conditions) -> Double {
            value.follow(behind, ahead: ahead, conditions)
        }
    }

    private let low = LivePace.Conditions(isLowLatency: true, preservesOffset: false)
    private let classic = LivePace.Conditions(isLowLatency: false, preservesOffset: false)

    private func preserving(_ conditions: LivePace.Conditions) -> LivePace.Conditions {
        var conditions = conditions
        conditions.preservesOffset = true
        return conditions
    }

    @Test(
        "hls.md section 6: in a low-latency stream a lag is reduced at rate 1.05 at most, more slowly at the end, and then the rate is 1 [hls.md 6: catch-up speed]"
    )
    func catchesUpByRate() {
        let pace = Pace()
        #expect(!pace.resumed(0.9, after: .start, low))
        #expect(pace.follow(0.9, ahead: 2, low) == 1.05)
        #expect(pace.follow(0.3, ahead: 2, low) == 1.05)
        #expect(pace.follow(0.2, ahead: 2, low) == 1.02)
        #expect(pace.follow(0.05, ahead: 2, low) == 1.02)
        #expect(pace.follow(0.01, ahead: 2, low) == 1)
        #expect(pace.follow(0.05, ahead: 2, low) == 1)
    }

    @Test("section 6: a changed rate is not changed back by the next update")
    func doesNotFlutter() {
        let pace = Pace()
        var behind = 1.0
        var rates: [Double] = []
        for step in 0..<400 {
            // Measurements near the live edge vary by some hundredths.
            let rate = pace.follow(behind + (step % 2 == 0 ? 0.03 : -0.03), ahead: 2, low)
            if rate != rates.last { rates.append(rate) }
            behind -= (rate - 1) * 0.25
        }
        #expect(rates == [1.05, 1.02, 1])
    }

    @Test("section 6: the rate is not raised while the buffer is short")
    func lowBuffer() {
        let pace = Pace()
        #expect(pace.follow(1, ahead: 0.5, low) == 1)
        #expect(pace.follow(1, ahead: 1.5, low) == 1.05)
        #expect(pace.follow(1, ahead: 0.5, low) == 1)
    }

    @Test("section 6: a position too near the live edge is corrected slowly")
    func tooNear() {
        let pace = Pace()
        #expect(pace.follow(-0.5, ahead: 1, low) == 0.97)
        #expect(pace.follow(-0.2, ahead: 1, low) == 0.97)
        #expect(pace.follow(-0.1, ahead: 1, low) == 1)
    }

    @Test(
        "hls.md section 6: after a stall the offset stays by default, but a low-latency stream corrects a small lag [hls.md 6: after a stall]"
    )
    func stallByDefault() {
        let pace = Pace()
        pace.placed(0, classic)
        #expect(!pace.resumed(12, after: .stall, classic))
        #expect(pace.offset == 12)
        #expect(pace.follow(12, ahead: 5, classic) == 1)

        let other = Pace()
        #expect(!other.resumed(1.5, after: .stall, low))
        #expect(other.offset == 0)
        #expect(!other.resumed(9, after: .stall, low))
        #expect(other.offset == 9)
        #expect(other.follow(9.01, ahead: 2, low) == 1)
    }

    @Test("a preserved offset is restored by a jump, also one chosen by a seek")
    func preservedOffset() {
        let pace = Pace()
        pace.placed(0, preserving(classic))
        #expect(!pace.resumed(0.5, after: .stall, preserving(classic)))
        #expect(pace.resumed(8, after: .stall, preserving(classic)))
        #expect(pace.resumed(8, after: .pause, preserving(classic)))
        #expect(pace.offset == 0)

        pace.placed(60, preserving(low))
        #expect(pace.offset == 60)
        #expect(!pace.resumed(61.5, after: .pause, preserving(low)))
        #expect(pace.follow(61.5, ahead: 5, preserving(low)) == 1.05)
        #expect(pace.resumed(75, after: .stall, preserving(low)))
        #expect(pace.offset == 60)
    }

    @Test("without a preserved offset, a pause sets a new offset")
    func pauseByDefault() {
        let pace = Pace()
        #expect(!pace.resumed(1.5, after: .pause, low))
        #expect(pace.offset == 1.5)
        #expect(pace.follow(1.5, ahead: 3, low) == 1)
    }

    @Test("section 6: when the first frame of a low-latency stream took long, the join is repeated")
    func slowStart() {
        let pace = Pace()
        #expect(pace.resumed(4, after: .start, low))
        #expect(!pace.resumed(4, after: .start, classic))
        #expect(pace.offset == 4)
    }

    @Test("section 6: media that became old before the first frame is skipped at once, where enough is buffered")
    func start() {
        #expect(Pace().resumed(0.9, after: .start, joined: 50, ahead: 2, low))
        #expect(!Pace().resumed(0.2, after: .start, joined: 50, ahead: 2, low))
        #expect(!Pace().resumed(0.9, after: .start, joined: 50, ahead: 1, low))
        #expect(!Pace().resumed(0.9, after: .start, joined: 50, ahead: 9, classic))
    }

    @Test("section 6: the delay at the join is known after the next update, and corrected once")
    func settling() {
        let pace = Pace()
        #expect(!pace.resumed(0.1, after: .start, joined: 50, ahead: 2, low))
        #expect(!pace.updateAfterStart(0.9, edge: 50, ahead: 2, low))
        // Without buffered media there is no position to jump to.
        #expect(!pace.updateAfterStart(0.9, edge: 51, ahead: 1, low))
        #expect(pace.updateAfterStart(0.9, edge: 51, ahead: 2, low))
        #expect(!pace.updateAfterStart(0.9, edge: 52, ahead: 2, low))

        let late = Pace()
        #expect(!late.resumed(0.1, after: .start, joined: 50, ahead: 2, low))
        #expect(!late.updateAfterStart(0.9, edge: 54, ahead: 1, low))
        #expect(!late.updateAfterStart(0.9, edge: 54, ahead: 2, low))

        let placed = Pace()
        #expect(!placed.resumed(0.1, after: .start, joined: 50, ahead: 2, low))
        placed.placed(1.5, low)
        #expect(!placed.updateAfterStart(1.5, edge: 51, ahead: 3, low))
    }

    @Test("section 6: the recommended offset grows with the irregularity of updates, and old updates are forgotten")
    func jitter() {
        var jitter = LiveUpdateJitter()
        for number in 0..<10 { jitter.grew(to: Double(number), at: 100 + Double(number)) }
        #expect(jitter.spread(beyond: 0) == 0)
        jitter.grew(to: 10, at: 110.42)
        #expect(jitter.spread(beyond: 0) == 0.5)
        #expect(jitter.spread(beyond: 1) == 0)
        for number in 11..<60 { jitter.grew(to: Double(number), at: 100 + Double(number)) }
        #expect(jitter.spread(beyond: 0) == 0)
        // The stream restarted.
        jitter.grew(to: 1000, at: 160)
        jitter.grew(to: 1001, at: 161)
        #expect(jitter.spread(beyond: 0) == 0)
        jitter.grew(to: .nan, at: 162)
        #expect(jitter.spread(beyond: 0) == 0)
    }
}
