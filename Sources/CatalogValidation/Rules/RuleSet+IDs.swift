extension RuleSet {
    /// The rules of the rule book with these ids.
    init(ids: Set<String>) {
        self = []
        for rule in RuleBook.all where ids.contains(rule.info.id) { insert(rule.info) }
    }
}
