import Foundation

/// Compares two dumps line by line; numbers after a tilde may differ slightly.
enum GoldenComparison {
    /// The tolerances by the number of decimals in the expected value: none, one, two, three.
    private static let tolerances = [2.0, 0.25, 0.08, 0.035]

    /// - Returns: descriptions of the first differences; empty if the dumps are equal.
    static func differences(expected: String, actual: String, most: Int = 6) -> [String] {
        let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
        let actual = actual.split(separator: "\n", omittingEmptySubsequences: false)
        var found: [String] = []
        for line in 0..<max(expected.count, actual.count) where found.count < most {
            let old = line < expected.count ? expected[line] : "(nothing)"
            let new = line < actual.count ? actual[line] : "(nothing)"
            if !isEqual(old, new) { found.append("line \(line + 1)\n  expected: \(old)\n  actual:   \(new)") }
        }
        return found
    }

    static func isEqual(_ expected: Substring, _ actual: Substring) -> Bool {
        if expected == actual { return true }
        let (old, new) = (parts(expected), parts(actual))
        guard old.text == new.text, old.figures.count == new.figures.count else { return false }
        return zip(old.figures, new.figures).allSatisfy { old, new in
            guard let wanted = Double(old), let value = Double(new) else { return old == new }
            let decimals = old.firstIndex(of: ".").map { old.distance(from: $0, to: old.endIndex) - 1 } ?? 0
            return abs(wanted - value) <= tolerances[min(decimals, tolerances.count - 1)]
        }
    }

    /// Splits a line into text and measured values.
    private static func parts(_ line: Substring) -> (text: String, figures: [Substring]) {
        var text = ""
        var figures: [Substring] = []
        var rest = line
        while let tilde = rest.firstIndex(of: "~") {
            text += rest[...tilde]
            rest = rest[rest.index(after: tilde)...]
            let figure = rest.prefix { $0.isNumber || $0 == "." || $0 == "-" }
            figures.append(figure)
            rest = rest[figure.endIndex...]
        }
        return (text + rest, figures)
    }
}
