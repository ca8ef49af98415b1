import CLibXML2
import Foundation
import ReportText
import Testing

@testable import CatalogReports
@testable import CatalogValidation
@testable import UniversalMediaCatalog

/// Tests reports of findings with arbitrary texts.
struct ReportTests {
    static let hostileText =
        "a \"quote\" & <b>tag</b> 100 %\r\nline two, ::error::x \u{1B}[31mred \u{202E}back\u{0} ]]> é 漢 \u{FFFE}"

    static let findings = [
        Finding(
            ruleId: "STY-HTML", level: .error, class: .mustFix, tag: "D", file: "feeds/a, b:c.xml", line: 12, column: 7,
            xpath: "/umcCatalog/item[3]/title[1]", contentId: hostileText, message: hostileText,
            remedy: "write plain text",
            causedBy: nil),
        Finding(
            ruleId: "STY-HTML", level: .info, class: .shouldFix, tag: "D", file: "feeds/a, b:c.xml", line: 13,
            column: 1,
            xpath: nil, contentId: nil, message: "second", remedy: "write plain text", causedBy: "DOC-XML"),
        Finding(
            ruleId: "DOC-XML", level: .error, class: .mustFix, tag: "-", file: "other.xml", line: nil, column: nil,
            xpath: nil, contentId: nil, message: "third", remedy: nil, causedBy: nil),
    ]

    static var summary: ValidationSummary {
        var summary = ValidationSummary()
        summary.feeds = [
            .init(file: "feeds/a, b:c.xml", kind: .catalog, items: 4, bytes: 1_234, isComplete: true, isReadable: true),
            .init(file: "other.xml", kind: nil, items: 0, bytes: 9, isComplete: false, isReadable: false),
        ]
        for finding in findings { summary.add(1, finding.level, finding.class, of: finding.ruleId) }
        summary.seconds = 0.25
        return summary
    }

    private func report(
        _ format: ReportFormat, _ findings: [Finding] = findings, _ summary: ValidationSummary = summary,
        change: (inout ReportOptions) -> Void = { _ in }
    ) -> String {
        var options = ReportOptions()
        options.format = format
        options.version = "1"
        options.now = ValidationOptions.samplesNow
        change(&options)
        let output = ReportOutput()
        var report = FindingReport(options, to: output)
        for finding in findings {
            let isOpen = report.add(finding)
            #expect(isOpen)
        }
        report.finish(summary)
        return output.text
    }

    private func json(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("umc-validation.md 2: the JSON report contains every member of a finding")
    func jsonDocument() throws {
        let root = try json(report(.json))
        #expect(root["schemaVersion"] as? String == "1.1")
        let found = try #require(root["findings"] as? [[String: Any]])
        #expect(found.count == 3)
        #expect(
            Set(found[0].keys) == [
                "ruleId", "level", "class", "tag", "file", "line", "column", "xpath", "contentId", "message", "remedy",
                "causedBy",
            ])
        #expect(found[0]["message"] as? String == Self.hostileText)
        #expect(found[0]["contentId"] as? String == Self.hostileText)
        #expect(found[0]["line"] as? Int == 12)
        #expect(found[1]["causedBy"] as? String == "DOC-XML")
        #expect(found[2]["line"] is NSNull)
        let summary = try #require(root["summary"] as? [String: Any])
        #expect(summary["levels"] as? [String: Int] == ["error": 2, "warning": 0, "info": 1])
        #expect(summary["classes"] as? [String: Int] == ["mustFix": 2, "shouldFix": 1])
        #expect(summary["rules"] as? [String: Int] == ["STY-HTML": 2, "DOC-XML": 1])
        #expect(summary["exitCode"] as? Int == 3)
        #expect(summary["items"] as? Int == 4)
        let decoded = try JSONDecoder().decode([Finding].self, from: JSONSerialization.data(withJSONObject: found))
        #expect(decoded == Self.findings)
    }

    @Test("a report without findings is complete", arguments: ReportFormat.allCases)
    func empty(_ format: ReportFormat) throws {
        let text = report(format, [], ValidationSummary())
        switch format {
        case .json, .sarif: _ = try json(text)
        case .junit: #expect(XML.isWellFormed(text))
        case .text, .github: #expect(text.contains("no findings"))
        case .html: #expect(text.hasSuffix("</html>\n"))
        }
    }

