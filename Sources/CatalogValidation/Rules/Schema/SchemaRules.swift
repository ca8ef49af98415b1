extension RuleBook {
    /// What `SchemaChecker` finds by the description of feeds. None of these looks at anything itself.
    static let schemaRules: [any Rule] = [
        ChildOrder(), UnknownNames(), MissingParts(), RepeatedElements(), WrongValues(), EmptyValues(), StrayText(),
        UnlistedCodes(), DigitsForBooleans(), MissingOffsets(),
    ]
}
