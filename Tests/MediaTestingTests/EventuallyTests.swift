import Testing

@testable import MediaTesting

@Suite struct EventuallyTests {
    @Test("a wait whose checks are delayed beyond its limit checks as often as the limit has tenths of a second")
    func delayedChecks() {
        let start = ContinuousClock.now
        var budget = WaitBudget(.milliseconds(500), .milliseconds(2), at: start)
        let outcomes = (1...6).map { budget.hasRest(at: start + .seconds(40 * $0)) }
        #expect(outcomes == [true, true, true, true, false, false])
    }

    @Test("a wait whose checks are on time ends at its limit, also with an interval above a tenth of a second")
    func limit() {
        let start = ContinuousClock.now
        for (interval, last) in [(2, 250), (200, 2)] {
            var budget = WaitBudget(.milliseconds(500), .milliseconds(interval), at: start)
            var checks = 1
            while budget.hasRest(at: start + .milliseconds(interval * checks)) { checks += 1 }
            #expect(checks == last || checks == last + 1)
        }
    }

    @Test("a condition that never holds ends the wait; one that holds at the last check is found")
    func outcomes() async {
        #expect(await !eventually(within: .milliseconds(20)) { false })
        #expect(!eventuallyBlocking(within: .milliseconds(20)) { false })
        var checks = 0
        #expect(
            await eventually(within: .zero) {
                checks += 1
                return checks == 2
            })
    }
}
