import UniversalMediaCatalog

struct RelatedTarget: IndexRule {
    static let info = RuleInfo(
        "CAT-RELATED", "A relatedItem refers to an item of the catalog.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.10",
        remedy: "add the title to the catalog, correct the contentId, or remove the relatedItem",
        bad: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01</externalId>",
                "<externalId system=\"house\">PLH-2025-01</externalId>"
                    + "<relatedItem relationship=\"sequel_of\">LB-MOV-0000</relatedItem>"),
            RuleExample(
                .catalog,
                "<artwork url=\"https://img.example.org/LB-EXT-0200-T1/cover-h.jpg\" "
                    + "type=\"cover_artwork_horizontal\"/>",
                "<artwork url=\"https://img.example.org/LB-EXT-0200-T1/cover-h.jpg\" "
                    + "type=\"cover_artwork_horizontal\"/><relatedItem relationship=\"extra_of\">LB-SHOW-2</relatedItem>"
            ),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01</externalId>",
                "<externalId system=\"house\">PLH-2025-01</externalId>"
                    + "<relatedItem relationship=\"similar_to\"> LB-SHOW-0200\n</relatedItem>")
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where catalog.isComplete {
            for relation in catalog.relations where relation.kind != .relatedContentID && relation.target != 0 {
                let number = Int(relation.entry)
                guard catalog.find(relation.target) == nil else { continue }
                findings.report(
                    info, catalog, at: number, "relatedItem[\(relation.place)]",
                    level: relation.kind == .extraOf ? .error : nil,
                    causedBy: catalog.duplicates.isEmpty ? nil : "CAT-ID-DUP",
                    "relatedItem refers to \(catalog.texts.quoted(relation.target)), "
                        + "but the catalog has no item with this id")
            }
        }
    }
}
