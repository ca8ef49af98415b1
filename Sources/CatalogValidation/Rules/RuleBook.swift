/// The list of all rules.
enum RuleBook {
    static let all: [any Rule] =
        documentRules + catalogRules + styleRules + availabilityRules + manifestRules + crossFeedRules
        + schemaRules

    static let byID: [String: any Rule] = Dictionary(all.map { ($0.info.id, $0) }) { first, _ in first }
}
