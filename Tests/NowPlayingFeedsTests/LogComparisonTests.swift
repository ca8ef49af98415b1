import CatalogValidation
import Foundation
import NowPlayingFeeds
import NowPlayingTestSupport
import NowPlayingValidation
import Testing
import UniversalMediaCatalog

/// Logs compared with the sample feeds of a fictional service.
struct LogComparisonTests {
    /// Returns the log of one update a day.
    private func log(_ info: NowPlayingInfo, days: [String] = ["2026-03-10"]) -> String {
        days.enumerated().map { index, day in
            let date = FeedDateTime(day + "T18:00:00Z")!.date
            return NowPlayingLogWriter.line(
                .info(info, time: Double(index) * 86_400, date: date, player: SampleSession.player))
        }.joined()
    }

    private func content(_ identifier: String, duration: Double? = nil) -> NowPlayingInfo {
        var info = NowPlayingInfo([:])
        info[.externalContentIdentifier] = .text(identifier)
        if let duration { info[.playbackDuration] = .number(duration) }
        return info
    }

    private func service(_ identifier: String) -> NowPlayingInfo {
        NowPlayingInfo(["serviceIdentifier": .text(identifier), "isLiveStream": true])
    }

    private func findings(_ log: String, _ feeds: [SampleFeed]) -> [Finding] {
        var comparison = LogComparison(name: "log.jsonl")
        comparison.read(log.utf8)
        comparison.finishLog()
        for feed in feeds {
            let outcome = comparison.read(.bytes(Array(feed.text.utf8), name: feed.rawValue))
            #expect(outcome.feed.isComplete && outcome.failure == nil)
        }
        return comparison.finish()
    }

    @Test("R156, R183, R184: identifiers of the feeds with open offers and near durations have no finding")
    func rightLog_hasNoFinding() {
        let all = SampleFeed.allCases
        #expect(findings(log(content("LB-MOV-0001", duration: 6_120)), all) == [])
        #expect(findings(log(content("LB-MOV-0001", duration: 6_150)), all) == [])
        #expect(findings(log(content("LB-EP-0100-0101", duration: 1_742)), [.catalog, .availability]) == [])
        #expect(findings(log(content("LB-SPT-7002"), days: ["2026-03-15"]), all) == [])
        #expect(findings(log(service("org.example.lanternbay.linear.sports1")), all) == [])
        #expect(findings(log(content("LB-MOV-0001")), [.catalog]) == [])
    }

    @Test(
        "R156: each difference between a log and the feeds has its rule, its line and its identifier",
        arguments: [
            ("LB-MOV-0002", nil, "2026-03-10", "NOW-ID"), ("lb-mov-0001", nil, "2026-03-10", "NOW-ID-CASE"),
            ("LB-SEAS-0100-1", nil, "2026-03-10", "NOW-ID-ROLE"), ("LB-SHOW-0100", nil, "2026-03-10", "NOW-ID-ROLE"),
            ("org.example.lanternbay.linear.sports1", nil, "2026-03-10", "NOW-ID-ROLE"),
            ("LB-MOV-0001", nil, "2026-02-27", "NOW-WINDOW"), ("LB-MOV-0001", nil, "2027-03-02", "NOW-WINDOW"),
            ("LB-MOV-0001", 6_300, "2026-03-10", "NOW-DURATION"), ("LB-MOV-0001", 6_050, "2026-03-10", "NOW-DURATION"),
        ] as [(String, Double?, String, String)])
    func difference_isNamed(identifier: String, duration: Double?, day: String, rule: String) throws {
        let found = findings(log(content(identifier, duration: duration), days: [day]), SampleFeed.allCases)
        #expect(found.map(\.ruleId) == [rule])
        let finding = try #require(found.first)
        #expect(finding.file == "log.jsonl" && finding.line == 1 && finding.contentId == identifier)
        #expect(finding.message.contains(identifier) && finding.remedy?.isEmpty == false)
        #expect(RuleCatalog.rule(named: rule) != nil)
    }

    @Test(
        "R184: a service identifier that is unknown, of another letter case, of an item or of a service on demand is named"
    )
    func serviceIdentifiers_areCompared() {
        for (identifier, rule) in [
            ("org.example.other", "NOW-ID"), ("Org.Example.Lanternbay.Linear.Sports1", "NOW-ID-CASE"),
            ("LB-MOV-0001", "NOW-ID-ROLE"), ("org.example.lanternbay.vod.us", "NOW-ID-ROLE"),
        ] {
            #expect(findings(log(service(identifier)), SampleFeed.allCases).map(\.ruleId) == [rule], "\(identifier)")
        }
        #expect(
            findings(log(service("org.example.lanternbay.linear.sports1"), days: ["2025-12-01"]), [.linearAvailability])
                .map(\.ruleId) == ["NOW-WINDOW"])
    }

    @Test("a window that closes while the log goes on is found at the last line")
    func closingWindow_isFoundAtTheLastLine() {
        let found = findings(
            log(content("LB-MOV-0001"), days: ["2027-02-27", "2027-02-28", "2027-03-02"]), [.availability])
        #expect(found.map(\.ruleId) == ["NOW-WINDOW"])
        #expect(found.first?.line == 3)
    }

    @Test("an item in a catalog alone is not available")
    func catalogAlone_isNotAvailability() {
        let found = findings(log(content("LB-EXT-0200-T1")), [.catalog, .availability])
        #expect(found.map(\.ruleId) == ["NOW-ID"])
        #expect(found.first?.message.contains("although it is in a catalog") == true)
    }

    @Test("a log without identifiers, and lines that cannot be read, are reported")
    func emptyLogs_areReported() {
        #expect(findings(log(NowPlayingInfo(["title": "x"])), [.availability]).map(\.ruleId) == ["NOW-LOG"])
        let found = findings("nonsense\n" + log(content("LB-MOV-0001")), [.availability])
        #expect(found.map(\.ruleId) == ["NOW-LOG"] && found.first?.line == 1)
    }

    @Test("a feed that cannot be read to its end is incomplete, and what was read counts")
    func brokenFeed_isIncomplete() {
        var comparison = LogComparison(name: "log")
        comparison.read(log(content("LB-MOV-0001")).utf8)
        comparison.finishLog()
        let text = SampleFeed.availability.text
        let broken = comparison.read(.bytes(Array(text.utf8.prefix(text.utf8.count - 200)), name: "broken.xml"))
        #expect(!broken.feed.isComplete && broken.failure != nil)
        let missing = comparison.read(.file("/nonexistent/feed.xml"))
        #expect(!missing.feed.isReadable)
        #expect(comparison.finish().allSatisfy { $0.ruleId != "NOW-ID" })
    }
}
