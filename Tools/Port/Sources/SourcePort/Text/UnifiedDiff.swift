/// The difference between the original and the converted text, in the format of `diff -u`.
public enum UnifiedDiff {
    private static let contextLines = 3

    /// Returns an empty string where nothing is converted. A conversion keeps the number of lines, so that lines are compared by number.
    public static func text(of conversion: Conversion) -> String {
        guard conversion.isChanged else { return "" }
        let old = lines(conversion.original)
        let new = lines(conversion.converted)
        let changed = zip(old, new).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
        var output = "--- \(conversion.file)\n+++ \(conversion.file)\n"
        for hunk in hunks(changed, count: old.count) {
            output += "@@ -\(hunk.lowerBound + 1),\(hunk.count) +\(hunk.lowerBound + 1),\(hunk.count) @@\n"
            var line = hunk.lowerBound
            while line < hunk.upperBound {
                guard old[line] != new[line] else {
                    output += " \(old[line])\n"
                    line += 1
                    continue
                }
                var end = line
                while end < hunk.upperBound, old[end] != new[end] { end += 1 }
                for removed in old[line..<end] { output += "-\(removed)\n" }
                for added in new[line..<end] { output += "+\(added)\n" }
                line = end
            }
        }
        return output
    }

    /// Ranges of lines around the changed ones; ranges that touch are joined.
    private static func hunks(_ changed: [Int], count: Int) -> [Range<Int>] {
        var hunks: [Range<Int>] = []
        for line in changed {
            let range = max(0, line - contextLines)..<min(count, line + contextLines + 1)
            if let last = hunks.last, last.upperBound >= range.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
            } else {
                hunks.append(range)
            }
        }
        return hunks
    }

    /// The lines without line feeds. Carriage returns are part of them.
    private static func lines(_ text: String) -> [String] {
        var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
