import Foundation
import SourcePort
import Testing

struct CorpusTests {
    @Test("the corpus has a snippet for each construct and its variants")
    func size() {
        #expect(Snippet.all.count >= 150)
        #expect(Snippet.all.count { $0.isCompiled && $0.check != nil } >= 150)
    }

    @Test("a snippet, converted, has the expected text, findings and number of lines", arguments: Snippet.all)
    func conversion(_ snippet: Snippet) {
        let conversion = Conversion(snippet.original, settings: snippet.settings)
        #expect(conversion.converted == snippet.converted)
        #expect(lineCount(conversion.converted) == lineCount(snippet.original))
        var findings: [String] = []
        for finding in conversion.findings {
            // The places of syntax errors are those of the parser.
            let place = finding.rule == .syntax ? "" : " \(finding.line):\(finding.column)"
            let text = "\(finding.level.rawValue) \(finding.rule.rawValue)\(place)"
            if !findings.contains(text) { findings.append(text) }
            #expect(finding.line > 0 && finding.column > 0)
        }
        #expect(findings == snippet.findings)
    }

    @Test("a converted snippet, converted again, is unchanged", arguments: Snippet.all)
    func secondConversion(_ snippet: Snippet) {
        #expect(!Conversion(snippet.converted, settings: snippet.settings).isChanged)
    }

    @Test("a snippet with CRLF and a byte order mark converts to the same text with both", arguments: Snippet.all)
    func carriageReturns(_ snippet: Snippet) {
        func marked(_ text: String) -> String { "\u{FEFF}" + text.replacing("\n", with: "\r\n") }
        // A multi-line string literal keeps its line breaks, too.
        let conversion = Conversion(marked(snippet.original), settings: snippet.settings)
        #expect(Array(conversion.converted.utf8) == Array(marked(snippet.converted).utf8))
    }

    @Test("converted snippets compile without warnings and behave like the originals on Apple's platforms")
    func compiledSnippets() throws {
        let build = try SnippetBuild()
        let run = try build.run(Snippet.all.filter(\.isCompiled))
        #expect(run.status == 0, "\(run.output)")
        #expect(!run.output.contains("warning:"), "\(run.output)")
    }

    @Test("converted snippets compile in the language mode of Swift 6")
    func strictSnippets() throws {
        let build = try SnippetBuild()
        let run = try build.check(
            Snippet.all.filter { $0.isCompiled && !$0.options.contains(.swift5) }, languageMode: "6")
        #expect(run.status == 0, "\(run.output)")
    }

    private func lineCount(_ text: String) -> Int { text.utf8.count { $0 == 0x0A } }
}
