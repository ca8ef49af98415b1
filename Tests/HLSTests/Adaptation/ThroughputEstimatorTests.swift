import Foundation
import Testing

@testable import HLS

@Suite("Throughput estimation")
struct ThroughputEstimatorTests {
    /// Runs a transfer of constant rate with a progress report every 100 ms.
    private func transfer(
        _ estimator: inout ThroughputEstimator, id: Int = 1, at start: Double, rate: Double, seconds: Double,
        latency: Double = 0.05, metering: ThroughputEstimator.Metering = .full
    ) {
        estimator.started(id, at: start, metering: metering)
        let begin = start + latency
        estimator.progressed(id, byteCount: 1, at: begin)
        for tick in 1..<max(2, Int(seconds * 10)) {
            estimator.progressed(id, byteCount: Int(rate / 80 * Double(tick)), at: begin + Double(tick) / 10)
        }
        estimator.finished(id, byteCount: Int(rate / 8 * seconds), at: begin + seconds)
    }

    @Test("without a measurement there is no estimate")
    func empty() {
        let estimator = ThroughputEstimator()
        #expect(estimator.estimate(at: 10) == nil)
        #expect(estimator.stored(at: 10) == nil)
    }

    @Test(
        "a constant link is measured to 2 %, excluding the wait for the first byte", arguments: [0.02, 0.3, 2.0])
    func constant(latency: Double) throws {
        var estimator = ThroughputEstimator()
        for index in 0..<5 {
            transfer(&estimator, at: Double(index) * 10, rate: 3e6, seconds: 4, latency: latency)
        }
        let estimate = try #require(estimator.estimate(at: 50))
        #expect(abs(estimate / 3e6 - 1) < 0.02)
        #expect(abs(estimator.latency - latency) < 0.01)
    }

    @Test("concurrent transfers are summed over the time in which any of them flows")
    func concurrent() throws {
        var estimator = ThroughputEstimator()
        // Half the link each for four seconds, then the whole link for one.
        estimator.started(1, at: 0)
        estimator.started(2, at: 0)
        estimator.progressed(1, byteCount: 1, at: 0.1)
        estimator.progressed(2, byteCount: 1, at: 0.1)
        for tick in 1...40 {
            estimator.progressed(1, byteCount: tick * 12_500, at: 0.1 + Double(tick) / 10)
            estimator.progressed(2, byteCount: tick * 12_500, at: 0.1 + Double(tick) / 10)
        }
        estimator.finished(1, byteCount: 500_000, at: 4.1)
        for tick in 1...10 { estimator.progressed(2, byteCount: 500_000 + tick * 25_000, at: 4.1 + Double(tick) / 10) }
        estimator.finished(2, byteCount: 750_000, at: 5.1)
        let estimate = try #require(estimator.estimate(at: 5.1))
        #expect(abs(estimate / 2e6 - 1) < 0.02)
    }

    @Test("the estimate falls faster than it rises")
    func steps() throws {
        var falling = ThroughputEstimator()
        transfer(&falling, at: 0, rate: 8e6, seconds: 20)
        transfer(&falling, at: 21, rate: 1e6, seconds: 3)
        var rising = ThroughputEstimator()
        transfer(&rising, at: 0, rate: 1e6, seconds: 20)
        transfer(&rising, at: 21, rate: 8e6, seconds: 3)
        let fallen = try #require(falling.estimate(at: 25))
        let risen = try #require(rising.estimate(at: 25))
        #expect(fallen < 5e6)
        #expect(8e6 - risen > fallen - 1e6)
    }

    @Test("a stalled transfer lowers the estimate while it is stalled")
    func standing() throws {
        var estimator = ThroughputEstimator()
        transfer(&estimator, at: 0, rate: 4e6, seconds: 8)
        estimator.started(2, at: 9)
        estimator.progressed(2, byteCount: 1, at: 9.05)
        let before = try #require(estimator.estimate(at: 9.05))
        let after = try #require(estimator.estimate(at: 15))
        #expect(after < before / 2)
    }

    @Test("an unanswered request lowers the estimate after a while")
    func unanswered() throws {
        var estimator = ThroughputEstimator()
        transfer(&estimator, at: 0, rate: 4e6, seconds: 8)
        estimator.started(2, at: 9)
        let soon = try #require(estimator.estimate(at: 9.4))
        let late = try #require(estimator.estimate(at: 19))
        #expect(abs(soon / 4e6 - 1) < 0.01)
        #expect(late < soon / 2)
    }

