import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests the order of findings.
struct FindingOrderTests {
    private static let files = ["b.xml", "a.xml", "c.xml"]

    private func findings() -> [Finding] {
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        let renamed = SampleFeed.catalog.text.replacing("contentId=\"LB-MOV", with: "contentId=\"LB-M0V")
        let texts = [
            SampleFeed.availability.text.replacing("teamId=\"", with: "teamId=\"X"), renamed,
            SampleFeed.manifest.text.replacing("teamId=\"", with: "teamId=\"Y"),
        ]
        return Validator(options: options).findings(
            zip(Self.files, texts).map { .bytes(Array($1.utf8), name: $0) }
        ).findings
    }

    @Test("umc-validation.md 2: findings across feeds are sorted by feed and line, equally in each run")
    func acrossFeeds() throws {
        let rules = Set(RuleBook.all.filter { $0 is any IndexRule }.map(\.info.id))
        let found = findings().filter { rules.contains($0.ruleId) }
        #expect(Set(found.map(\.ruleId)).count > 2, "\(found.map(\.ruleId))")
        #expect(Set(found.map(\.file)).count > 1)
        let places = try found.map { finding in
            (feed: try #require(Self.files.firstIndex(of: finding.file)), line: finding.line ?? 0)
        }
        for (one, next) in zip(places, places.dropFirst()) { #expect(one <= next) }
        #expect(findings() == findings())
    }

    @Test(
        "umc-validation.md 2: findings at one place are sorted by rule, then message; findings about the whole feed come first"
    )
    func ties() {
        var findings = IndexFindings(maximumPerRule: 3, disabled: [])
        let (first, second) = (RuleBook.all[3].info, RuleBook.all[1].info)
        func report(_ rule: RuleInfo, _ file: String, _ line: Int?, _ message: String) {
            findings.report(
                rule, file: file, position: line.map { SourcePosition(line: $0, column: 1) }, xpath: nil,
                contentID: nil,
                message)
        }
        report(first, "z", 9, "z9")
        report(first, "b", 4, "b4 second")
        report(first, "b", 4, "b4 first")
        report(second, "b", 4, "b4 other")
        report(second, "b", nil, "b")
        report(second, "a", 1, "a1")
        report(second, "a", 2, "dropped")
        var messages: [String] = []
        findings.forEach(inOrderOf: ["b", "a", "b"]) { messages.append($0.finding.message) }
        #expect(messages == ["b", "b4 first", "b4 second", "b4 other", "a1", "z9"])
        #expect(findings.counted[second.id]?.byLevel.values.reduce(0, +) == 1)
    }
}
