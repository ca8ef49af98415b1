extension RuleBook {
    static let catalogRules: [any Rule] =
        identityRules + titleRules + textualRules + ratingRules + artworkRules + peopleRules + detailRules

    private static let identityRules: [any Rule] = [
        ContentIDLength(), ContentIDSpace(), ContentGroupID(), KnownContentType(), TypeBlock(), PublicationDate(),
        FuturePublication(), NumericBoolean(),
    ]
    private static let titleRules: [any Rule] = [
        TitleRequired(), TitleLength(), TitleRepeated(), TitleType(), ShortTitle(), TitleInDefaultLocale(),
        PhoneticTitle(), JapanesePronunciation(), TitleLocale(),
    ]
    private static let textualRules: [any Rule] = [
        DescriptionRequired(), DescriptionLength(), DescriptionType(), GenreRequired(), GenreUnknown(), GenreCount(),
        GenreList(), LocaleForm(), UnknownLocale(), LanguageForm(), KeywordLength(),
    ]
    private static let ratingRules: [any Rule] = [
        RatingRequired(), RatingSystemUnknown(), RatingUnknown(), RatingRepeated(), IndianAdvisories(), AdvisoryCode(),
        TelevisionDescriptor(), RatingReason(),
    ]
    private static let artworkRules: [any Rule] = [
        ArtworkRequired(), ArtworkType(), ArtworkUse(), ArtworkURL(), ArtworkExtension(), ArtworkLocales(),
        ArtworkTitleLocale(), LogoLocale(), ArtworkAvailable(), ArtworkSpecification(),
    ]
    private static let peopleRules: [any Rule] = [
        CreditName(), CreditRole(), CreditCharacter(), CreditCount(), ExternalIDSystemUnknown(), ExternalIDFormat(),
        EIDRCheckCharacter(), ExternalIDRepeated(), RelationshipKnown(), RelatedToItself(), RelatedAsExtra(),
    ]
    private static let detailRules: [any Rule] = [
        DurationInSeconds(), PreviewDuration(), ReleaseDate(), ShowEnd(), CountryForm(), DetailType(), ShowStatus(),
        EpisodeSeason(), EventTimes(), EventToBeDecided(), EventSport(), CompetitorCount(), CompetitorRoles(),
    ]
}
