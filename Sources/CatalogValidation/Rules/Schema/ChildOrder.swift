import UniversalMediaCatalog

/// DOC-ORDER: elements in a wrong order.
struct ChildOrder: Rule {
    static let info = RuleInfo(
        "DOC-ORDER", "Elements are in the order of the specification.", level: .error, tag: "S/L/D",
        section: "umc-catalog.md 3.2",
        remedy: "write elements in the order that `umc schema` shows",
        bad: [
            RuleExample(
                .catalog, "<title locale=\"fr-FR\">Le Phare de papier</title>", "",
                also: [
                    (
                        "<genre>drama</genre>",
                        "<title locale=\"fr-FR\">Le Phare de papier</title><genre>drama</genre>"
                    )
                ]),
            RuleExample(
                .catalog, "<pubDate>2026-02-27T09:15:00+00:00</pubDate>", "",
                also: [
                    (
                        "<genre>drama</genre>",
                        "<pubDate>2026-02-27T09:15:00+00:00</pubDate><genre>drama</genre>"
                    )
                ]),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<title locale=\"en-US\">The Paper Lighthouse</title>", "",
                also: [
                    (
                        "<title locale=\"fr-FR\">Le Phare de papier</title>",
                        "<title locale=\"fr-FR\">Le Phare de papier</title>"
                            + "<title locale=\"en-US\">The Paper Lighthouse</title>"
                    )
                ]),
            RuleExample(
                .catalog, "<genre>mystery</genre>", "<genre>mystery</genre><!-- <title>none</title> --><?pi title?>"),
        ])
}
