extension RuleBook {
    static let availabilityRules: [any Rule] = []
}
