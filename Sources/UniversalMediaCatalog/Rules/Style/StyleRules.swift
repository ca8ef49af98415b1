extension RuleBook {
    static let styleRules: [any Rule] = [MarkupInText()]
}
