extension RuleBook {
    static let documentRules: [any Rule] = [
        NotWellFormed(), DocumentType(), ForeignEncoding(), UnknownRoot(), Namespaces(), ReadingLimitExceeded(),
        UnreadableInput(),
        DocumentVersion(), LegacyLayout(), ByteOrderMark(), ItemCount(), OneCatalog(), CatalogIDForm(), TeamIDForm(),
        DefaultLocale(), FeedBuildDate(), HeadTexts(),
    ]
}
