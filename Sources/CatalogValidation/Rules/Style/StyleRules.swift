extension RuleBook {
    static let styleRules: [any Rule] = [
        MarkupInText(), SeasonInShowTitle(), TaglineInShowTitle(), InvertedArticle(), AppleMarks(), TitleInOneCase(),
        TitleCase(), NumberInEpisodeTitle(), GenericEpisodeTitle(), URLInText(), Promotion(), Superlative(),
        QualityInTitle(), YearInTitle(), RatingInTitle(), WhiteSpace(), InvisibleCharacters(), QuotesAndBrackets(),
        TitleForm(), TitleLabels(), TrailerInTitle(), WordTwice(), MixedScript(), DescriptionEnd(),
        DescriptionIsTitle(), DescriptionNotes(), DescriptionLabels(), DescriptionForm(), LengthOfDescription(),
        Placeholder(), Mojibake(), EscapeSequences(), LetterForms(), ProgramRemains(), TitleExtras(), ScriptOfText(),
        LanguageOfText(), Misspelling(), SourceRemains(),
    ]
}
