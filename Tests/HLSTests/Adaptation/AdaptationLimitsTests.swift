import Testing

@testable import HLS

@Suite("Limits on variants")
struct AdaptationLimitsTests {
    private let variants = [
        AdaptationVariant(bandwidth: 64_000, isAudioOnly: true),
        AdaptationVariant(bandwidth: 400_000, width: 416, height: 234),
        AdaptationVariant(bandwidth: 900_000, width: 640, height: 360),
        AdaptationVariant(bandwidth: 2_000_000, width: 960, height: 540),
        AdaptationVariant(bandwidth: 4_000_000, width: 1280, height: 720),
        AdaptationVariant(bandwidth: 6_000_000, width: 1280, height: 720),
        AdaptationVariant(bandwidth: 9_000_000, width: 1920, height: 1080),
    ]

    @Test("audio-only variants are not candidates while there are variants with video")
    func audioOnly() {
        let result = AdaptationLimits().candidates(of: variants)
        #expect(result.allowed == [1, 2, 3, 4, 5, 6])
        #expect(result.cuts == [0: .audioOnly])
    }

    @Test("an audio-only variant is the last resort when every variant with video is excluded")
    func lastResort() {
        #expect(AdaptationLimits(excludedVariants: [1, 2, 3, 4, 5, 6]).candidates(of: variants).allowed == [0])
    }

    @Test("excluding every variant leaves the lowest; without variants there are no candidates")
    func extremes() {
        #expect(AdaptationLimits(excludedVariants: Set(0...6)).candidates(of: variants).allowed == [0])
        #expect(AdaptationLimits().candidates(of: []).allowed.isEmpty)
    }
}
