import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests findings beyond the limit of their rule.
struct CountedFindingsTests {
    private func withNode(_ body: (FeedNode) -> Void) {
        let document = FeedParser.run(
            source: MemorySource(Array("<umcCatalog><a/></umcCatalog>".utf8), name: "feed"), limits: ReadingLimits()
        ) { _ in true }
        document.tree.withView { body($0[1]) }
    }

    @Test("beyond the limit no message, remedy or position is made, and each level is counted")
    func counterOnly() {
        let rule = RuleBook.all[20].info
        var made: [String] = []
        func note(_ what: String) -> String {
            made.append(what)
            return what
        }
        withNode { node in
            var findings = Findings(file: "feed", maximumPerRule: 1, saturated: [], disabled: []) { _ in
                _ = note("position")
                return .start
            }
            for level in [Level.error, .error, .warning, .info, .warning] {
                findings.report(rule, at: node, level: level, remedy: note("remedy"), note("message"))
            }
            #expect(findings.entries.count == 1)
            #expect(made.sorted() == ["message", "position", "remedy"])
            #expect(findings.counted[rule.id]?.byLevel == [.error: 1, .warning: 2, .info: 1])
            #expect(findings.reportedNodes.contains(node.index))
        }
    }

    @Test("a rule that reached its limit earlier is only counted, and a rule that is left out is not")
    func saturatedAndDisabled() {
        let rules = RuleBook.all.prefix(3).map(\.info)
        withNode { node in
            var findings = Findings(file: "feed", maximumPerRule: 10, saturated: [rules[0]], disabled: [rules[1]]) {
                _ in .start
            }
            for rule in rules { findings.report(rule, at: node, "message") }
            #expect(findings.entries.map(\.rule.id) == [rules[2].id])
            #expect(findings.counted.keys.sorted() == [rules[0].id])
        }
    }

    @Test("a finding that was only counted still is the cause of another one at the same item")
    func countedCause() throws {
        let cause = try #require(RuleBook.all.map(\.info).first { !$0.consequences.isEmpty })
        let follows = try #require(RuleBook.all.map(\.info).first { $0.id == cause.consequences[0] })
        withNode { node in
            var findings = Findings(file: "feed", maximumPerRule: 1, saturated: [cause], disabled: []) { _ in .start }
            findings.report(cause, at: node, "counted")
            findings.report(follows, at: node, "reported")
            findings.settleCauses(from: 0)
            #expect(findings.entries.map(\.finding.causedBy) == [cause.id])
        }
    }

    @Test("the numbers of findings do not depend on the limit, and the first findings are the same")
    func limits() {
        let item =
            "<item contentType=\"film\" contentId=\"A\"><genre>dramma</genre><title>ALL CAPITALS HERE</title></item>\n"
        let text = "<umcCatalog version=\"3.6\">\n" + String(repeating: item, count: 300) + "</umcCatalog>"
        func result(_ limit: Int) -> (findings: [Finding], summary: ValidationSummary) {
            var options = ValidationOptions()
            options.now = ValidationOptions.samplesNow
            options.maximumFindingsPerRule = limit
            return Validator(options: options).findings([.bytes(Array(text.utf8), name: "feed.xml")])
        }
        let all = result(.max)
        #expect(all.summary.rules["CAT-GENRE-UNKNOWN"] == 300)
        for limit in [1, 25, 299] {
            let some = result(limit)
            #expect(some.summary.rules == all.summary.rules)
            #expect(some.summary.levels == all.summary.levels)
            #expect(some.summary.classes == all.summary.classes)
            var counts: [String: Int] = [:]
            let expected = all.findings.filter { finding in
                counts[finding.ruleId, default: 0] += 1
                return counts[finding.ruleId, default: 0] <= limit
            }
            #expect(some.findings == expected)
        }
    }
}
