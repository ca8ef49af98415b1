import Testing

@testable import HLS

@Suite("Failing blocking reloads (hls.md section 6)")
struct BlockingReloadsTests {
    private let target = Duration.seconds(4)

    @Test(
        "hls.md section 6: each failure doubles the pause, up to two minutes [hls.md 6: 503 on a blocking reload]"
    )
    func pauses() {
        var reloads = BlockingReloads()
        #expect(reloads.isAllowed(at: .zero))
        var now = Duration.seconds(10)
        for seconds in [8, 16, 32, 64, 120, 120] {
            reloads.failed(at: now, target: target)
            #expect(!reloads.isAllowed(at: now + .seconds(seconds) - .milliseconds(1)))
            now += .seconds(seconds)
            #expect(reloads.isAllowed(at: now), "\(seconds)")
        }
        for _ in 0..<100 { reloads.failed(at: now, target: target) }
        #expect(!reloads.isAllowed(at: now + .seconds(119)))
        #expect(reloads.isAllowed(at: now + .seconds(120)))
    }

    @Test("section 6: a successful blocking reload resets the pause")
    func answered() {
        var reloads = BlockingReloads()
        for second in 0..<4 { reloads.failed(at: .seconds(second), target: target) }
        reloads.answered()
        #expect(reloads.isAllowed(at: .seconds(4)))
        reloads.failed(at: .seconds(4), target: target)
        #expect(reloads.isAllowed(at: .seconds(12)))
    }
}
