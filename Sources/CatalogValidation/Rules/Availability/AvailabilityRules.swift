extension RuleBook {
    static let availabilityRules: [any Rule] =
        serviceRules + recordRules + locatorRules + propertyRules + offerRules + restrictionRules + linearRules

    private static let serviceRules: [any Rule] = [
        ServiceIdentity(), ServiceTypeRule(), OneService(), LinearService(), DemandService(), ServiceNames(),
    ]
    private static let recordRules: [any Rule] = [
        UnknownItemType(), ItemIdentity(), VariantOfApp(), ItemPubDate(), ShowWithoutLink(), ItemWithoutOffer(),
    ]
    private static let locatorRules: [any Rule] = [
        LocatorPlatform(), LocatorAction(), LocatorActions(), ShowPlayLink(), LocatorTwice(), LocatorURL(),
        LocatorSecurity(), LocatorResumeTime(), LinkSession(), LinkValues(), LocatorFragment(), LinkTarget(),
        AccountWithoutLink(),
        ComingSoonWithLink(),
        LocatorsRequired(), LinkWithoutID(), LinkToTrailer(),
    ]
    private static let propertyRules: [any Rule] = [
        PropertyLanguages(), NoLanguage(), DescribedLanguages(), PropertyTwice(), PrimaryLanguageAgain(),
        MissingPrimaryLanguage(), AudioFormats(),
        VideoQuality(), ShowProperties(),
        SportsLanguage(),
    ]
    private static let offerRules: [any Rule] = [
        SeasonOffer(), ShowOffer(), OfferTypeTwice(), ComingSoonZone(), ComingSoonEnd(), WindowOrder(),
        ExpiredOffers(), ShortNotice(), UnlikelyStart(), OfferTypeRule(), OfferPrice(), AvailabilityTypeNode(),
        ComingSoonType(), ComingSoonOpenEnd(), ComingSoonLive(), WindowOffset(), EventLive(), LiveOfOtherType(),
    ]
    private static let restrictionRules: [any Rule] = [
        RestrictionType(), RestrictionRelationship(), RestrictionValue(), RestrictionTier(), RestrictionContradiction(),
        TierSpelling(),
    ]
    private static let linearRules: [any Rule] = [
        AiringWindow(), AiringLive(), AiringLength(), OriginalAirings(), LinearItemType(), OfferOfOtherService(),
        AiringOverlap(), ServiceOfferWindow(),
    ]
}
