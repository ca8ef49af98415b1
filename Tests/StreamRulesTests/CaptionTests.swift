import Testing

@testable import StreamRules

/// Tests the comparison of captions in video frames with those that are declared, where some segments were searched.
struct CaptionTests {
    private static let group = [
        "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"cc\",NAME=\"English\",LANGUAGE=\"en\",INSTREAM-ID=\"CC1\"",
        "#EXT-X-STREAM-INF:BANDWIDTH=800000,CLOSED-CAPTIONS=\"cc\"\nv.m3u8",
    ]
    private static let none = ["#EXT-X-STREAM-INF:BANDWIDTH=800000,CLOSED-CAPTIONS=NONE\nv.m3u8"]

    /// Returns the rules that a variant of twenty segments breaks.
    /// - Parameters:
    ///   - searched: the number of segments that were searched.
    ///   - captions: the channels that they have.
    private func rules(_ lines: [String], searched: Int, _ captions: [String], isEnded: Bool = true) throws -> [String]
    {
        let starts = (0..<20).map { Double($0) * 6 }
        let video = try MeasuredStream.playlist(.variant(0), "v", .video, starts: starts, isEnded: isEnded) {
            position, facts in facts.captions = position < searched ? captions : nil
        }
        var log = FindingLog()
        DecodingChecks(facts: try MeasuredStream.stream(lines, [video])).check(&log)
        return log.findings.map(\.rule)
    }

    @Test("declared captions are missing where eight segments have none")
    func missing() throws {
        #expect(try rules(Self.group, searched: 8, []) == ["caption.missing"])
        #expect(try rules(Self.group, searched: 7, []).isEmpty)
        #expect(try rules(Self.group, searched: 8, [], isEnded: false).isEmpty)
    }

    @Test("a declared channel beside others is missing only where all segments were searched")
    func otherChannel() throws {
        #expect(try rules(Self.group, searched: 20, ["CC3"]) == ["caption.missing", "caption.undeclared"])
        #expect(try rules(Self.group, searched: 19, ["CC3"]) == ["caption.undeclared"])
    }

    @Test("captions in one searched segment are undeclared beside CLOSED-CAPTIONS=NONE")
    func undeclared() throws {
        #expect(try rules(Self.none, searched: 1, ["CC1"], isEnded: false) == ["caption.undeclared"])
        #expect(try rules(Self.none, searched: 20, []).isEmpty)
        #expect(try rules(Self.group, searched: 20, ["CC1"]).isEmpty)
    }
}