    @Test("umc-validation.md 2: the SARIF report names rules, places and elements as in SARIF 2.1.0")
    func sarif() throws {
        let root = try json(report(.sarif))
        #expect(root["version"] as? String == "2.1.0")
        let run = try #require((root["runs"] as? [[String: Any]])?.first)
        #expect(run["columnKind"] as? String == "unicodeCodePoints")
        let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
        let rules = try #require(driver["rules"] as? [[String: Any]])
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.count == 3)
        for result in results {
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
            #expect(["error", "warning", "note"].contains(result["level"] as? String))
            #expect((result["partialFingerprints"] as? [String: String])?["umcFinding/v1"]?.count == 16)
        }
        #expect(results[1]["level"] as? String == "note")
        for rule in rules {
            #expect((rule["help"] as? [String: String])?["text"]?.contains("Evidence") == true)
            #expect((rule["shortDescription"] as? [String: String])?["text"]?.isEmpty == false)
        }
        let location = try #require((results[0]["locations"] as? [[String: Any]])?.first)
        let physical = try #require(location["physicalLocation"] as? [String: [String: Any]])
        let uri = try #require(physical["artifactLocation"]?["uri"] as? String)
        #expect(uri == "feeds/a,%20b%3Ac.xml")
        #expect(physical["region"]?["startLine"] as? Int == 12)
        #expect(physical["region"]?["startColumn"] as? Int == 7)
        let logical = try #require((location["logicalLocations"] as? [[String: Any]])?.first)
        #expect(logical["fullyQualifiedName"] as? String == "/umcCatalog/item[3]/title[1]")
        let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
        #expect(invocation["executionSuccessful"] as? Bool == false)
    }

    @Test("a SARIF report of many findings lists as many as GitHub accepts, with all errors, and says so")
    func largeSARIF() throws {
        #expect(SARIFReport.maximumResults == 25_000)
        var writer = SARIFReport(ReportOptions(), maximum: 25)
        let output = ReportOutput()
        writer.begin(output)
        for (level, count) in [(Level.info, 9), (.warning, 30), (.error, 4)] {
            var finding = Self.findings[1]
            finding.level = level
            for _ in 0..<count { writer.add(finding, output) }
        }
        var summary = ValidationSummary()
        summary.add(43, .warning, .shouldFix, of: "STY-HTML")
        writer.finish(summary, output)
        let run = try #require((try json(output.text)["runs"] as? [[String: Any]])?.first)
        let levels = try #require(run["results"] as? [[String: Any]]).compactMap { $0["level"] as? String }
        #expect(levels.count { $0 == "note" } == 5)
        #expect(levels.count { $0 == "warning" } == 15)
        #expect(levels.count { $0 == "error" } == 4)
        let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
        let notes = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
        let text = (notes.first?["message"] as? [String: String])?["text"] ?? ""
        #expect(text.contains("lists 24 of 43 findings") && text.contains("GitHub accepts 25"), "\(text)")
    }

    @Test("GitHub commands end with the number of findings that are only counted")
    func countedGitHub() {
        #expect(
            report(.github) { $0.findingsPerRule = 1 }.hasSuffix("; 1 of them are only counted: --limit lists more\n"))
        #expect(!report(.github).contains("only counted"))
    }

    @Test("all reports contain the remedy of a finding", arguments: ReportFormat.allCases)
    func remedies(_ format: ReportFormat) {
        #expect(report(format).lowercased().contains("write plain text"))
    }

    @Test("paths in SARIF reports are URI references")
    func uris() {
        #expect(SARIFText.uri("/a b/c.xml") == "file:///a%20b/c.xml")
        #expect(SARIFText.uri("https://example.com/a") == "https://example.com/a")
        #expect(SARIFText.uri("<standard input>") == "%3Cstandard%20input%3E")
    }

    @Test("a JUnit report is well-formed for any findings, and fails at the level of --fail-on")
    func junit() throws {
        let text = report(.junit)
        #expect(XML.isWellFormed(text))
        #expect(text.contains("tests=\"4\" failures=\"2\" errors=\"1\""))
        #expect(!text.contains("\u{1B}"))
        let warnings = report(.junit, [Self.findings[1]], Self.summary)
        #expect(!warnings.contains("<failure"))
        #expect(report(.junit, [Self.findings[1]], Self.summary) { $0.failOn = .info }.contains("<failure"))
    }

    @Test("each finding is one GitHub command, and its text cannot add commands or properties")
    func github() {
        let lines = report(.github).split(separator: "\n").map(String.init)
        #expect(lines.count == 4)
        #expect(
            lines[0].hasPrefix(
                "::error file=feeds/a%2C b%3Ac.xml,line=12,col=7,title=STY-HTML [D]::a \"quote\" & <b>tag</b> 100 %25"))
        #expect(lines[1].hasPrefix("::notice file=feeds/a%2C b%3Ac.xml,line=13,col=1,title=STY-HTML [D]::second"))
        #expect(lines[2].hasPrefix("::error file=other.xml,title=DOC-XML [-]::third"))
        #expect(!lines[3].hasPrefix("::"))
    }

    @Test("a text report has one line for each finding, prints a remedy once, and has no control characters")
    func text() {
        let text = report(.text)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isUnsafeToShow })
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("feeds/a, b:c.xml:12:7: error: STY-HTML [D] a \"quote\""))
        #expect(lines[0].contains("\\r\\nline two"))
        #expect(lines.count { $0.contains("fix: write plain text") } == 1)
        #expect(text.contains("other.xml: NOT READ"))
        #expect(text.contains("2 errors, 1 piece of advice (Must Fix 2, Should Fix 1)"))
        #expect(text.contains("none of them is known to be Apple's"))
        let colored = report(.text) { $0.isColored = true }
        #expect(colored.contains("\u{1B}[1;31merror\u{1B}[0m"))
        #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == text)
    }

    @Test("a text report shows at most the limit of findings for each rule, and the summary mentions it")
    func limit() {
        let many = Array(repeating: Self.findings[0], count: 7)
        var summary = Self.summary
        summary.rules["STY-HTML"] = 7
        let text = report(.text, many, summary) { $0.findingsPerRule = 3 }
        #expect(text.split(separator: "\n").count { $0.hasPrefix("feeds/a, b:c.xml:12:7") } == 3)
        #expect(text.contains("(3 shown; --limit shows more)"))
    }

    @Test("an HTML report has no external resources or scripts, and escapes texts")
    func html() {
        let text = report(.html)
        #expect(text.contains("&lt;b&gt;tag&lt;/b&gt;"))
        #expect(!text.contains("<b>tag</b>"))
        #expect(!text.contains("<script"))
        #expect(text.firstMatch(of: /(src|href)="(https?:)?\/\//) == nil)
        #expect(text.contains(">Must Fix<"))
        #expect(text.contains("Should Fix"))
        #expect(
            text.contains("decided by this project, not Apple&#39;s rule") || text.contains("Decided by this project"))
        // Apart from the doctype, the page is XML except for void elements.
        let closed = text.replacing("<!DOCTYPE html>", with: "").replacing(/<(meta [^>]*|wbr)>/) { "<\($0.1)/>" }
            .replacing("&middot;", with: "-").replacing("&ndash;", with: "-")
        #expect(XML.isWellFormed(closed))
    }

    @Test("a report ends when its output is closed")
    func gone() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        signal(SIGPIPE, SIG_IGN)
        let output = ReportOutput(descriptor: ends[1])
        var report = FindingReport(ReportOptions(), to: output)
        let isOpen = report.add(Self.findings[0])
        #expect(!isOpen)
        #expect(output.failure == EPIPE)
        report.finish(Self.summary)
        close(ends[1])
    }
}

enum XML {
    static func isWellFormed(_ text: String) -> Bool {
        let bytes = Array(text.utf8).map { CChar(bitPattern: $0) }
        let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue)
        guard let document = xmlReadMemory(bytes, Int32(bytes.count), nil, "UTF-8", options) else { return false }
        xmlFreeDoc(document)
        return true
    }
}
