import CatalogValidation
import UniversalMediaCatalog

/// The findings of one rule at one level.
struct RuleCount {
    var rule: String
    var level: Level
    var count: Int
    /// Number of findings of the rule at all levels.
    var totalOfRule: Int
    var info: RuleInfo?

    var reviewClass: ReviewClass {
        guard let info else { return level == .error ? .mustFix : .shouldFix }
        return level == info.level ? info.reviewClass : RuleInfo.reviewClass(level, info.tag)
    }
}

extension ValidationSummary {
    /// Counts sorted by class, level and number of findings, the highest first.
    var rulesByWeight: [RuleCount] {
        var rows: [RuleCount] = []
        for (rule, levels) in ruleLevels {
            for (name, count) in levels {
                guard let level = Level(rawValue: name) else { continue }
                rows.append(
                    RuleCount(
                        rule: rule, level: level, count: count, totalOfRule: rules[rule] ?? count,
                        info: RuleCatalog.rule(withID: rule)))
            }
        }
        return rows.sorted {
            let isMust = ($0.reviewClass == .mustFix, $1.reviewClass == .mustFix)
            if isMust.0 != isMust.1 { return isMust.0 }
            if $0.level != $1.level { return $0.level > $1.level }
            return $0.count != $1.count ? $0.count > $1.count : $0.rule < $1.rule
        }
    }
}
