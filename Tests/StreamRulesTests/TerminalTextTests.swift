import Foundation
import ReportText
import Testing

/// Lines of reports on terminals.
struct TerminalTextTests {
    @Test("a line that fits, and every line without a terminal, stays as it is")
    func unchanged() {
        let line = String(repeating: "word ", count: 40)
        #expect(TerminalText.wrapped(line, columns: nil) == line)
        #expect(TerminalText.wrapped(line, columns: 20) == line, "narrower than the least width")
        #expect(TerminalText.wrapped("short\n\n  line \n", columns: 80) == "short\n\n  line \n")
    }

    @Test(
        "further lines of a long line begin below the text of the first one",
        arguments: [
            ("    fix: ", 9), ("  track 1       ", 16), ("    Why:     ", 13), ("    ", 4), ("", 4), ("    | ", 6),
            ("CAT-TITLE-LEN      1  error    Must Fix    -      ", 50),
        ])
    func hangingIndent(_ start: String, _ indent: Int) {
        let words = (1...30).map { "word\($0)" }.joined(separator: " ")
        let lines = TerminalText.wrapped(start + words, columns: 80).split(separator: "\n")
        #expect(lines.count > 1 && lines[0].hasPrefix(start + "word1"))
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
        #expect(lines.dropFirst().allSatisfy { $0.prefix { $0 == " " }.count == indent }, "\(lines)")
        let joined = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(joined == (start + words).split(separator: " ").joined(separator: " "), "no word is lost")
    }

    @Test("a word that is longer than a line stays whole")
    func longWord() {
        let url = "https://example.com/" + String(repeating: "a", count: 120)
        let lines = TerminalText.wrapped("    where: line 3, \(url)", columns: 80).split(separator: "\n")
        #expect(lines == ["    where: line 3,", "           \(url)"])
    }

    @Test("a long word at the beginning of a line has no empty line before it")
    func longFirstWord() {
        let url = "https://example.com/" + String(repeating: "a", count: 120)
        #expect(TerminalText.wrapped("    \(url)", columns: 80) == "    \(url)")
        #expect(TerminalText.wrapped("\(url) end", columns: 80) == "\(url)\n    end")
    }

    @Test("a column that leaves fewer than 24 columns for its text is no indent of further lines")
    func lateColumn() {
        func indent(_ column: Int) -> Int? {
            let start = "  name" + String(repeating: " ", count: column - 6)
            let lines = TerminalText.wrapped(start + String(repeating: "word ", count: 9), columns: 80).split(
                separator: "\n")
            return lines.last.map { $0.prefix { $0 == " " }.count }
        }
        #expect(indent(56) == 56 && indent(57) == 2)
    }

    @Test("a number before two spaces is no number before a unit, and lines have no spaces at their ends")
    func numberBeforeColumn() {
        let lines = TerminalText.wrapped("    " + String(repeating: "x", count: 72) + " 12  word", columns: 80)
        #expect(lines == "    " + String(repeating: "x", count: 72) + " 12\n    word")
    }

    @Test("a number and its unit stay on one line")
    func units() {
        let start = "  variant 1        " + String(repeating: "x", count: 53)
        let lines = TerminalText.wrapped(start + " 12.5 kbit/s, peak", columns: 80).split(separator: "\n")
        #expect(lines.map { $0.drop { $0 == " " } } == [start.drop { $0 == " " }, "12.5 kbit/s, peak"])
    }

    @Test("wide characters count two columns, combining marks and colors none")
    func widths() {
        #expect(TerminalText.width("日本語") == 6)
        #expect(TerminalText.width("e\u{301}\u{200B}") == 1)
        #expect(TerminalText.width("\u{1B}[1;31merror\u{1B}[0m") == 5)
        #expect(TerminalText.width("عنوان") == 5)
        #expect(TerminalText.width("é\u{7}\t") == 1, "control characters have no width")
        let colored = "\u{1B}[1mfeed.xml\u{1B}[0m: " + String(repeating: "word ", count: 14)
        #expect(TerminalText.wrapped(colored, columns: 80) == colored)
        #expect(DisplayText.padded("日本", 6) == "日本  ")
    }
}
