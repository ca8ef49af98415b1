import UniversalMediaCatalog

/// 1 and 0, which XML allows for true and false.
struct DigitsForBooleans: Rule {
    static let info = RuleInfo(
        "SCH-BOOLEAN", "What is true or false is said in words.", level: .warning, tag: "D",
        section: "umc-catalog.md 4", remedy: "write true for 1 and false for 0",
        bad: [RuleExample(.eventAvailability, "<isLive>true</isLive>", "<isLive>1</isLive>")],
        nearMisses: [RuleExample(.sportsCatalog, "<isTBD>false</isTBD>", "<isTBD> false </isTBD>")])
}
