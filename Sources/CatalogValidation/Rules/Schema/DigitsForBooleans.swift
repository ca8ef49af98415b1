import UniversalMediaCatalog

/// SCH-BOOLEAN: 1 and 0, which XML Schema allows for true and false.
struct DigitsForBooleans: Rule {
    static let info = RuleInfo(
        "SCH-BOOLEAN", "Booleans are written in words.", level: .warning, tag: "D",
        section: "umc-catalog.md 4", remedy: "write true instead of 1, and false instead of 0",
        bad: [RuleExample(.eventAvailability, "<isLive>true</isLive>", "<isLive>1</isLive>")],
        nearMisses: [RuleExample(.sportsCatalog, "<isTBD>false</isTBD>", "<isTBD> false </isTBD>")])
}
