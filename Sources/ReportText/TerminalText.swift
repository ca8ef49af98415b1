import Foundation

/// Fits text to the width of a terminal.
package enum TerminalText {
    /// Narrower terminals wrap lines themselves.
    private static let narrowest = 40
    /// The columns that remain for the text of a hanging indent at least.
    private static let leastText = 24
    /// The indent of further lines where the first line shows none.
    private static let ordinaryIndent = 4

    /// Returns the columns of the terminal that a file descriptor writes to; nil for files and pipes, and for terminals of unknown width.
    package static func columns(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= narrowest else { return nil }
        return Int(size.ws_col)
    }

    /// Breaks lines that are longer than `columns` at spaces. Further lines begin below the text of the first one: behind its label, such as
    /// `fix: `, or its last column. Words that are longer than a line, such as URLs, stay whole.
    package static func wrapped(_ text: String, columns: Int?) -> String {
        guard let columns, columns >= narrowest else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            width(line) > columns ? lines(line, columns).joined(separator: "\n") : String(line)
        }.joined(separator: "\n")
    }

    /// Returns the columns that a text occupies on a terminal: two for wide East Asian characters and emoji, none for combining marks
    /// and for sequences that set colors.
    package static func width(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
        return plain(text).unicodeScalars.reduce(0) { $0 + width($1) }
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        guard scalar.value >= 0x300 else { return scalar.value >= 0x20 ? 1 : 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(scalar.value) ? 2 : 1
        }
    }

    /// The blocks of East Asian Width W and F.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    private static func lines(_ line: Substring, _ columns: Int) -> [String] {
        let hanging = indent(line, columns)
        let blanks = String(repeating: " ", count: hanging)
        var lines: [String] = []
        var current = ""
        var used = 0
        var gap = 0
        for word in words(line) {
            guard !word.isEmpty else {
                gap += 1
                continue
            }
            let size = width(word)
            if used > hanging, used + gap + size > columns {
                lines.append(current)
                (current, used, gap) = (blanks, hanging, 0)
            }
            current += String(repeating: " ", count: gap) + word
            used += gap + size
            gap = 1
        }
        return lines + [current]
    }

    /// Splits a line at spaces, except between a number and its unit; two spaces in a row give an empty word.
    private static func words(_ line: Substring) -> [Substring] {
        var words: [Substring] = []
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            if let number = words.last, !word.isEmpty, isNumber(number) {
                words[words.count - 1] = line[number.startIndex..<word.endIndex]
            } else {
                words.append(word)
            }
        }
        return words
    }

    private static func isNumber(_ word: Substring) -> Bool {
        guard let last = word.utf8.last, (0x30...0x39).contains(last) else { return false }
        return word.utf8.allSatisfy { (0x28...0x39).contains($0) }
    }

    /// Returns the column at which the text of a line begins.
    private static func indent(_ line: Substring, _ columns: Int) -> Int {
        let words = plain(line).split(separator: " ", omittingEmptySubsequences: false)
        let lead = words.prefix(while: \.isEmpty).count
        var column = lead
        var blanks = 0
        var found: Int?
        for word in words.dropFirst(lead) {
            if !word.isEmpty, blanks > 1, column <= columns - leastText { found = column }
            blanks = word.isEmpty ? blanks + 1 : 1
            column += width(word) + 1
        }
        if let found { return found }
        guard lead > 0 else { return ordinaryIndent }
        let first = words.dropFirst(lead).first ?? ""
        return first.hasSuffix(":") || first == "|" ? lead + width(first) + 1 : lead
    }

    /// Removes sequences that set colors.
    private static func plain(_ text: some StringProtocol) -> String {
        var isInSequence = false
        var result = ""
        for scalar in text.unicodeScalars {
            if isInSequence {
                isInSequence = scalar != "m"
            } else if scalar == "\u{1B}" {
                isInSequence = true
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
