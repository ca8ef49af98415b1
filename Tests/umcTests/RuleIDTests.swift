import CatalogReports
import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests the scheme of rule ids, and the places where former ids are accepted.
struct RuleIDTests {
    /// A movie without its details block. `X12` was the id of the rule about it.
    private static let feed = """
        <?xml version="1.0" encoding="UTF-8"?>
        <umcCatalog version="3.6" teamId="EXAMPLE001" catalogId="org.example.ids">
          <lastBuildDate>2026-03-02T04:00:00Z</lastBuildDate>
          <defaultLocale>en</defaultLocale>
          <item contentType="movie" contentId="A">
            <pubDate>2026-03-01T00:00:00Z</pubDate>
            <title>Fine</title>
            <description>A mapmaker finds a coast that nobody has drawn.</description>
            <genre>drama</genre>
          </item>
        </umcCatalog>

        """
    /// The baseline of that feed, written when `X12` was the id.
    private static let baseline = """
        {"schemaVersion":1,"findings":[
        {"ruleId":"X12","contentId":"A","xpath":"/umcCatalog/item","fingerprint":"b0620425d3053ed0","count":1}
        ]}

        """

    private func check(_ change: (inout ValidationOptions) -> Void) -> (findings: [Finding], summary: ValidationSummary)
    {
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        change(&options)
        return Validator(options: options).findings([.bytes(Array(Self.feed.utf8), name: "feed.xml")])
    }

    @Test("a rule id is a group and one to three words, in capitals, separated by hyphens")
    func scheme() {
        let scheme = /(DOC|CAT|STY|AV|MF|FEED|SCH|SUP|NOW)(-[A-Z][A-Z0-9]*){1,3}/
        for rule in RuleCatalog.all { #expect(rule.id.wholeMatch(of: scheme) != nil, "\(rule.id)") }
        #expect(Set(RuleCatalog.all.map(\.id)).count == RuleCatalog.all.count)
    }

    @Test("each former id names one rule in any letter case, and no present id")
    func formerIDs() {
        let present = Set(RuleCatalog.all.map { $0.id.uppercased() })
        #expect(FormerRuleIDs.table.count == 48)
        for (id, former) in FormerRuleIDs.table {
            #expect(RuleCatalog.rule(named: former)?.id == id)
            #expect(RuleCatalog.rule(named: former.lowercased())?.id == id)
            #expect(!present.contains(former.uppercased()), "\(former)")
        }
        #expect(Set(FormerRuleIDs.table.map { $0.former.uppercased() }).count == 48)
    }

    @Test("options that select rules accept former ids")
    func options() throws {
        #expect(check { $0.enabledRules = ["X12"] }.findings.map(\.ruleId) == ["CAT-TYPE-BLOCK"])
        #expect(check { $0.disabledRules = ["X12"] }.findings.allSatisfy { $0.ruleId != "CAT-TYPE-BLOCK" })
        let folder = try Folder()
        let path = try folder.write(Self.feed, "feed.xml")
        let arguments = ["validate", path, "--now", "2026-03-02T12:00:00Z"]
        #expect(try Tool.run(arguments + ["--rule", "x12"]).output.contains("error: CAT-TYPE-BLOCK [D]"))
        let without = try Tool.run(arguments + ["--without", "X12"]).output
        #expect(!without.contains(": CAT-TYPE-BLOCK [") && without.contains("not checked: CAT-TYPE-BLOCK (options"))
    }

    @Test("a baseline with former ids hides the same findings, and fingerprints stay as they were")
    func baseline() throws {
        let known = try Baseline(Data(Self.baseline.utf8), name: "known.json")
        let result = check {
            $0.enabledRules = ["CAT-TYPE-BLOCK"]
            $0.baseline = known
        }
        #expect(result.findings.isEmpty)
        #expect(result.summary.known == 1)
        var written = Baseline()
        for finding in check({ $0.enabledRules = ["CAT-TYPE-BLOCK"] }).findings { written.add(finding) }
        let text = String(decoding: written.data, as: UTF8.self)
        #expect(text == Self.baseline.replacing("X12", with: "CAT-TYPE-BLOCK"))
    }

    @Test("a suppression of a former id hides findings of the rule", arguments: ["X12", "x12", "X1*", "CAT-TYPE-*"])
    func suppression(_ rule: String) throws {
        let json = """
            {"suppressions": [{"rule": "\(rule)", "reason": "known", "expires": "2027-01-01"}]}
            """
        let suppressions = try Suppressions(Data(json.utf8), name: "hidden.json")
        let result = check {
            $0.enabledRules = ["CAT-TYPE-BLOCK"]
            $0.suppressions = suppressions
        }
        #expect(result.findings.isEmpty)
        #expect(result.summary.suppressed == 1)
    }

    @Test("umc explain with a former id names the present id first; with the present id it does not")
    func explain() throws {
        #expect(try Tool.run(["explain", "x12"]).output.hasPrefix("X12 is now CAT-TYPE-BLOCK.\n\nCAT-TYPE-BLOCK: "))
        let present = try Tool.run(["explain", "CAT-TYPE-BLOCK"]).output
        #expect(present.hasPrefix("CAT-TYPE-BLOCK: "))
        #expect(present.contains("former id   X12"))
    }

    @Test("SARIF lists the former id of a rule as deprecated")
    func sarif() throws {
        let folder = try Folder()
        let path = try folder.write(Self.feed, "feed.xml")
        let output = try Tool.run(["validate", path, "--rule", "X12", "--format", "sarif"]).output
        #expect(output.contains("\"id\":\"CAT-TYPE-BLOCK\",\"deprecatedIds\":[\"X12\"]"))
        #expect(output.contains("b0620425d3053ed0"))
    }
}
