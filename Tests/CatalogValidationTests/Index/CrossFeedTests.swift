import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

struct CrossFeedTests {
    private func check(
        _ feeds: [(SampleFeed, [(String, String)])], _ change: (inout ValidationOptions) -> Void = { _ in }
    )
        -> [Finding]
    {
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        change(&options)
        let inputs = feeds.map { feed, changes in
            var text = feed.text
            for (old, new) in changes {
                #expect(text.components(separatedBy: old).count == 2, "\(old)")
                text = text.replacing(old, with: new)
            }
            return FeedInput.bytes(Array(text.utf8), name: "\(feed).xml")
        }
        return Validator(options: options).findings(inputs).findings
    }

    @Test("umc-validation.md 3: all samples checked together have no findings")
    func together() {
        let findings = check(SampleFeed.allCases.map { ($0, []) })
        #expect(findings.filter { $0.level > .info }.map(\.message) == [])
    }

    @Test("umc-validation.md 3: samples equal to the previous build have no findings")
    func unchanged() {
        let inputs = SampleFeed.allCases.map { FeedInput.bytes(Array($0.text.utf8), name: "\($0)") }
        let findings = check(SampleFeed.allCases.map { ($0, []) }) { $0.previous = inputs }
        #expect(findings.filter { $0.level > .info }.map(\.message) == [])
    }

    @Test(
        "umc-availability.md F8: a season of offered episodes without a record is reported where another season has one"
    )
    func seasonWithoutRecord() {
        let catalog: [(String, String)] = [
            (
                "contentType=\"tv_season\" contentId=\"LB-SEAS-0100-1\"",
                "contentType=\"tv_season\" contentId=\"LB-SEAS-2\""
            ),
            ("<seasonContentId>LB-SEAS-0100-1<", "<seasonContentId>LB-SEAS-2<"),
        ]
        let other = (
            "contentType=\"tv_season\" contentId=\"LB-SEAS-0100-1\"",
            "contentType=\"tv_season\" contentId=\"LB-SEAS-1\""
        )
        let none = (
            "contentType=\"tv_season\" contentId=\"LB-SEAS-0100-1\"",
            "contentType=\"tv_show\" contentId=\"LB-SHOW-0200\""
        )
        let found = check([(.catalog, catalog), (.availability, [other])]).filter { $0.ruleId == "FEED-SHOW-RECORD" }
        #expect(found.map(\.contentId) == ["LB-EP-0100-0101"])
        let right = check([(.catalog, catalog), (.availability, [none])]).filter { $0.ruleId == "FEED-SHOW-RECORD" }
        #expect(right.map(\.message) == [])
    }

    @Test("umc-validation.md 2: a missing show causes one finding, and the other findings follow from it")
    func missingShow() {
        let findings = check([
            (
                .catalog,
                [("contentType=\"tv_show\" contentId=\"LB-SHOW-0100\"", "contentType=\"tv_show\" contentId=\"LB-S\"")]
            )
        ]).filter { $0.level == .error }
        #expect(findings.map(\.ruleId) == ["CAT-SHOW-REF", "CAT-SHOW-REF"])
        #expect(findings.map(\.causedBy) == [nil, "CAT-SHOW-REF"])
    }

    @Test("umc-catalog.md X4: findings of episodes follow from the missing show of their season")
    func seasonOfMissingShow() {
        let findings = check([
            (
                .catalog,
                [
                    (
                        "<showContentId>LB-SHOW-0100</showContentId>\n      <seasonNumber>",
                        "<showContentId>LB-SHOW-1</showContentId>\n      <seasonNumber>"
                    )
                ]
            )
        ]).filter { $0.level == .error }
        #expect(findings.map(\.ruleId) == ["CAT-SHOW-REF", "CAT-SEASON-REF"])
        #expect(findings.map(\.causedBy) == [nil, "CAT-SHOW-REF"])
    }

    @Test("umc-availability.md F1: a wrong catalogId throughout a feed gives one finding")
    func wrongCatalog() {
        var text = SampleFeed.availability.text
        text = text.replacing("org.example.lanternbay.catalog\"", with: "org.example.other\"")
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        let findings = Validator(options: options).findings([
            .bytes(Array(SampleFeed.catalog.text.utf8), name: "c"), .bytes(Array(text.utf8), name: "a"),
        ]).findings.filter { $0.ruleId == "FEED-ITEM-MISSING" }
        #expect(findings.count == 1)
        #expect(findings.first?.level == .error)
        #expect(findings.first?.message.contains("3 more items") == true)
    }

    @Test("umc-availability.md F1: a catalog that was not passed is reported once, as advice")
    func otherCatalog() {
        let findings = check([(.sportsCatalog, []), (.availability, [])]).filter { $0.ruleId == "FEED-ITEM-MISSING" }
        #expect(findings.map(\.level) == [.info])
    }

    @Test("umc-catalog.md 3.6: items offered in India require an Indian rating")
    func india() {
        let findings = check([(.catalog, []), (.availability, [])]) { $0.territory = "IN" }
        #expect(findings.contains { $0.ruleId == "CAT-RATING-IN" && $0.contentId == "LB-MOV-0001" })
        let elsewhere = check([(.catalog, []), (.availability, [])]) { $0.territory = "US" }
        #expect(!elsewhere.contains { $0.ruleId == "CAT-RATING-IN" })
    }

    @Test("umc-availability.md O10: an end moved to short notice is found; an unchanged end on short notice is not")
    func movedEnd() {
        let near = ("<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>", "<windowEnd>2026-03-03T08:00:00Z</windowEnd>")
        let moved = check([(.availability, [near])]) {
            $0.previous = [.bytes(Array(SampleFeed.availability.text.utf8), name: "old")]
        }
        #expect(moved.contains { $0.ruleId == "AV-WINDOW-NOTICE" && $0.message.contains("was moved") })
        let old = SampleFeed.availability.text.replacing(near.0, with: near.1)
        let same = check([(.availability, [near])]) { $0.previous = [.bytes(Array(old.utf8), name: "old")] }
        #expect(!same.contains { $0.ruleId == "AV-WINDOW-NOTICE" && $0.message.contains("was moved") })
    }

    @Test("umc-validation.md 3: an unreadable previous build is reported")
    func unreadable() {
        let findings = check([(.catalog, [])]) { $0.previous = [.file("/nowhere/at/all.xml")] }
        #expect(findings.map(\.ruleId) == ["DOC-INPUT"])
    }

    @Test("umc-validation.md 3.3: an episode with the description of its show is found")
    func parentDescription() {
        let own = "A loading crane refuses to work until the harbor returns every bell it has ever lost."
        let show = "In a port run by patient robots, two sisters repair the things that people leave behind."
        let findings = check([(.catalog, [(own, show)])]).filter { $0.ruleId == "STY-DESC-EQ-TITLE" }
        #expect(findings.map(\.contentId) == ["LB-EP-0100-0101"])
        #expect(findings.first?.message.contains("tv_show") == true)
    }
}
