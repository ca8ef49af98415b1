extension RuleBook {
    static let catalogRules: [any Rule] = []
}
