import UniversalMediaCatalog

/// DOC-UNKNOWN: elements and attributes that the specification does not define, or not at this place.
struct UnknownNames: Rule {
    static let info = RuleInfo(
        "DOC-UNKNOWN", "Elements and attributes are defined in the specification, and are where it allows them.",
        level: .warning,
        tag: "D", section: "umc-catalog.md 3.2",
        remedy: "correct the name, or remove the element or attribute; it is ignored",
        consequences: ["SCH-MISSING"],
        bad: [
            RuleExample(.catalog, "<keyword locale=\"en-US\">sea</keyword>", "<keywords>sea</keywords>"),
            RuleExample(.catalog, "<keyword locale=\"en-US\">sea", "<keyword lang=\"en-US\">sea"),
            RuleExample(.manifest, "<refreshInterval>P1D</refreshInterval>", "<refreshPeriod>P1D</refreshPeriod>"),
            RuleExample(.catalog, "<studio>", "<keyword>tide</keyword><studio>"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<umcCatalog ",
                "<umcCatalog xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
                    + "xsi:noNamespaceSchemaLocation=\"catalog.xsd\" "),
            RuleExample(
                .catalog, "<rating systemCode=\"mpaa\">PG</rating>",
                "<rating systemCode=\"mpaa\">PG<advisory>V</advisory><reason>mild peril</reason></rating>"),
        ])
}
