import UniversalMediaCatalog

/// Number of findings of one rule beyond the limit of reported findings.
struct CountedFindings: Sendable {
    let rule: RuleInfo
    var byLevel: [Level: Int] = [:]
}
