import Foundation
import Testing

@testable import CatalogReports
@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests what `umc explain` says about rules.
struct RuleReasonTests {
    @Test("every rule has a reason of its own, and no reason is for a rule that does not exist")
    func reasons() {
        let ids = Set(RuleCatalog.all.map(\.id))
        #expect(Set(RuleReasons.all.keys).subtracting(ids).sorted() == [])
        #expect(ids.subtracting(RuleReasons.all.keys).sorted() == [])
        let reasons = RuleCatalog.all.map(\.reason)
        #expect(Set(reasons).count == reasons.count)
        for rule in RuleCatalog.all {
            #expect(rule.reason != rule.title && rule.reason != rule.remedy, "\(rule.id)")
            #expect(rule.reason.hasSuffix("."), "\(rule.id)")
        }
    }

    @Test("templates have no findings on any day and in any locale", arguments: SampleFeed.allCases)
    func templates(_ kind: SampleFeed) {
        let days = [0, 59, 365, 1_000, 3_653, 20_000]
        let locales = ["en-US", "en-GB", "de-DE", "fr-FR", "ja-JP", "ar-SA", "ru-RU", "zh-Hans", "pt-BR", "th-TH"]
        for (number, locale) in locales.enumerated() {
            let now = Date(
                timeIntervalSince1970: Double(1_700_000_000 + days[number % days.count] * 86_400 + number * 7_919))
            var feed = CommentedFeed(kind, now: now)
            feed.defaultLocale = locale
            var options = ValidationOptions()
            options.now = now
            let findings = Validator(options: options).findings([.bytes(Array(feed.text.utf8), name: "new.xml")])
                .findings
            #expect(
                findings.filter { $0.level > .info }.map { "\(locale) \($0.ruleId): \($0.message)" } == [],
                "\(now)")
        }
    }

    @Test("a wrong example that lacks an element is explained with its neighbours, which are in the right example, too")
    func deletions() throws {
        let text = RuleExplanation.text(try #require(RuleCatalog.rule(withID: "AV-LOC-PLAY")))
        let parts = text.components(separatedBy: "\n\n").map { $0.split(separator: "\n").map(String.init) }
        let wrong = try #require(parts.first { $0[0].hasPrefix("wrong") }).dropFirst()
        let right = try #require(parts.first { $0[0].hasPrefix("right") }).dropFirst()
        #expect(wrong.count >= 2 && right.count == wrong.count + 1)
        #expect(wrong.allSatisfy { right.contains($0) })
    }

    @Test("wrong and right examples show the same parts of a feed, where an example needs several changes")
    func severalChanges() throws {
        let text = RuleExplanation.text(try #require(RuleCatalog.rule(withID: "CAT-RATING-SERIES")))
        let parts = text.components(separatedBy: "\n\n")
        let wrong = try #require(parts.first { $0.hasPrefix("wrong") })
        let right = try #require(parts.first { $0.hasPrefix("right") })
        #expect(wrong.contains("| …\n") && right.contains("| …\n"))
        #expect(right.split(separator: "\n").count == wrong.split(separator: "\n").count)
    }
}
