import Foundation
import Testing

@testable import CatalogValidation
@testable import UniversalMediaCatalog

struct BaselineTests {
    private static let bad = SampleFeed.catalog.text.replacing(
        "A retired mapmaker", with: "A &lt;b&gt;retired mapmaker")

    private func check(_ text: String, _ change: (inout ValidationOptions) -> Void = { _ in }) -> (
        findings: [Finding], summary: ValidationSummary
    ) {
        var options = ValidationOptions()
        options.now = ValidationOptions.samplesNow
        options.enabledRules = ["STY-HTML"]
        change(&options)
        return Validator(options: options).findings([.bytes(Array(text.utf8), name: "feeds/catalog.xml")])
    }

    private func suppressions(_ json: String) throws -> Suppressions {
        try Suppressions(Data(json.utf8), name: "hidden.json")
    }

    @Test("a baseline recognises findings after lines move, up to their number in the baseline")
    func baseline() throws {
        var written = Baseline()
        for finding in check(Self.bad).findings { written.add(finding) }
        #expect(written.count == 1)
        let known = try Baseline(written.data, name: "known.json")
        let moved = Self.bad.replacing("<item ", with: "\n\n<item ")
        let again = check(moved) { $0.baseline = known }
        #expect(again.findings.isEmpty)
        #expect(again.summary.known == 1)
        #expect(again.summary.count(.error) == 0)
        #expect(again.summary.exitCode(failOn: .error) == 0)
        let more = Self.bad.replacing("Un cartographe", with: "Un &lt;i&gt; cartographe")
        #expect(check(more) { $0.baseline = known }.findings.count == 1)
        #expect(known.data == written.data)
    }

    @Test("baseline findings do not count towards the limit of findings")
    func baselineBeforeLimit() throws {
        var written = Baseline()
        for finding in check(Self.bad).findings { written.add(finding) }
        let more = Self.bad.replacing("Un cartographe", with: "Un &lt;i&gt; cartographe")
        let result = check(more) {
            $0.baseline = written
            $0.maximumFindingsPerRule = 1
        }
        #expect(result.findings.map(\.message) == ["the text contains markup: <i>"])
    }

    @Test("fingerprints ignore positions in messages and paths")
    func keys() {
        #expect(FindingKey.withoutPositions("/a/item[30]/title[2]") == "/a/item/title")
        #expect(FindingKey.withoutLines("first at line 12, again in a.xml:3:4") == "first at #, again in a.xml#")
        #expect(FindingKey("0123456789abcdef")?.description == "0123456789abcdef")
        #expect(FindingKey("+123456789abcdef") == nil || FindingKey("+123456789abcdef")?.description.count == 16)
        #expect(FindingKey("12") == nil)
    }

    @Test(
        "an invalid baseline file is rejected",
        arguments: [
            "", "[]", "{}", #"{"schemaVersion":2,"findings":[]}"#,
            #"{"schemaVersion":1,"findings":[{"fingerprint":"x","ruleId":"a","count":1}]}"#,
        ])
    func faultyBaselines(_ json: String) {
        #expect(throws: ToolFileError.self) { try Baseline(Data(json.utf8), name: "known.json") }
    }

    @Test("a suppression hides matching findings until its last day, and is reported afterwards")
    func suppression() throws {
        let entry = #"{"rule":"STY-HTML","contentId":"*","file":"catalog*.xml","reason":"r","expires":"2026-03-02"}"#
        let hidden = try suppressions("{\"suppressions\":[\(entry)]}")
        let result = check(Self.bad) { $0.suppressions = hidden }
        #expect(result.findings.isEmpty)
        #expect(result.summary.suppressed == 1)
        let later = check(Self.bad) {
            $0.suppressions = hidden
            $0.now = ValidationOptions.samplesNow.addingTimeInterval(86_400)
        }
        #expect(later.findings.map(\.ruleId) == ["SUP-EXPIRED", "STY-HTML"])
        #expect(later.findings[0].file == "hidden.json")
        #expect(later.summary.suppressed == 0)
    }

    @Test("a suppression that hides nothing is reported, and one for another item hides nothing")
    func unused() throws {
        let hidden = try suppressions(
            #"{"suppressions":[{"rule":"STY-*","contentId":"nobody","reason":"r","expires":"2030-01-01"}]}"#)
        let result = check(Self.bad) { $0.suppressions = hidden }
        #expect(result.findings.map(\.ruleId) == ["STY-HTML", "SUP-UNUSED"])
    }

    @Test(
        "a suppression with a missing or invalid member is rejected, and the message names the member",
        arguments: [
            (#"{"rule":"STY-HTML","expires":"2030-01-01"}"#, "reason"),
            (#"{"rule":"STY-HTML","reason":" ","expires":"2030-01-01"}"#, "reason"),
            (#"{"rule":"STY-HTML","reason":"r"}"#, "expires"),
            (#"{"rule":"STY-HTML","reason":"r","expires":"2030-02-30"}"#, "YYYY-MM-DD"),
            (#"{"rule":"STY-HTLM","reason":"r","expires":"2030-01-01"}"#, "STY-HTML"),
            (#"{"rule":"STY-HTML","contentID":"a","reason":"r","expires":"2030-01-01"}"#, "contentID"),
            (#"{"reason":"r","expires":"2030-01-01"}"#, "rule"),
        ])
    func faultySuppressions(_ entry: String, _ word: String) {
        let fault = #expect(throws: ToolFileError.self) { try suppressions("{\"suppressions\":[\(entry)]}") }
        #expect(fault?.description.contains("entry 1") == true)
        #expect(fault?.description.contains(word) == true, "\(fault?.description ?? "")")
    }

    @Test(
        "glob patterns match as expected",
        arguments: [
            ("*", "", true), ("a*c", "abc", true), ("a*c", "abd", false), ("*.xml", "a.xml", true), ("a", "ab", false),
            ("**b*", "aabaa", true), ("", "a", false),
        ])
    func globs(_ pattern: String, _ text: String, _ matches: Bool) {
        #expect(GlobPattern.matches(pattern, text) == matches)
    }
}
