import UniversalMediaCatalog

/// Findings of one rule that are too many to be said one by one.
struct CountedFindings: Sendable {
    let rule: RuleInfo
    var byLevel: [Level: Int] = [:]
}
