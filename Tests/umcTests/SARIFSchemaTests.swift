import Foundation
import ReportText
import Testing

@testable import CatalogReports
@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests SARIF reports against the schema and the text of the specification.
struct SARIFSchemaTests {
    private func report(_ findings: [Finding], _ summary: ValidationSummary = ReportTests.summary) -> String {
        var options = ReportOptions()
        options.format = .sarif
        let output = ReportOutput()
        var report = FindingReport(options, to: output)
        for finding in findings { _ = report.add(finding) }
        report.finish(summary)
        return output.text
    }

    private func check(_ change: (inout ValidationOptions) -> Void = { _ in }) -> (
        findings: [Finding], summary: ValidationSummary
    ) {
        let text = SampleFeed.catalog.text.replacing("A retired mapmaker", with: "A &lt;b&gt;RETIRED mapmaker!!!")
            .replacing("contentType=\"movie\"", with: "contentType=\"film\"").replacing(
                "<title", with: "<titel lang=\"é\"")
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        change(&options)
        return Validator(options: options).findings([
            .bytes(Array(text.utf8), name: "a b/é {1}.xml"), .file("/nonexistent/x y.xml"),
        ])
    }

    @Test("SARIF reports of feeds conform to the schema with findings, suppressions, a baseline and no findings")
    func realReports() throws {
        let many = check()
        #expect(Set(many.findings.map(\.ruleId)).count > 2)
        #expect(SARIFShape.complaints(report(many.findings, many.summary)) == [])
        #expect(SARIFShape.complaints(report([], ValidationSummary())) == [])
        var baseline = Baseline()
        for finding in many.findings.dropLast(2) { baseline.add(finding) }
        let known = check { $0.baseline = baseline }
        #expect(known.summary.known > 0 && !known.findings.isEmpty)
        #expect(SARIFShape.complaints(report(known.findings, known.summary)) == [])
        let json = #"{"suppressions":[{"rule":"STY-*","reason":"r","expires":"2020-01-01"}]}"#
        let suppressions = try Suppressions(Data(json.utf8), name: "a#b?.json")
        let hidden = check { $0.suppressions = suppressions }
        #expect(hidden.findings.contains { $0.ruleId == "SUP-EXPIRED" })
        #expect(SARIFShape.complaints(report(hidden.findings, hidden.summary)) == [])
    }

    @Test("the descriptions of all rules conform to the schema, and their help contains no HTML")
    func everyRule() throws {
        let findings = RuleCatalog.all.map { rule in
            Finding(
                ruleId: rule.id, level: rule.level, class: rule.reviewClass, tag: rule.tag, file: "https://h/a?…",
                line: 1, column: nil, xpath: "/a", contentId: "", message: ReportTests.hostileText, remedy: rule.remedy,
                causedBy: nil)
        }
        let text = report(findings + ReportTests.findings)
        #expect(SARIFShape.complaints(text) == [])
        let root = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let tool = ((root["runs"] as? [[String: Any]])?.first?["tool"] as? [String: [String: Any]])?["driver"]
        for rule in try #require(tool?["rules"] as? [[String: Any]]) {
            let markdown = (rule["help"] as? [String: String])?["markdown"] ?? "<"
            #expect(markdown.replacing(/`[^`]*`/, with: "").firstMatch(of: /(?:[^\\]|^)</) == nil, "\(markdown)")
        }
    }

    @Test("texts of feeds cannot add placeholders or links to a message (SARIF 3.11.5, 3.11.6)")
    func messages() {
        var finding = ReportTests.findings[0]
        finding.message = "the text holds “{0} [here](javascript:alert) {x}”\u{202E}"
        finding.remedy = "write } or ]( "
        #expect(
            SARIFReport.message(finding)
                == "the text holds “{{0}} [here] (javascript:alert) {{x}}”\\u{{202e}}\nFix: write }} or ] ( ")
        #expect(SARIFShape.complaints(report([finding])) == [])
    }

    @Test("URIs are valid for any file name")
    func uris() {
        #expect(SARIFText.uri("https://h/a%20b?…") == "https://h/a%20b?%E2%80%A6")
        #expect(SARIFText.uri("http://h/a b<é>") == "http://h/a%20b%3C%C3%A9%3E")
        #expect(SARIFText.uri("feeds/100%.xml") == "feeds/100%25.xml")
        #expect(SARIFText.uri("a?b#c.xml") == "a%3Fb%23c.xml")
        #expect(SARIFText.uri("https://h/%zz") == "https://h/%25zz")
    }

    @Test(
        "violations of the schema are detected",
        arguments: [
            ("\"startLine\":12", "\"startLine\":0"), ("\"level\":\"error\"", "\"level\":\"fatal\""),
            ("\"message\":{\"text\"", "\"message\":{\"txt\""), ("\"version\":\"2.1.0\"", "\"version\":\"2.0.0\""),
            ("\"uri\":\"feeds/", "\"uri\":\"feeds /"), ("\"startLine\":12", "\"startLine\":\"12\""),
            ("\"tags\":[", "\"tags\":[\"mustFix\","), ("\"executionSuccessful\":false", "\"executionSuccessful\":0.5"),
            ("\"startLine\":12,", ""), ("\"name\":\"umc\",", ""), ("\"ruleIndex\":0", "\"ruleNumber\":0"),
        ])
    func complaints(_ part: String, _ other: String) {
        let text = report(ReportTests.findings)
        #expect(text.contains(part))
        #expect(SARIFShape.complaints(text) == [])
        #expect(SARIFShape.complaints(text.replacing(part, with: other)) != [])
    }
}
