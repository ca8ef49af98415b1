import UniversalMediaCatalog

/// SCH-CODE: codes outside lists that are not public, or only partly.
struct UnlistedCodes: Rule {
    static let info = RuleInfo(
        "SCH-CODE", "Codes are known ones.", level: .warning, tag: "S/L/D",
        section: "umc-catalog.md 3.4, 3.7 to 3.9", remedy: "use a code of the list; unknown codes may be ignored",
        bad: [
            RuleExample(
                .linearAvailability, "<name locale=\"en-US\" type=\"synonym\">",
                "<name locale=\"en-US\" type=\"nickname\">")
        ],
        nearMisses: [
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"fr-FR\" type=\"default\">")
        ])
}
