extension RuleBook {
    static let manifestRules: [any Rule] = []
}
