/// Adds up the words of a number: "one hundred and twenty", "quatre-vingt-dix-sept", "二十五", "خمسة وعشرون".
struct NumberPhrase {
    private var total = 0.0
    private var current = 0.0
    private var hasWords = false
    /// Whether "and" stood before the next word.
    private var isJoined = false

    var value: Double? { hasWords ? total + current : nil }

    /// Adds a word's value.
    /// - Returns: false if the word begins another number.
    mutating func add(_ value: Double) -> Bool {
        defer { isJoined = false }
        guard hasWords else {
            (hasWords, current) = (true, value)
            return true
        }
        switch value {
        case 1000 where total == 0:
            (total, current) = (current * value, 0)
        case 100 where current < 100:
            current = max(current, 1) * value
        case 20 where current == 4:
            current = 80
        case 10 where (2...9).contains(current.truncatingRemainder(dividingBy: 100)) && !isJoined:
            // 二十 is twenty, 百二十 a hundred and twenty.
            current += current.truncatingRemainder(dividingBy: 100) * 9
        case 1..<10 where isMultiple(of: 10), 1..<100 where isMultiple(of: 100),
            11..<20 where current == 60 || current == 80:
            current += value
        case 10 where current == 60 || current == 80:
            current += value
        case 20..<100 where isJoined && (1..<10).contains(current) && value.truncatingRemainder(dividingBy: 10) == 0:
            current += value
        default: return false
        }
        return true
    }

    mutating func join() { isJoined = true }

    private func isMultiple(of factor: Double) -> Bool {
        current >= factor && current.truncatingRemainder(dividingBy: factor) == 0
    }
}