    @Test("idle time, cache hits and server-side waits give no sample [hls.md 6: blocking time]")
    func unmetered() throws {
        var estimator = ThroughputEstimator()
        transfer(&estimator, at: 0, rate: 4e6, seconds: 4)
        let before = try #require(estimator.estimate(at: 5))
        transfer(&estimator, id: 2, at: 6, rate: 900e6, seconds: 0.5, metering: .none)
        let afterCacheHit = try #require(estimator.estimate(at: 60))
        #expect(abs(afterCacheHit / before - 1) < 1e-9)
        estimator.started(3, at: 60, metering: .bytesOnly)
        let duringWait = try #require(estimator.estimate(at: 66))
        #expect(abs(duringWait / before - 1) < 1e-9)
        #expect(abs(estimator.latency - 0.05) < 0.001)
    }

    @Test("an outage does not count as a low rate: the previous rate is restored soon after it")
    func outage() throws {
        var estimator = ThroughputEstimator()
        transfer(&estimator, at: 0, rate: 4e6, seconds: 20)
        estimator.started(2, at: 20)
        estimator.progressed(2, byteCount: 1, at: 20.05)
        for tick in 1...150 { estimator.progressed(2, byteCount: 1, at: 20.05 + Double(tick) / 10) }
        let down = try #require(estimator.estimate(at: 35.1))
        #expect(down < 0.1e6)
        for tick in 1...20 { estimator.progressed(2, byteCount: tick * 50_000, at: 35.1 + Double(tick) / 10) }
        let back = try #require(estimator.estimate(at: 37.1))
        #expect(back > 2.5e6)
        #expect(abs(estimator.averages.longestOutage - 15) < 0.5)
    }

    @Test("an outage is detected also with a transport that reports only received bytes")
    func silentOutage() throws {
        var estimator = ThroughputEstimator()
        transfer(&estimator, at: 0, rate: 0.4e6, seconds: 20)
        estimator.started(2, at: 20)
        estimator.progressed(2, byteCount: 1, at: 20.05)
        estimator.progressed(2, byteCount: 16_000, at: 35)
        #expect(abs(estimator.averages.deadSeconds - 14.7) < 0.3 || estimator.averages.longestOutage > 14)
        for tick in 1...10 { estimator.progressed(2, byteCount: 16_000 + tick * 5_000, at: 35 + Double(tick) / 10) }
        let back = try #require(estimator.estimate(at: 36))
        #expect(back > 0.25e6)
    }

    @Test("a link that became fast is detected after three short bursts")
    func bursts() throws {
        var estimator = ThroughputEstimator()
        transfer(&estimator, at: 0, rate: 1e6, seconds: 20)
        for index in 0..<3 { transfer(&estimator, at: 25 + Double(index), rate: 12e6, seconds: 0.3) }
        let estimate = try #require(estimator.estimate(at: 30))
        #expect(estimate > 7e6)
    }

    @Test("the recent rate comes from the last second or two, and is nil after silence")
    func recent() throws {
        var estimator = ThroughputEstimator()
        transfer(&estimator, at: 0, rate: 8e6, seconds: 10)
        estimator.started(2, at: 10.1)
        estimator.progressed(2, byteCount: 1, at: 10.15)
        for tick in 1...30 { estimator.progressed(2, byteCount: tick * 12_500, at: 10.15 + Double(tick) / 10) }
        let recent = try #require(estimator.recentRate(at: 13.15))
        #expect(abs(recent / 1e6 - 1) < 0.1)
        estimator.progressed(2, byteCount: 375_000, at: 13.5)
        estimator.progressed(2, byteCount: 375_000, at: 13.8)
        #expect(estimator.recentRate(at: 14) == 0)
    }

    @Test(
        "spec section 11, point 4: a link that has just become silent is down, not slow, also with a transport that reports only received bytes"
    )
    func silenceIsNoRate() throws {
        var estimator = ThroughputEstimator()
        estimator.started(1, at: 0)
        for tick in 0...30 { estimator.progressed(1, byteCount: 1 + tick * 20_000, at: 0.05 + Double(tick) / 10) }
        #expect(try #require(estimator.recentRate(at: 3.1)) > 1_000_000)
        // Silence for six seconds; then the same byte count again, as reported when the transfer is about to resume.
        estimator.progressed(1, byteCount: 600_001, at: 9)
        #expect(estimator.recentRate(at: 9) == 0)
    }

