import Testing

@testable import HLS

/// `spec/hls.md` section 7 (holes): a live picture that stands still for nothing is found out, and one that has reason to is left alone.
struct FrozenVideoDetectorTests {
    /// Looks four times a second while media time goes on, for so many seconds.
    /// - Parameter sight: by media time.
    /// - Returns: the media time at which something was found, and what.
    private func watch(
        _ seconds: Double, _ watch: inout FrozenVideoDetector, _ sight: (Double) -> FrozenVideoDetector.Observation
    ) -> (Double, FrozenVideoDetector.Finding)? {
        for tick in 0...Int(seconds * 4) {
            let media = Double(tick) / 4
            if let found = watch.look(sight(media), at: 1_000 + media) { return (media, found) }
        }
        return nil
    }

    private func frames(from first: Double, every step: Double = 1.0 / 24) -> [Double] {
        (0..<4).map { first + Double($0) * step }
    }

    @Test("section 7: a picture that stands for more than eight seconds while the next ones lie far ahead is found")
    func found() throws {
        var standstill = FrozenVideoDetector()
        let (media, finding) = try #require(
            watch(20, &standstill) { .init(media: $0, shownEnd: 1, waiting: frames(from: 101)) })
        #expect(media == 9.25)
        #expect(finding == .init(stood: 8.25, ahead: 91.75))
        // Not again at once: the jump needs its time.
        #expect(standstill.look(.init(media: 12, shownEnd: 1, waiting: frames(from: 101)), at: 1_012) == nil)
        standstill.moved()
        #expect(standstill.look(.init(media: 50, shownEnd: 40, waiting: frames(from: 101)), at: 1_038) == nil)
        #expect(standstill.look(.init(media: 51, shownEnd: 40, waiting: frames(from: 101)), at: 1_040) != nil)
    }

    @Test("section 7: a first picture that never was is found, too, and one that is out of order before the others")
    func withoutPicture() {
        var none = FrozenVideoDetector()
        #expect(watch(20, &none) { .init(media: $0, shownEnd: nil, waiting: frames(from: 60)) }?.0 == 8.25)
        // Where playing was put elsewhere meanwhile, waiting begins anew.
        var sought = FrozenVideoDetector()
        #expect(watch(5, &sought) { .init(media: $0, shownEnd: nil, waiting: frames(from: 60)) } == nil)
        sought.moved()
        #expect(sought.look(.init(media: 300, shownEnd: nil, waiting: frames(from: 360)), at: 1_006) == nil)
        #expect(sought.look(.init(media: 308.5, shownEnd: nil, waiting: frames(from: 360)), at: 1_014) != nil)
        var stray = FrozenVideoDetector()
        #expect(watch(20, &stray) { .init(media: $0, shownEnd: 0, waiting: [900, 1, 2, 3]) }?.0 == 8.25)
    }

    @Test("section 7: pictures that come in time, that are awaited, or that are near are nothing to find")
    func playing() {
        var standstill = FrozenVideoDetector()
        #expect(
            watch(60, &standstill) { .init(media: $0, shownEnd: $0 + 0.02, waiting: frames(from: $0 + 0.02)) } == nil)
        // Nothing is decoded: no pictures in this variant, or none have come.
        var sound = FrozenVideoDetector()
        #expect(watch(60, &sound) { .init(media: $0, shownEnd: 1, waiting: []) } == nil)
        var near = FrozenVideoDetector()
        #expect(watch(14, &near) { .init(media: $0, shownEnd: 1, waiting: frames(from: 15)) } == nil)
    }

    @Test("section 7: a stream with a picture every ten seconds, or every minute, is no standstill")
    func fewPictures() {
        for step in [10.0, 20, 60] {
            var standstill = FrozenVideoDetector()
            let found = watch(300, &standstill) { media in
                let shown = (media / step).rounded(.down) * step
                // Transport streams do not say for how long a picture is shown.
                return .init(media: media, shownEnd: shown + 0.04, waiting: frames(from: shown + step, every: step))
            }
            #expect(found == nil, "\(step)")
        }
        var said = FrozenVideoDetector()
        #expect(watch(60, &said) { .init(media: $0, shownEnd: 60, waiting: frames(from: 60)) } == nil)
    }

    @Test("section 7: an announced gap is passed with the picture that was there; what lies beyond it is found")
    func knownHoles() throws {
        var gap = FrozenVideoDetector()
        #expect(
            watch(60, &gap) { .init(media: $0, shownEnd: 1, waiting: frames(from: 61), knownHole: 61 - $0) } == nil)
        // Of a hundred seconds twenty are known.
        var part = FrozenVideoDetector()
        let found = try #require(
            watch(60, &part) {
                .init(media: $0, shownEnd: 1, waiting: frames(from: 101), knownHole: max(0, 21 - $0))
            })
        #expect(found.0 == 9.25)
    }
}
