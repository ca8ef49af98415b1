import Testing

@testable import AVFoundation

/// Semantics section 5.
struct TimeObserverScheduleTests {
    private static let stretch = PlaybackStretch.next()

    private static func anchor(
        _ seconds: Double, rate: Double = 1, host: Int64 = 0, stretch: PlaybackStretch = stretch
    ) -> TimeAnchor {
        TimeAnchor(seconds: seconds, rate: rate, hostTime: host, stretch: stretch)
    }

    /// Returns the time anchor of playback at a rate, at a time of the host clock in seconds.
    private static func played(_ seconds: Double, rate: Double = 1, at host: Double) -> TimeAnchor {
        anchor(seconds, rate: rate, host: Int64(host * 1e9))
    }

    @Test("S5.1: periodic calls occur at multiples of the interval of item time")
    func periodic_firesAtMultiples() {
        var schedule = PeriodicSchedule(interval: 1)
        #expect((schedule.jumped(to: Self.anchor(0.25))) == .call)
        #expect(schedule.nextWake(after: Self.anchor(0.25)) == 750_000_000)
        #expect((schedule.moved(to: Self.anchor(0.9))) == .skip)
        #expect((schedule.moved(to: Self.anchor(1))) == .call)
        #expect((schedule.moved(to: Self.anchor(1.2))) == .skip)
        #expect((schedule.moved(to: Self.anchor(2.001))) == .call)
    }

    @Test("S5.6: at rate 2 the calls occur after half the time, at rate 0 never")
    func periodic_followsRate() {
        var schedule = PeriodicSchedule(interval: 1)
        _ = schedule.jumped(to: Self.anchor(0))
        #expect(schedule.nextWake(after: Self.anchor(0, rate: 2)) == 500_000_000)
        #expect(schedule.nextWake(after: Self.anchor(0, rate: 0)) == nil)
    }

    @Test("S5.1: very short intervals are coalesced")
    func periodic_coalescesShortIntervals() throws {
        var schedule = PeriodicSchedule(interval: 0.000_1)
        _ = schedule.jumped(to: Self.anchor(0))
        let wake = try #require(schedule.nextWake(after: Self.anchor(0)))
        #expect((wake >= Int64(PeriodicSchedule.shortestPeriod * 1e9)) == true)
    }

    @Test("S5.1: periodic calls occur in reverse playback")
    func periodic_backwards() throws {
        var schedule = PeriodicSchedule(interval: 1)
        _ = schedule.jumped(to: Self.anchor(3.5, rate: -1))
        let wake = try #require(schedule.nextWake(after: Self.anchor(3.5, rate: -1)))
        #expect((abs(wake - 501_000_000) < 1_000_000) == true)
        #expect((schedule.moved(to: Self.anchor(3.5 - Double(wake) / 1e9, rate: -1))) == .call)
    }

    @Test("a very long interval sets no timer")
    func periodic_hugeInterval() {
        var schedule = PeriodicSchedule(interval: 1e12)
        _ = schedule.jumped(to: Self.anchor(0))
        #expect(schedule.nextWake(after: Self.anchor(0)) == nil)
    }

    @Test("S5.5: a boundary is crossed forwards and backwards, and not by a jump")
    func boundary_crossings() {
        var schedule = BoundarySchedule(times: [2, 1, .nan])
        _ = schedule.jumped(to: Self.played(0, at: 0))
        #expect(schedule.nextWake(after: Self.played(0, at: 0)) == 1_000_000_000)
        #expect((schedule.moved(to: Self.played(0.5, at: 0.5))) == .skip)
        #expect((schedule.moved(to: Self.played(1, at: 1))) == .call)
        #expect((schedule.moved(to: Self.played(1.5, at: 1.5))) == .skip)
        #expect((schedule.jumped(to: Self.played(5, at: 1.5))) == .skip)
        #expect((schedule.moved(to: Self.played(5.5, at: 2))) == .skip)
        #expect((schedule.startedOrStopped(at: Self.played(5.5, rate: -1, at: 2))) == .skip)
        #expect((schedule.moved(to: Self.played(1.7, rate: -1, at: 5.8))) == .call)
        #expect(schedule.nextWake(after: Self.anchor(1.7, rate: -1, host: 0)) == 700_000_000)
    }

    @Test("S5.5: several boundaries crossed at once are one call")
    func boundary_merges() {
        var schedule = BoundarySchedule(times: [1, 2, 3])
        _ = schedule.jumped(to: Self.played(0, at: 0))
        #expect((schedule.moved(to: Self.played(3, at: 3))) == .call)
        #expect((schedule.moved(to: Self.played(3.5, at: 3.5))) == .skip)
    }

    @Test("S5.5: a jump that is visible before it is reported crosses no boundary")
    func boundary_unreportedJumps() {
        var schedule = BoundarySchedule(times: [10])
        _ = schedule.jumped(to: Self.played(20, at: 0))
        // Another stretch: a seek has been made.
        #expect((schedule.startedOrStopped(at: Self.anchor(0, rate: 0, host: 1, stretch: .next()))) == .skip)
        // A movement against the direction of the rate.
        _ = schedule.jumped(to: Self.played(20, at: 0))
        #expect((schedule.startedOrStopped(at: Self.played(0, rate: 0, at: 0.1))) == .skip)
        // A distance that playback cannot have covered in the elapsed time.
        _ = schedule.jumped(to: Self.played(2, at: 0))
        #expect((schedule.moved(to: Self.played(12, at: 1))) == .skip)
        // A movement that stops just behind the boundary counts as playback.
        _ = schedule.jumped(to: Self.played(9.5, at: 0))
        #expect((schedule.startedOrStopped(at: Self.played(10.1, rate: 0, at: 0.6))) == .call)
    }
}
