import UniversalMediaCatalog

/// SCH-REPEATED: elements that occur too often.
struct RepeatedElements: Rule {
    static let info = RuleInfo(
        "SCH-REPEATED", "Elements occur no more often than allowed.", level: .error, tag: "S/L/D",
        section: "umc-catalog.md 3, umc-availability.md 2, umc-manifest.md 2", remedy: "keep the correct one",
        bad: [
            RuleExample(
                .catalog, "<isOriginal>true</isOriginal>\n    <keyword",
                "<isOriginal>true</isOriginal><isOriginal>true</isOriginal><keyword"),
            RuleExample(
                .manifest, "<status>active</status>", "<status>active</status><status>active</status>"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<genre>mystery</genre>", "<genre>mystery</genre><genre>adventure</genre>"),
            RuleExample(
                .catalog, "<productionCountry>NZ</productionCountry>",
                "<productionCountry>NZ</productionCountry><productionCountry>FR</productionCountry>"),
        ])
}
