extension RuleBook {
    static let crossFeedRules: [any Rule] = referenceRules + feedRules + buildRules

    /// References and similarities between the items of one feed.
    private static let referenceRules: [any Rule] = [
        DuplicateContentID(), DuplicateRecord(), MissingShow(), MissingSeason(), SeasonNumberDiffers(),
        EpisodeNumberTwice(), SeasonNumberTwice(), EmptyShow(), MixedCatalog(), ExtraTarget(), RelatedTarget(),
        DuplicateOfOther(),
        AirDateBeforePremiere(), SeriesTitleDiffers(), EpisodeBeginsWithShow(), LostApostrophe(), PremiereIsPubDate(),
        IDsInOtherCase(), SharedArtwork(), SharedDescription(), SharedExternalID(), GroupOfTypes(), SameWorkTwice(),
        LinkOfOtherItem(), LinkOfSeveralItems(), MisspeltServer(), MissingPlatform(), EpisodeAfterEnd(),
        LinkOfOtherAction(), ArtworkOfOtherItem(), MisspeltArtworkServer(), EpisodeAfterNextSeason(),
        CombinedEpisodeNumber(), EpisodeTitleTwice(), SequelBeforeWork(), AbbreviationDiffers(),
        GroupOfWorks(), CastOfSeries(), AdultEpisode(), ExtraOfOtherWork(), ExtraNamedAsWork(), CreditSpelling(),
        TeamSpelling(), OrderOfEpisodes(), LinkOfOtherCountry(),
        QueryOfLink(),
        LinkForm(), EpisodeLength(), MetadataOfSeries(), SeasonsOfMiniseries(), CastOfMovies(),
        FirstEpisode(), LanguageOfSeries(), SlugOfOtherItem(), EventNamesDiffer(), ExchangedTexts(),
    ]

    /// Consistency between feeds of different kinds.
    private static let feedRules: [any Rule] = [
        MixedVersions(), MissingCatalogItem(), ContentTypeDiffers(), MissingRecord(), CatalogTwice(), ServiceIDTwice(),
        TeamDiffers(),
        ManifestDiffers(),
        TerritoryRating(), BrazilianRating(), NewZealandRating(), TerritoryTitle(), MissingShowRecord(),
        ExtraLanguage(), LiveSportsTerritory(), RegisteredTiers(), StaleAvailability(), ComingSoonCatalogItem(),
        PlayableComingSoon(),
        OfferOfIntegration(), AiringOnOtherDay(), AiringOutsideOffer(), ComingSoonPremiere(), OfferBeforeRelease(),
        PrimaryLanguageOfTitle(), RestrictionOfTerritory(), RetiredService(), WindowOfOtherZone(),
    ]

    /// Changes from the previous build.
    private static let buildRules: [any Rule] = [
        TypeChanged(), ContentIDReused(), ContentIDChanged(), FeedShrinks(), BuildDateNotNewer(), GoneWithoutEnd(),
        ServiceGone(), ChangedWork(), ChangedService(), ChangedIdentity(),
        RecordNotNewer(),
    ]
}
