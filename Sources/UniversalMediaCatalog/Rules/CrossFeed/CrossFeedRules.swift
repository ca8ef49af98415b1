extension RuleBook {
    static let crossFeedRules: [any Rule] = referenceRules + feedRules

    /// References and likenesses between the items of one feed.
    private static let referenceRules: [any Rule] = [
        DuplicateContentID(), DuplicateRecord(), MissingShow(), MissingSeason(), SeasonNumberDiffers(),
        EpisodeNumberTwice(), SeasonNumberTwice(), EmptyShow(), MixedCatalog(), ExtraTarget(), RelatedTarget(),
        AirDateBeforePremiere(), SeriesTitleDiffers(), LostApostrophe(), PremiereIsPubDate(),
    ]

    /// What feeds of different kinds say of each other.
    private static let feedRules: [any Rule] = [
        MissingCatalogItem(), ContentTypeDiffers(), MissingRecord(), ServiceIDTwice(), TeamDiffers(), ManifestDiffers(),
        TerritoryRating(), BrazilianRating(), NewZealandRating(), TerritoryTitle(), MissingShowRecord(),
        ExtraLanguage(), LiveSportsTerritory(), RegisteredTiers(), StaleAvailability(),
    ]
}
