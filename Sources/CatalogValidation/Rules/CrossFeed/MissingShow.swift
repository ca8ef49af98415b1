import UniversalMediaCatalog

struct MissingShow: IndexRule {
    static let info = RuleInfo(
        "CAT-SHOW-REF", "The showContentId of a season or an episode is a tv_show of the same catalog.", level: .error,
        tag: "L/D", section: "umc-catalog.md 5",
        remedy: "add the show to the catalog, or correct showContentId; ids are case-sensitive", class: .mustFix,
        consequences: ["CAT-SEASON-REF"],
        bad: [
            RuleExample(
                .catalog, "<showContentId>LB-SHOW-0100</showContentId>\n      <seasonNumber>",
                "<showContentId>LB-SHOW-9999</showContentId>\n      <seasonNumber>"),
            RuleExample(
                .catalog, "<showContentId>LB-SHOW-0100</showContentId>\n      <seasonContentId>",
                "<showContentId>lb-show-0100</showContentId>\n      <seasonContentId>"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<showContentId>LB-SHOW-0100</showContentId>\n      <seasonNumber>",
                "<showContentId>\n LB-SHOW-0100 </showContentId>\n      <seasonNumber>")
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where catalog.isComplete {
            var said: Set<TextTable.Symbol> = []
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .season || entry.type == .episode, entry.parent != 0,
                    !catalog.isReference(entry.parent, to: [.show])
                else { continue }
                // One missing show is reported once as the cause, however many items refer to it.
                let isFirst = said.insert(entry.parent).inserted
                let block = entry.type == .season ? "tvSeasonInfo" : "tvEpisodeInfo"
                findings.report(
                    info, catalog, at: number, "\(block)/showContentId",
                    causedBy: isFirst ? catalog.cause(of: entry.parent, missing: .show) : "CAT-SHOW-REF",
                    "showContentId is \(index.texts.quoted(entry.parent)), "
                        + catalog.description(of: entry.parent, expected: "tv_show"))
            }
        }
    }
}

extension CatalogIndex {
    /// Returns whether an item with this id has one of these types or an unknown type.
    func isReference(_ id: Symbol, to types: ContentTypes) -> Bool {
        find(id, types.union(.unknown)) != nil
    }

    /// Returns the id of the rule whose finding explains why a referenced item was not found; nil if none does.
    func cause(of id: Symbol, missing type: ContentTypes) -> String? {
        if let other = find(id) {
            // A details block shows that the reference is wrong; without one, the contentType may be wrong.
            return entries[other].flags.contains(.hasInfo) ? nil : "CAT-TYPE-BLOCK"
        }
        return duplicates.contains { entries[$0].type == type } ? "CAT-ID-DUP" : nil
    }

    /// Returns the end of a message about a reference to a missing item or to one of another type.
    func description(of id: Symbol, expected: String) -> String {
        if let other = find(id) {
            return "which is a \(entries[other].type.spelling) (line \(entries[other].line)), not a \(expected)"
        }
        return "but the catalog has no \(expected) with this id"
    }
}
