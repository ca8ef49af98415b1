extension RuleBook {
    static let crossFeedRules: [any Rule] = referenceRules

    /// References and likenesses between the items of one feed.
    private static let referenceRules: [any Rule] = [
        DuplicateContentID(), DuplicateRecord(), MissingShow(), MissingSeason(), SeasonNumberDiffers(),
        EpisodeNumberTwice(), SeasonNumberTwice(), EmptyShow(), MixedCatalog(), ExtraTarget(), RelatedTarget(),
        AirDateBeforePremiere(), SeriesTitleDiffers(), LostApostrophe(), PremiereIsPubDate(),
    ]
}
