import Testing

@testable import MediaEngine

@Suite struct MediaClockTests {
    @Test("host(at:) is the first host time at which the clock has reached the media time, at every rate")
    func host() throws {
        for rate in [0.1, 0.3, 0.5, 0.7, 1, 1.1, 1.25, 1.5, 1.75, 2, 3, 7, 8, -0.7, -1, -1.5, -3] {
            var clock = MediaClock()
            clock.set(7_654_321, at: HostTime(nanoseconds: 1_000_003))
            clock.setRate(rate, at: HostTime(nanoseconds: 1_000_003))
            for step in 1...500 {
                let media = 7_654_321 + Nanoseconds(rate > 0 ? 1 : -1) * Nanoseconds(step) * 41_666_667
                let host = try #require(clock.host(at: media))
                let reached = clock.time(at: host)
                let before = clock.time(at: host &+ -1)
                #expect(rate > 0 ? reached >= media : reached <= media, "rate \(rate), step \(step)")
                #expect(rate > 0 ? before <= media : before >= media, "rate \(rate), step \(step)")
            }
        }
    }
}
