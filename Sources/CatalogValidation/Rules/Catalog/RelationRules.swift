import UniversalMediaCatalog

struct RelationshipKnown: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RELATED-TYPE", "The relationship of a relatedItem is known.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.10",
        remedy: "write one of extra_of, duplicate_of, sequel_of, spinoff_of, similar_to",
        bad: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01</externalId>",
                "<relatedItem relationship=\"prequel\">LB-SHOW-0100</relatedItem>")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01</externalId>",
                "<relatedItem relationship=\"similar_to\">LB-SHOW-0100</relatedItem>")
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.relatedItem) { node in
            guard let relationship = node[.relationship], !CatalogWords.relationships.contains(relationship) else {
                return
            }
            findings.report(
                info, at: node,
                remedy: CatalogWords.relationships.nearest(to: relationship.string).map { "write `\($0)`" },
                "\(relationship.shown) is not a known relationship")
        }
    }
}

struct RelatedToItself: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RELATED-SELF", "An item is not related to itself.", level: .error, tag: "D",
        section: "umc-catalog.md 3.10",
        remedy: "write the contentId of the other item",
        bad: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01</externalId>",
                "<relatedItem relationship=\"sequel_of\">LB-MOV-0001</relatedItem>"),
            RuleExample(
                .catalog, "<relatedContentId>LB-SHOW-0200<", "<relatedContentId>LB-EXT-0200-T1<"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01</externalId>",
                "<relatedItem relationship=\"sequel_of\">LB-SHOW-0100</relatedItem>")
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let id = item.contentID else { return }
        item.forEach(.relatedItem) { node in
            if node.text.trimmed == id { findings.report(info, at: node, "the item \(id.shown) is related to itself") }
        }
        guard item.type == .extra, let block = item.info else { return }
        for node in block.children where node.name == .relatedContentId && node.text.trimmed == id {
            findings.report(info, at: node, "the relatedContentId of the extra \(id.shown) is its own contentId")
        }
    }
}

/// CAT-RELATED-EXTRA: extra_of on an item other than an extra.
struct RelatedAsExtra: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RELATED-EXTRA",
        "Only items of type extra have the relationship extra_of, to a work that is also their relatedContentId.",
        level: .warning, tag: "D",
        section: "umc-catalog.md 3.10", remedy: "change the contentType to extra, or change the relationship",
        bad: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01</externalId>",
                "<relatedItem relationship=\"extra_of\">LB-SHOW-0100</relatedItem>"),
            RuleExample(
                .catalog, "type=\"cover_artwork_horizontal\"/>\n    <extraInfo>",
                "type=\"cover_artwork_horizontal\"/>\n    <relatedItem relationship=\"extra_of\">LB-SHOW-0100</relatedItem><extraInfo>"
            ),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "type=\"cover_artwork_horizontal\"/>\n    <extraInfo>",
                "type=\"cover_artwork_horizontal\"/>\n    <relatedItem relationship=\"extra_of\">LB-SHOW-0200</relatedItem><extraInfo>"
            )
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard item.type != .extra else { return checkWork(item, &findings) }
        item.forEach(.relatedItem) { node in
            if let relationship = node[.relationship], relationship == "extra_of" {
                findings.report(
                    info, at: node, "the \(item.type.spelling) is extra_of \(node.text.trimmed.shown)")
            }
        }
    }

    /// Reports an extra whose relatedItem and relatedContentId are different works.
    private func checkWork(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info, block.has(.relatedContentId) else { return }
        item.forEach(.relatedItem) { node in
            guard node[.relationship].map({ $0.trimmed == "extra_of" }) ?? false,
                !block.children.contains(where: {
                    $0.name == .relatedContentId && $0.text.trimmed == node.text.trimmed
                })
            else { return }
            findings.report(
                info, at: node, remedy: "write the same work in relatedItem and relatedContentId",
                "the extra is extra_of \(node.text.trimmed.shown), which is not its relatedContentId")
        }
    }
}