    @Test("a few bytes alone give no sample")
    func tiny() {
        var estimator = ThroughputEstimator()
        estimator.started(1, at: 0)
        estimator.progressed(1, byteCount: 100, at: 0.1)
        estimator.finished(1, byteCount: 8_000, at: 0.11)
        #expect(estimator.estimate(at: 1) == nil)
    }

    @Test("a response that arrives at once is measured from its request, less the usual wait")
    func onePiece() throws {
        var estimator = ThroughputEstimator()
        estimator.started(1, at: 0)
        estimator.finished(1, byteCount: 100_000, at: 0.5)
        let estimate = try #require(estimator.estimate(at: 1))
        #expect(abs(estimate / (800_000 / 0.4) - 1) < 0.01)
    }

    @Test("unknown transfers, shrinking byte counts and stopped clocks do not crash")
    func nonsense() throws {
        var estimator = ThroughputEstimator()
        estimator.progressed(7, byteCount: 10, at: 1)
        estimator.finished(7, byteCount: 10, at: 1)
        estimator.started(1, at: 5)
        estimator.progressed(1, byteCount: 50_000, at: 5)
        estimator.progressed(1, byteCount: 10, at: 4)
        estimator.progressed(1, byteCount: 90_000, at: 5)
        estimator.finished(1, byteCount: 90_000, at: 5)
        estimator.started(2, at: .infinity)
        #expect(estimator.estimate(at: 6).map { $0.isFinite } ?? true)
    }

    @Test("a stored estimate has half its weight after an hour, none after a day, and yields to measurements")
    func memory() throws {
        let stored = StoredThroughput(bitsPerSecond: 10e6, latency: 0.2, storedAt: 0)
        let estimator = ThroughputEstimator(remembered: stored)
        #expect(estimator.estimate(at: 0) == 10e6)
        #expect(estimator.estimate(at: 3_600) == (10e6 + AdaptationTuning.startRate) / 2)
        #expect(estimator.estimate(at: 86_401) == nil)
        #expect(estimator.latency == 0.2)
        var measuring = ThroughputEstimator(remembered: stored)
        transfer(&measuring, at: 10, rate: 1e6, seconds: 20)
        let estimate = try #require(measuring.estimate(at: 31))
        #expect(estimate < 2e6)
    }

    @Test("a stored estimate can be encoded and decoded")
    func coding() throws {
        let stored = StoredThroughput(bitsPerSecond: 1.5e6, latency: 0.08, storedAt: 12)
        let read = try JSONDecoder().decode(StoredThroughput.self, from: JSONEncoder().encode(stored))
        #expect(read == stored)
    }

    @Test("a drop counts as slow from its first sample until the rate has recovered")
    func slowSeconds() {
        var estimator = ThroughputEstimator()
        for index in 0..<4 { transfer(&estimator, at: Double(index) * 5, rate: 6e6, seconds: 4) }
        #expect(estimator.slowSeconds(at: 20) == 0)
        transfer(&estimator, at: 20, rate: 1e6, seconds: 8)
        #expect(abs(estimator.slowSeconds(at: 28.05) - 8) < 0.6)
        // Idle time gives no information about the link.
        #expect(abs(estimator.slowSeconds(at: 60) - 8) < 0.6)
        transfer(&estimator, at: 60, rate: 5e6, seconds: 1)
        #expect(estimator.slowSeconds(at: 61.1) == 0)
    }

    @Test("a rate that stays low becomes the reference for later drops")
    func slowBecomesUsual() {
        var estimator = ThroughputEstimator()
        for index in 0..<4 { transfer(&estimator, at: Double(index) * 5, rate: 6e6, seconds: 4) }
        transfer(&estimator, at: 20, rate: 2e6, seconds: 40)
        #expect(estimator.slowSeconds(at: 60.1) == 0)
        transfer(&estimator, at: 61, rate: 0.4e6, seconds: 3)
        #expect(abs(estimator.slowSeconds(at: 64.05) - 3) < 0.6)
    }

    @Test("a short transfer counts as slow for no longer than its duration")
    func shortTransferIsSlowForItsTime() {
        var estimator = ThroughputEstimator()
        for index in 0..<4 { transfer(&estimator, at: Double(index) * 5, rate: 6e6, seconds: 4) }
        transfer(&estimator, at: 20, rate: 1e6, seconds: 1)
        #expect(estimator.slowSeconds(at: 21.1) <= 1.3)
    }
}
