extension RuleBook {
    static let crossFeedRules: [any Rule] = referenceRules + feedRules + buildRules

    /// References and likenesses between the items of one feed.
    private static let referenceRules: [any Rule] = [
        DuplicateContentID(), DuplicateRecord(), MissingShow(), MissingSeason(), SeasonNumberDiffers(),
        EpisodeNumberTwice(), SeasonNumberTwice(), EmptyShow(), MixedCatalog(), ExtraTarget(), RelatedTarget(),
        AirDateBeforePremiere(), SeriesTitleDiffers(), EpisodeBeginsWithShow(), LostApostrophe(), PremiereIsPubDate(),
    ]

    /// What feeds of different kinds say of each other.
    private static let feedRules: [any Rule] = [
        MissingCatalogItem(), ContentTypeDiffers(), MissingRecord(), ServiceIDTwice(), TeamDiffers(), ManifestDiffers(),
        TerritoryRating(), BrazilianRating(), NewZealandRating(), TerritoryTitle(), MissingShowRecord(),
        ExtraLanguage(), LiveSportsTerritory(), RegisteredTiers(), StaleAvailability(), ComingSoonCatalogItem(),
        OfferOfIntegration(),
    ]

    /// What a build says of the build before.
    private static let buildRules: [any Rule] = [
        TypeChanged(), ContentIDReused(), FeedShrinks(), BuildDateNotNewer(), GoneWithoutEnd(), ServiceGone(),
    ]
}
