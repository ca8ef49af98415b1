import Testing

@testable import AVFoundation

/// Semantics section 5.
struct TimeObserverScheduleTests {
    private static func anchor(_ seconds: Double, rate: Double = 1, host: Int64 = 0) -> TimeAnchor {
        TimeAnchor(seconds: seconds, rate: rate, hostTime: host)
    }

    @Test("semantics 5: periodic calls come at multiples of the interval of item time")
    func periodic_firesAtMultiples() {
        var schedule = PeriodicSchedule(interval: 1)
        #expect((schedule.jumped(to: Self.anchor(0.25))) == true)
        #expect(schedule.nextWake(after: Self.anchor(0.25)) == 750_000_000)
        #expect((schedule.moved(to: Self.anchor(0.9))) == false)
        #expect((schedule.moved(to: Self.anchor(1))) == true)
        #expect((schedule.moved(to: Self.anchor(1.2))) == false)
        #expect((schedule.moved(to: Self.anchor(2.001))) == true)
    }

    @Test("semantics 5: at rate 2 the marks come twice as soon, at rate 0 never")
    func periodic_followsRate() {
        var schedule = PeriodicSchedule(interval: 1)
        _ = schedule.jumped(to: Self.anchor(0))
        #expect(schedule.nextWake(after: Self.anchor(0, rate: 2)) == 500_000_000)
        #expect(schedule.nextWake(after: Self.anchor(0, rate: 0)) == nil)
    }

    @Test("semantics 5: very short intervals are coalesced")
    func periodic_coalescesShortIntervals() throws {
        var schedule = PeriodicSchedule(interval: 0.000_1)
        _ = schedule.jumped(to: Self.anchor(0))
        let wake = try #require(schedule.nextWake(after: Self.anchor(0)))
        #expect((wake >= Int64(PeriodicSchedule.shortestPeriod * 1e9)) == true)
    }

    @Test("semantics 5: periodic calls come backwards too")
    func periodic_backwards() throws {
        var schedule = PeriodicSchedule(interval: 1)
        _ = schedule.jumped(to: Self.anchor(3.5, rate: -1))
        let wake = try #require(schedule.nextWake(after: Self.anchor(3.5, rate: -1)))
        #expect((abs(wake - 501_000_000) < 1_000_000) == true)
        #expect((schedule.moved(to: Self.anchor(3.5 - Double(wake) / 1e9, rate: -1))) == true)
    }

    @Test("semantics 5: an interval of ages never wakes anybody")
    func periodic_hugeInterval() {
        var schedule = PeriodicSchedule(interval: 1e12)
        _ = schedule.jumped(to: Self.anchor(0))
        #expect(schedule.nextWake(after: Self.anchor(0)) == nil)
    }

    @Test("semantics 5: a boundary is crossed forwards and backwards, and not by a jump")
    func boundary_crossings() {
        var schedule = BoundarySchedule(times: [2, 1, .nan])
        _ = schedule.jumped(to: Self.anchor(0))
        #expect(schedule.nextWake(after: Self.anchor(0)) == 1_000_000_000)
        #expect((schedule.moved(to: Self.anchor(0.5))) == false)
        #expect((schedule.moved(to: Self.anchor(1))) == true)
        #expect((schedule.moved(to: Self.anchor(1.5))) == false)
        #expect((schedule.jumped(to: Self.anchor(5))) == false)
        #expect((schedule.moved(to: Self.anchor(5.5))) == false)
        #expect((schedule.moved(to: Self.anchor(1.7, rate: -1))) == true)
        #expect(schedule.nextWake(after: Self.anchor(1.7, rate: -1, host: 0)) == 700_000_000)
    }

    @Test("semantics 5: several boundaries crossed at once are one call")
    func boundary_merges() {
        var schedule = BoundarySchedule(times: [1, 2, 3])
        _ = schedule.jumped(to: Self.anchor(0))
        #expect((schedule.moved(to: Self.anchor(3))) == true)
        #expect((schedule.moved(to: Self.anchor(3.5))) == false)
    }
}
