import Testing

@testable import HLS

/// `spec/hls.md` section 7 (holes): frozen live video is detected, and explained gaps are not.
struct FrozenVideoDetectorTests {
    /// Checks four times a second while media time advances, for the given seconds.
    /// - Parameter sight: the observation at a media time.
    /// - Returns: the media time of the first finding, and the finding.
    private func watch(
        _ seconds: Double, _ watch: inout FrozenVideoDetector,
        _ observation: (Double) -> FrozenVideoDetector.Observation
    ) -> (Double, FrozenVideoDetector.Finding)? {
        for tick in 0...Int(seconds * 4) {
            let media = Double(tick) / 4
            if let found = watch.check(observation(media), at: 1_000 + media) { return (media, found) }
        }
        return nil
    }

    private func frames(from first: Double, every step: Double = 1.0 / 24) -> [Double] {
        (0..<4).map { first + Double($0) * step }
    }

    @Test("section 7: a frame that is frozen for more than eight seconds, with the next ones far ahead, is detected")
    func found() throws {
        var detector = FrozenVideoDetector()
        let (media, finding) = try #require(
            watch(20, &detector) { .init(media: $0, shownEnd: 1, waiting: frames(from: 101)) })
        #expect(media == 9.25)
        #expect(finding == .init(frozenSeconds: 8.25, secondsToNextFrame: 91.75))
        // Not reported again at once, because the jump takes time.
        #expect(detector.check(.init(media: 12, shownEnd: 1, waiting: frames(from: 101)), at: 1_012) == nil)
        detector.moved()
        #expect(detector.check(.init(media: 50, shownEnd: 40, waiting: frames(from: 101)), at: 1_038) == nil)
        #expect(detector.check(.init(media: 51, shownEnd: 40, waiting: frames(from: 101)), at: 1_040) != nil)
    }

    @Test("section 7: a missing first frame is detected too, and so is a frame out of order before the others")
    func withoutVideo() {
        var none = FrozenVideoDetector()
        #expect(watch(20, &none) { .init(media: $0, shownEnd: nil, waiting: frames(from: 60)) }?.0 == 8.25)
        // After a seek the wait starts again.
        var sought = FrozenVideoDetector()
        #expect(watch(5, &sought) { .init(media: $0, shownEnd: nil, waiting: frames(from: 60)) } == nil)
        sought.moved()
        #expect(sought.check(.init(media: 300, shownEnd: nil, waiting: frames(from: 360)), at: 1_006) == nil)
        #expect(sought.check(.init(media: 308.5, shownEnd: nil, waiting: frames(from: 360)), at: 1_014) != nil)
        var stray = FrozenVideoDetector()
        #expect(watch(20, &stray) { .init(media: $0, shownEnd: 0, waiting: [900, 1, 2, 3]) }?.0 == 8.25)
    }

    @Test("section 7: frames that are on time, expected or near are not reported")
    func playing() {
        var detector = FrozenVideoDetector()
        #expect(
            watch(60, &detector) { .init(media: $0, shownEnd: $0 + 0.02, waiting: frames(from: $0 + 0.02)) } == nil)
        // Without decoded frames: no video in this variant, or none arrived.
        var sound = FrozenVideoDetector()
        #expect(watch(60, &sound) { .init(media: $0, shownEnd: 1, waiting: []) } == nil)
        var near = FrozenVideoDetector()
        #expect(watch(14, &near) { .init(media: $0, shownEnd: 1, waiting: frames(from: 15)) } == nil)
    }

    @Test("section 7: a stream with a frame every ten seconds, or every minute, is not frozen")
    func fewFrames() {
        for step in [10.0, 20, 60] {
            var detector = FrozenVideoDetector()
            let found = watch(300, &detector) { media in
                let shown = (media / step).rounded(.down) * step
                // Transport streams have no frame durations.
                return .init(media: media, shownEnd: shown + 0.04, waiting: frames(from: shown + step, every: step))
            }
            #expect(found == nil, "\(step)")
        }
        var said = FrozenVideoDetector()
        #expect(watch(60, &said) { .init(media: $0, shownEnd: 60, waiting: frames(from: 60)) } == nil)
    }

    @Test("section 7: a known gap is played with the last frame; a freeze beyond it is detected")
    func knownGap() throws {
        var gap = FrozenVideoDetector()
        #expect(
            watch(60, &gap) { .init(media: $0, shownEnd: 1, waiting: frames(from: 61), knownGap: 61 - $0) } == nil)
        // Twenty of a hundred seconds are known.
        var part = FrozenVideoDetector()
        let found = try #require(
            watch(60, &part) {
                .init(media: $0, shownEnd: 1, waiting: frames(from: 101), knownGap: max(0, 21 - $0))
            })
        #expect(found.0 == 9.25)
    }
}
