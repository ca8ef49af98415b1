import UniversalMediaCatalog

/// Limits the number of findings of each rule that are created, and counts the others.
struct FindingTally {
    private struct Count {
        var created = 0
        /// Number of findings that were only counted, by the rank of their level.
        var counted = (0, 0, 0)
    }

    private let maximum: Int
    private let saturated: RuleSet
    /// By the numbers of the rules.
    private var counts: ContiguousArray<Count> = []
    private var countedRules: ContiguousArray<RuleInfo> = []

    /// - Parameters:
    ///   - maximum: maximum number of findings of each rule.
    ///   - saturated: rules whose findings are only counted.
    init(maximum: Int, saturated: RuleSet) {
        self.maximum = maximum
        self.saturated = saturated
    }

    /// Returns whether a finding is to be created; otherwise it has been counted.
    mutating func admits(_ rule: RuleInfo, _ level: Level) -> Bool {
        while counts.count <= rule.number { counts.append(Count()) }
        if counts[rule.number].created < maximum, !saturated.contains(rule) {
            counts[rule.number].created += 1
            return true
        }
        if counts[rule.number].counted == (0, 0, 0) { countedRules.append(rule) }
        switch level {
        case .info: counts[rule.number].counted.0 += 1
        case .warning: counts[rule.number].counted.1 += 1
        case .error: counts[rule.number].counted.2 += 1
        }
        return false
    }

    /// Adds the findings that another tally only counted.
    mutating func add(counted other: FindingTally) {
        for rule in other.countedRules {
            let numbers = other.counts[rule.number].counted
            while counts.count <= rule.number { counts.append(Count()) }
            if counts[rule.number].counted == (0, 0, 0) { countedRules.append(rule) }
            counts[rule.number].counted.0 += numbers.0
            counts[rule.number].counted.1 += numbers.1
            counts[rule.number].counted.2 += numbers.2
        }
    }

    /// The findings that were only counted, by the id of their rule.
    var counted: [String: CountedFindings] {
        var result: [String: CountedFindings] = [:]
        for rule in countedRules {
            let numbers = counts[rule.number].counted
            var levels: [Level: Int] = [:]
            for (level, number) in [(Level.info, numbers.0), (.warning, numbers.1), (.error, numbers.2)]
            where number > 0 {
                levels[level] = number
            }
            result[rule.id] = CountedFindings(rule: rule, byLevel: levels)
        }
        return result
    }
}
