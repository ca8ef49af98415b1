import UniversalMediaCatalog

/// SCH-VALUE: values that do not match their type.
struct WrongValues: Rule {
    static let info = RuleInfo(
        "SCH-VALUE", "Dates, numbers, language tags, codes and other values have the syntax of their type.",
        level: .error,
        tag: "S/L/D", section: "umc-catalog.md 4", remedy: "write the value in the form that the message describes",
        bad: [
            RuleExample(
                .catalog, "<credit role=\"director\">Imre", "<credit role=\"director\" order=\"first\">Imre"),
            RuleExample(.catalog, "<credit role=\"creator\">", "<credit role=\"creator\" order=\"-1\">"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<originalLanguage>en</originalLanguage>", "<originalLanguage> de-CH-1996 </originalLanguage>"
            ),
            RuleExample(
                .catalog, "<originalLanguage>en</originalLanguage>", "<originalLanguage>zh-Hant-TW</originalLanguage>"),
        ])
}
