extension RuleBook {
    static let catalogRules: [any Rule] =
        identityRules + titleRules + textualRules + ratingRules + artworkRules + peopleRules + detailRules

    private static let identityRules: [any Rule] = [
        ContentIDLength(), ContentIDSpace(), AdultContent(), SpreadsheetID(), ContentGroupID(), KnownContentType(),
        TypeBlock(),
        PublicationDate(),
        FuturePublication(), PublicationRange(), NumericBoolean(), RepeatedDetails(), ListInOneElement(),
    ]
    private static let titleRules: [any Rule] = [
        TitleRequired(), TitleLength(), TitleRepeated(), TitleType(), ShortTitle(), TitleInDefaultLocale(),
        PhoneticTitle(), JapanesePronunciation(), PhoneticSpacing(), TitleLocale(), LanguageOfTitle(),
    ]
    private static let textualRules: [any Rule] = [
        DescriptionRequired(), DescriptionLength(), DescriptionType(), DescriptionLocale(), GenreRequired(),
        GenreUnknown(), GenreCount(), GenreOfEvent(),
        GenreList(), LocaleForm(), UnknownLocale(), LocalePairs(), LanguageForm(), LanguageOfCountry(), KeywordLength(),
        KeywordForm(),
    ]
    private static let ratingRules: [any Rule] = [
        RatingRequired(), RatingSystemUnknown(), RatingUnknown(), RatingRepeated(), RatingKindOfItem(),
        IndianAdvisories(), AdvisoryCode(),
        TelevisionDescriptor(), RatingReason(), RatingDetails(), RatingConflict(),
    ]
    private static let artworkRules: [any Rule] = [
        ArtworkRequired(), ArtworkMissing(), ArtworkType(), ArtworkUse(), ArtworkURL(), ArtworkURLForm(),
        ArtworkServer(), ArtworkSizeInURL(),
        ArtworkExtension(),
        ArtworkLocales(),
        ArtworkTitleLocale(), LogoLocale(), RepeatedArtwork(), ArtworkName(), ArtworkAvailable(),
        ArtworkSpecification(),
    ]
    private static let peopleRules: [any Rule] = [
        CreditName(), CompanyAsCredit(), OtherTexts(), ExportedValues(), CopiedTexts(), VersionsOfGroup(), CreditRole(),
        CreditCharacter(), CreditOrder(), CreditCount(),
        ExchangedCredit(),
        ExternalIDSystemUnknown(),
        ExternalIDFormat(),
        EIDRCheckCharacter(), ExternalIDRepeated(), RelationshipKnown(), RelatedToItself(), RelatedAsExtra(),
    ]
    private static let detailRules: [any Rule] = [
        DurationInSeconds(), PreviewDuration(), ReleaseDate(), DateRange(), OldOriginal(), ShowEnd(), CountryForm(),
        DetailType(),
        ShowStatus(),
        EpisodeSeason(), EventTimes(), EventToBeDecided(), EventSport(), CompetitorCount(), CompetitorRoles(),
        EventTitle(), EventShortTitle(), VenueInDescription(), CompetitorNames(), VenueCountry(), EventDescription(),
        EventLeague(), EventLocales(), MisspeltCompetitor(),
        SeasonTitle(),
    ]
}
