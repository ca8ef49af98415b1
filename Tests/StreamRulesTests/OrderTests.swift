import Testing

@testable import StreamRules

/// Tests the rules about the order, the repetition and the frame rates of segments.
struct OrderTests {
    private func rules(
        starts: [Double], discontinuities: Set<Int> = [], _ change: (Int, inout SegmentFacts) -> Void = { _, _ in }
    ) throws -> [String] {
        let facts = try MeasuredStream.playlist(
            .variant(0), "v", .video, starts: starts, discontinuities: discontinuities, change)
        var log = FindingLog()
        OrderChecks(facts: facts).check(&log)
        return log.findings.map(\.rule)
    }

    @Test("two segments of different URLs with the same bytes are reported once")
    func repeated() throws {
        #expect(
            try rules(starts: [0, 6, 12, 18]) { position, facts in if position == 3 { facts.digest = 1_001 } }
                == ["segment.repeated"])
    }

    @Test("the same bytes on both sides of a discontinuity are not reported")
    func repeatedAdvertisement() throws {
        let found = try rules(starts: [0, 6, 0, 6], discontinuities: [2]) { position, facts in
            facts.digest = UInt64(position % 2)
        }
        #expect(found.isEmpty)
    }

    @Test("two neighbors in exchanged order are reported")
    func exchanged() throws {
        #expect(try rules(starts: [0, 12, 6, 18]) == ["segment.order"])
        #expect(try rules(starts: [0, 6, 12, 18]).isEmpty)
    }

    @Test("an earlier time after a discontinuity is not an exchanged order")
    func earlierAfterDiscontinuity() throws {
        #expect(try rules(starts: [0, 12, 6, 18], discontinuities: [2]).isEmpty)
    }

    @Test("a step back by another duration than that of the segment is not an exchanged order")
    func stepBack() throws {
        #expect(try rules(starts: [0, 12, 3, 18]).isEmpty)
    }

    private func setRate(_ positions: Set<Int>, _ nanoseconds: Int64) -> (Int, inout SegmentFacts) -> Void {
        { position, facts in if positions.contains(position) { facts.spans[0].sampleDuration = nanoseconds } }
    }

    @Test("one of five segments with half the frame rate is reported; two of four, and a close rate, are not")
    func rate() throws {
        let five = [0.0, 6, 12, 18, 24]
        #expect(try rules(starts: five, setRate([2], 40_000_000)) == ["video.rate-change"])
        #expect(try rules(starts: [0, 6, 12, 18], setRate([1, 2], 40_000_000)).isEmpty)
        #expect(try rules(starts: five, setRate([2], 22_000_000)).isEmpty)
        #expect(try rules(starts: five, discontinuities: [2], setRate([2], 40_000_000)).isEmpty)
    }

    @Test("a message about the frame rate states both rates")
    func rateMessage() throws {
        let facts = try MeasuredStream.playlist(
            .variant(0), "v", .video, starts: [0, 6, 12, 18], setRate([3], 40_000_000))
        var log = FindingLog()
        OrderChecks(facts: facts).check(&log)
        let finding = try #require(log.findings.first)
        #expect(finding.message.contains("than 50 frames per second") && finding.message.hasSuffix("has 25."))
        #expect(finding.place.segment == 3)
    }
}
