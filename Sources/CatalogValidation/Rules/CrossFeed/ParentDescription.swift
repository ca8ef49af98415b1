import UniversalMediaCatalog

extension DescriptionIsTitle: IndexRule {
    func register(in rules: inout RulesByScope) {
        rules.text.append(Self.self)
        rules.index.append(self)
    }

    /// Reports a description of an episode, season or extra that equals the description of its parent.
    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.description != 0, [.season, .episode, .extra].contains(entry.type) else { continue }
                let parents = [
                    catalog.find(entry.season, .season),
                    catalog.find(entry.parent, entry.type == .extra ? .all : .show),
                ]
                guard
                    let parent = parents.compactMap(\.self).first(where: {
                        $0 != number && catalog.entries[$0].description == entry.description
                    })
                else { continue }
                findings.report(
                    info, catalog, at: number, "description",
                    remedy: "describe this item itself, not its parent",
                    "the description equals that of the \(catalog.entries[parent].type.spelling) "
                        + "\(catalog.id(parent).quotedForMessage) (line \(catalog.entries[parent].line))")
            }
        }
    }
}
