import Testing

@testable import HLS

@Suite("Limits on rungs")
struct AdaptationLimitsTests {
    private let rungs = [
        AdaptationRung(bandwidth: 64_000, isAudioOnly: true),
        AdaptationRung(bandwidth: 400_000, width: 416, height: 234),
        AdaptationRung(bandwidth: 900_000, width: 640, height: 360),
        AdaptationRung(bandwidth: 2_000_000, width: 960, height: 540),
        AdaptationRung(bandwidth: 4_000_000, width: 1280, height: 720),
        AdaptationRung(bandwidth: 6_000_000, width: 1280, height: 720),
        AdaptationRung(bandwidth: 9_000_000, width: 1920, height: 1080),
    ]

    @Test("sound alone is no candidate while there are pictures")
    func audioOnly() {
        let result = AdaptationLimits().candidates(of: rungs)
        #expect(result.allowed == [1, 2, 3, 4, 5, 6])
        #expect(result.cuts == [0: .audioOnly])
    }

    @Test("it is the last resort when every picture is excluded")
    func lastResort() {
        #expect(AdaptationLimits(excludedRungs: [1, 2, 3, 4, 5, 6]).candidates(of: rungs).allowed == [0])
    }

    @Test("without a picture to show the sound is enough, or the cheapest rung")
    func noPicture() {
        #expect(AdaptationLimits(hasNoPicture: true).candidates(of: rungs).allowed == [0])
        #expect(AdaptationLimits(hasNoPicture: true).candidates(of: Array(rungs.dropFirst())).allowed == [0])
    }

    @Test("the smallest rung that fills the view stays, with its equals in size")
    func view() {
        let small = AdaptationLimits(viewPixels: .init(width: 1000, height: 563)).candidates(of: rungs)
        #expect(small.allowed == [1, 2, 3, 4, 5])
        #expect(small.cuts[6] == .viewSize)
        #expect(AdaptationLimits(viewPixels: .init(width: 100, height: 50)).candidates(of: rungs).allowed == [1])
        #expect(AdaptationLimits(viewPixels: .init(width: 4000, height: 3000)).candidates(of: rungs).allowed.last == 6)
    }

    @Test("the application's limits are soft: the lowest rung remains")
    func peak() {
        #expect(AdaptationLimits(peakBitRate: 2.5e6).candidates(of: rungs).allowed == [1, 2, 3])
        #expect(AdaptationLimits(peakBitRate: 1).candidates(of: rungs).allowed == [1])
        #expect(AdaptationLimits(peakBitRate: 0).candidates(of: rungs).allowed.count == 6)
        #expect(
            AdaptationLimits(maximumPixels: .init(width: 960, height: 540)).candidates(of: rungs).allowed == [1, 2, 3])
    }

    @Test("the twins for expensive networks count on those only")
    func expensive() {
        var limits = AdaptationLimits(peakBitRateOnExpensiveNetwork: 1e6)
        #expect(limits.candidates(of: rungs).allowed.last == 6)
        limits.isExpensiveNetwork = true
        #expect(limits.candidates(of: rungs).allowed == [1, 2])
    }

    @Test("excluding everything leaves the lowest, and no rungs leave nothing")
    func extremes() {
        #expect(AdaptationLimits(excludedRungs: Set(0...6)).candidates(of: rungs).allowed == [0])
        #expect(AdaptationLimits().candidates(of: []).allowed.isEmpty)
    }
}
