import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests elements with thousands of invalid children.
struct ManyFaultsTests {
    @Test("paths of all nodes are built by reading each node once")
    func paths() {
        let inner = String(repeating: "<title/><junk/><title/>", count: 3_000)
        let text = "<umcCatalog><item/><more>\(inner)<defaultLocale><a/></defaultLocale></more><item/></umcCatalog>"
        let document = FeedParser.run(
            source: MemorySource(Array(text.utf8), name: "feed"), limits: ReadingLimits()
        ) { _ in true }
        document.tree.withView { tree in
            var finder = PathFinder()
            let paths = tree.nodes.indices.map { finder.path(of: tree[$0]) }
            #expect(paths.count == 9_004)
            #expect(
                paths.prefix(5) == ["", "more", "more/title[1]", "more/junk[1]", "more/title[2]"], "\(paths.prefix(5))")
            #expect(paths.suffix(3) == ["more/title[6000]", "more/defaultLocale", "more/defaultLocale/a"])
            #expect(finder.visitCount == 9_003)
        }
    }

    @Test(
        "a finding follows from the first finding at the same item whose rule causes it, but not from its own rule")
    func causes() throws {
        let cause = try #require(RuleBook.all.map(\.info).first { !$0.consequences.isEmpty })
        let follows = try #require(RuleBook.all.map(\.info).first { $0.id == cause.consequences[0] })
        let other = try #require(
            RuleBook.all.map(\.info).first { $0.consequences.isEmpty && !cause.consequences.contains($0.id) })
        let document = FeedParser.run(
            source: MemorySource(Array("<umcCatalog><a/></umcCatalog>".utf8), name: "feed"), limits: ReadingLimits()
        ) { _ in true }
        document.tree.withView { tree in
            var findings = Findings(file: "feed", maximumPerRule: .max, saturated: [], disabled: []) { _ in .start }
            // Findings of an earlier item are not causes.
            findings.report(cause, at: tree[1], "")
            findings.settleCauses(from: 0)
            for rule in [follows, other, follows] { findings.report(rule, at: tree[1], "") }
            findings.settleCauses(from: 1)
            #expect(findings.entries.map(\.finding.causedBy) == [nil, nil, nil, nil])
            for rule in [follows, cause, other, cause] { findings.report(rule, at: tree[1], "") }
            findings.settleCauses(from: 4)
            #expect(findings.entries.dropFirst(4).map(\.finding.causedBy) == [cause.id, nil, nil, nil])
        }
    }

    @Test("4,000 invalid titles of one item are found with their own paths")
    func manyFindings() {
        let titles = (0..<4_000).map { "<title locale=\"xx\($0)\">&lt;b&gt;</title>\n" }.joined()
        let text = SampleFeed.catalog.text.replacing(
            "<title locale=\"en-US\">", with: titles + "<title locale=\"en-US\">", maxReplacements: 1)
        var options = ValidationOptions()
        options.maximumFindingsPerRule = .max
        options.now = ValidationOptions.samplesNow
        let result = Validator(options: options).findings([.bytes(Array(text.utf8), name: "feed.xml")])
        #expect(result.findings.count { $0.ruleId == "STY-HTML" } == 4_000)
        #expect(result.findings.last { $0.ruleId == "STY-HTML" }?.xpath?.hasSuffix("/title[4000]") == true)
    }
}
