extension RuleBook {
    /// The rules whose findings `SchemaChecker` creates. They contain no checks of their own.
    static let schemaRules: [any Rule] = [
        ChildOrder(), UnknownNames(), MissingParts(), RepeatedElements(), WrongValues(), EmptyValues(), StrayText(),
        UnlistedCodes(), DigitsForBooleans(), MissingOffsets(),
    ]
}
