extension RuleBook {
    static let documentRules: [any Rule] = [
        NotWellFormed(), DocumentType(), ForeignEncoding(), UnknownRoot(), ReadingLimitExceeded(), UnreadableInput(),
    ]
}
