extension RuleBook {
    /// The rules whose findings `SchemaChecker` creates, which contain no checks of their own; and those about all values.
    static let schemaRules: [any Rule] = [
        ChildOrder(), UnknownNames(), MissingParts(), RepeatedElements(), WrongValues(), EmptyValues(), StrayText(),
        UnlistedCodes(), DigitsForBooleans(), MissingOffsets(), SurroundingSpace(),
    ]
}
