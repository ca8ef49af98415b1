import Foundation

/// Writes man(7) requests, in lines of at most 78 bytes.
struct RoffWriter {
    private static let width = 78

    func title(_ name: String, section: Int, date: String, source: String, manual: String) -> String {
        ".TH \(name.uppercased()) \(section) \(date) \"\(source)\" \"\(manual)\"\n"
    }

    func section(_ name: String) -> String { ".SH \(quoted(name))\n" }
    func subsection(_ name: String) -> String { ".SS \(quoted(name))\n" }

    /// Returns a line in bold.
    func heading(_ text: String) -> String { ".PP\n\(bold(text))\n" }

    func paragraph(_ text: String) -> String { text.isEmpty ? "" : ".PP\n\(filled(text))" }

    /// - Parameter tag: the tag as roff.
    func tagged(_ tag: String, _ text: String) -> String { ".TP\n\(tag)\n\(filled(text))" }

    /// Removes paragraph requests directly after headings, which begin a paragraph themselves.
    func cleaned(_ text: String) -> String {
        var lines: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isHeading = lines.last.map { $0.hasPrefix(".SH") || $0.hasPrefix(".SS") } ?? false
            if line != ".PP" || !isHeading { lines.append(line) }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns a line of roff.
    func raw(_ text: String) -> String { text + "\n" }

    /// Returns literal text, indented.
    func literal(_ example: DiscussionParts.Literal) -> String {
        let lines = example.lines.map { guarded(escaped($0, isLiteral: true)) }
        return ".PP\n.RS 4\n.nf\n\(lines.joined(separator: "\n"))\n.fi\n.RE\n"
    }

    func bold(_ text: String) -> String { "\\fB\(escaped(text, isLiteral: true))\\fR" }
    func italic(_ text: String) -> String { "\\fI\(escaped(text, isLiteral: true))\\fR" }

    /// - Parameter isLiteral: whether the text may be copied to a command line, so that hyphens must be kept.
    func escaped(_ text: String, isLiteral: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += isLiteral ? "\\-" : "-"
            case "'": result += isLiteral ? "\\(aq" : "'"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\u{A0}": result += "\\ "
            case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
        }
        return result
    }

    /// Fills lines and formats words in backticks and options. Each sentence begins a line.
    func filled(_ text: String) -> String {
        var lines: [String] = []
        var line = ""
        var isQuoted = false
        for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
            let set = setWord(word, &isQuoted)
            if !line.isEmpty, line.utf8.count + set.utf8.count + 1 > Self.width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? set : " " + set
            if word.count > 2, word.hasSuffix(".") || word.hasSuffix(".)") {
                lines.append(line)
                line = ""
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines.map { guarded($0) + "\n" }.joined()
    }

    private func setWord(_ word: String, _ isQuoted: inout Bool) -> String {
        if word.hasPrefix("--") {
            let option = word.prefix { $0 == "-" || $0.isLetter }
            return bold(String(option)) + escaped(String(word.dropFirst(option.count)))
        }
        var result = ""
        for (index, part) in word.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            if index > 0 {
                result += isQuoted ? "\\fR" : "\\fB"
                isQuoted.toggle()
            }
            result += escaped(String(part), isLiteral: isQuoted || part == "-")
        }
        return result
    }

    /// Escapes a dot or an apostrophe at the beginning of a line, where it would be a request.
    private func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    private func quoted(_ text: String) -> String { "\"\(escaped(text, isLiteral: false))\"" }
}
