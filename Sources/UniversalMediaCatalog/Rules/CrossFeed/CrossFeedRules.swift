extension RuleBook {
    static let crossFeedRules: [any Rule] = []
}
