/// A set of rules, by their numbers.
struct RuleSet: Sendable, ExpressibleByArrayLiteral {
    private var words: ContiguousArray<UInt64> = []

    init(arrayLiteral rules: RuleInfo...) { for rule in rules { insert(rule) } }

    mutating func insert(_ rule: RuleInfo) {
        let word = rule.number >> 6
        while words.count <= word { words.append(0) }
        words[word] |= 1 << UInt64(rule.number & 63)
    }

    @inline(__always) func contains(_ rule: RuleInfo) -> Bool {
        let word = rule.number >> 6
        return word < words.count && words[word] >> UInt64(rule.number & 63) & 1 != 0
    }

    mutating func formUnion(_ other: RuleSet) {
        while words.count < other.words.count { words.append(0) }
        for index in other.words.indices { words[index] |= other.words[index] }
    }
}
