import Foundation

/// Finds misspelt commands, which would otherwise be played as files.
enum CommandSpelling {
    /// Returns a sentence that names the intended command; nil where the first word may be a command, an option, a file or a URL.
    static func misspelling(_ words: [String], among commands: [String]) -> String? {
        let isHelp = words.first == "help"
        guard let word = isHelp ? words.dropFirst().first : words.first, !word.isEmpty, !word.hasPrefix("-") else {
            return nil
        }
        guard !commands.contains(word), word != "help" else { return nil }
        if isHelp {
            let hint = nearest(to: word, among: commands).map { "did you mean 'avplayer help \($0)'?" }
            return "there is no command '\(word.prefix(60))'; "
                + (hint ?? "the commands are \(commands.joined(separator: ", "))")
        }
        let isName = word.utf8.allSatisfy { (97...122).contains($0 | 0x20) || $0 == 45 }
        guard isName, !FileManager.default.fileExists(atPath: word), let near = nearest(to: word, among: commands)
        else {
            return nil
        }
        return "there is no command and no file '\(word)'; did you mean 'avplayer \(near)'?"
    }

    /// Returns the command that differs in at most two letters, and in at most a third of them.
    private static func nearest(to word: String, among commands: [String]) -> String? {
        let folded = word.lowercased()
        let nearest = commands.min { distance(folded, $0) < distance(folded, $1) }
        return nearest.flatMap { distance(folded, $0) <= min(2, folded.count / 3) ? $0 : nil }
    }

    /// Returns the edit distance; two exchanged neighbours count as one edit.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (word, other) = (Array(left.utf8), Array(right.utf8))
        var before: [Int] = []
        var row = Array(0...other.count)
        for i in word.indices {
            var next = [i + 1]
            for j in other.indices {
                var edits = word[i] == other[j] ? row[j] : 1 + min(row[j], next[j], row[j + 1])
                if i > 0, j > 0, word[i] == other[j - 1], word[i - 1] == other[j] {
                    edits = min(edits, before[j - 1] + 1)
                }
                next.append(edits)
            }
            (before, row) = (row, next)
        }
        return row[other.count]
    }
}
