import UniversalMediaCatalog

struct MissingShow: IndexRule {
    static let info = RuleInfo(
        "X3", "The show that a season or an episode names is a tv_show of the same catalog.", level: .error,
        tag: "L/D", section: "umc-catalog.md 5",
        remedy: "put the show in the catalog, or correct showContentId; ids are case-sensitive", class: .mustFix,
        consequences: ["X4"],
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
                // One show that is missing is one mistake, however many items name it.
                let isFirst = said.insert(entry.parent).inserted
                let block = entry.type == .season ? "tvSeasonInfo" : "tvEpisodeInfo"
                findings.report(
                    info, catalog, at: number, "\(block)/showContentId",
                    causedBy: isFirst ? catalog.cause(of: entry.parent, missing: .show) : "X3",
                    "showContentId is \(index.texts.quoted(entry.parent)), "
                        + catalog.description(of: entry.parent, expected: "tv_show"))
            }
        }
    }
}

extension CatalogIndex {
    /// Whether an item with this id is of these types, or of one that cannot be told.
    func isReference(_ id: Symbol, to types: ContentTypes) -> Bool {
        find(id, types.union(.unknown)) != nil
    }

    /// Why an item that is referred to may not be found under its id, where that is another finding.
    func cause(of id: Symbol, missing type: ContentTypes) -> String? {
        if let other = find(id) {
            // Its block shows that its type is what is wrong.
            return entries[other].flags.contains(.hasInfo) ? nil : "X12"
        }
        return duplicates.contains { entries[$0].type == type } ? "X1" : nil
    }

    /// What is there in place of an item that is referred to.
    func description(of id: Symbol, expected: String) -> String {
        if let other = find(id) {
            return "which is a \(entries[other].type.spelling) (line \(entries[other].line)), not a \(expected)"
        }
        return "but the catalog has no \(expected) of this id"
    }
}
