import UniversalMediaCatalog

struct DescriptionRequired: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-DESC-REQ", "Movies, shows, episodes, extras and sporting events have a description.", level: .error,
        tag: "S", section: "umc-validation.md 3.2", remedy: "add a description of one or two sentences",
        bad: [
            RuleExample(
                .sportsCatalog,
                "<description locale=\"en-US\">An invented street race around three piers.</description>", "")
        ],
        nearMisses: [
            // Seasons need no description.
            RuleExample(
                .catalog, "<seasonNumber>1</seasonNumber>\n      <originalPremiereDate>",
                "<seasonNumber>1</seasonNumber><originalPremiereDate>"),
            RuleExample(
                .sportsCatalog, "<description locale=\"en-US\">An invented street race around three piers.",
                "<description>3 piers."),
        ])

    var types: ContentTypes { [.movie, .show, .episode, .extra, .sportingEvent] }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        if !item.elements.contains(.description) {
            findings.report(info, at: item.node, "the \(item.type.spelling) has no description")
        }
    }
}

struct DescriptionLength: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-DESC-LEN", "A description has 1 to 4000 characters.", level: .error, tag: "D",
        section: "umc-catalog.md 3.2", remedy: "shorten it: 200 to 500 characters suffice",
        bad: [
            RuleExample(.catalog, "A first look at the nine mountains of the series.", ""),
            RuleExample(
                .catalog, "A first look at the nine mountains of the series.",
                String(repeating: "A first look at the nine mountains. ", count: 112)),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "A first look at the nine mountains of the series.",
                String(repeating: "Über neun Berge, über neun Täler. ", count: 117)),
            RuleExample(
                .catalog, "A first look at the nine mountains of the series.",
                String(repeating: "九つの山。", count: 799)),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.description) { node in
            let text = node.text
            if text.isBlank, !node.isMixed {
                findings.report(
                    info, at: node, remedy: "write a description of one or two sentences, or remove the element",
                    "the description is empty")
            } else if text.isLonger(than: 4_000), text.trimmed.scalarCount > 4_000 {
                findings.report(
                    info, at: node,
                    "the description has \(text.trimmed.scalarCount) characters; the maximum is 4000: \(text.trimmed.shown)"
                )
            }
        }
    }
}

struct DescriptionType: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-DESC-TYPE", "The type of a description is long or short.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.2", remedy: "write long or short, or remove the attribute",
        bad: [
            RuleExample(
                .catalog, "<description locale=\"fr-FR\">", "<description locale=\"fr-FR\" type=\"synopsis\">")
        ],
        nearMisses: [
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description locale=\"fr-FR\" type=\"short\">"),
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description type=\"long\" locale=\"fr-FR\">"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.description) { node in
            if let type = node[.type], !CatalogWords.descriptionTypes.contains(type.trimmed) {
                findings.report(info, at: node, "\(type.shown) is not a known type of a description")
            }
        }
    }
}
