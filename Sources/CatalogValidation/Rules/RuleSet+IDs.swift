extension RuleSet {
    /// The rules with these ids.
    init(ids: Set<String>) {
        self = []
        for rule in RuleBook.all where ids.contains(rule.info.id) { insert(rule.info) }
        for rule in SuppressionRules.all where ids.contains(rule.id) { insert(rule) }
    }
}
